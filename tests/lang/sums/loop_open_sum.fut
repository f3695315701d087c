-- A loop over a sum whose type is known only later, and whose payload grows; such a sum as a local function's result.
-- ==
-- entry: grown
-- input { 3 } output { 6 6 6 }
-- input { 0 } output { 0 0 0 }
type~ t = #b ([]i32) | #c
def total (x: t): i32 = match x case #b xs -> i32.sum xs case #c -> 0
def step (v: t) (i: i32): t = match v case #b xs -> #b (xs ++ [i + 1]) case #c -> #b [i]
entry grown (n: i32) =
  let a = loop v = #b [] for i < n do step v i
  let b = loop (v: t) = #b [] for i < n do match v case #b xs -> #b (xs ++ [i + 1]) case #c -> #c
  let (c, _) = loop (v, k) = (#b [], n) for i < n do
                 (match v case #b xs -> #b (xs ++ [i + 1]) case #c -> #c, k - 1)
  in (total a, total b, total c)
-- ==
-- entry: within
-- input { 3 } output { 9 }
-- input { 1 } output { 1 }
entry within (n: i32) =
  let f x = if x > 2 then #b [x, x, x] else #b [x]
  in total (f n)
