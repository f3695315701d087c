-- Functions that call themselves: numbers, sorting by parts, records, functions passed on.
def fact (n: i64): i64 = if n <= 1 then 1 else n * fact (n - 1)
def gcd (a: i64) (b: i64): i64 = if b == 0 then a else gcd b (a % b)
def qsort [n] (xs: [n]i32): []i32 =
  if n <= 1 then xs
  else let p = xs[n / 2]
       in qsort (filter (< p) xs) ++ filter (== p) xs ++ qsort (filter (> p) xs)
def rep 'a (f: a -> a) (n: i64) (x: a): a = if n == 0 then x else rep f (n - 1) (f x)
def sums (n: i64) (a: {s: i64, t: i64}): {s: i64, t: i64} =
  if n == 0 then a else sums (n - 1) {s = a.s + n, t = a.t + a.s}

-- ==
-- entry: numbers
-- input { 5i64 } output { [1i64, 1i64, 2i64, 6i64, 24i64] 21i64 }
entry numbers (n: i64) = (map fact (iota n), gcd 1071 462)

-- ==
-- entry: sort
-- input { [3, 1, 2, 3, -5, 8] } output { [-5, 1, 2, 3, 3, 8] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry sort (xs: []i32) = qsort xs

-- ==
-- entry: records
-- input { 4i64 } output { 10i64 20i64 }
entry records (n: i64) = let r = sums n {s = 0, t = 0} in (r.s, r.t)

-- ==
-- entry: passed
-- input { 10i64 3i64 } output { 30i64 [10i64, 10i64] }
entry passed (n: i64) (k: i64) = (rep (+ k) n 0, rep (map (+ 1)) n (replicate 2 0i64))
