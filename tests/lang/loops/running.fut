-- Numbers that a loop adds up and stores on the way: sums of what stands before.
-- ==
-- entry: below before after stored pairs column backwards under differences started least products both
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 7i64 } output { true }
-- input { 40i64 } output { true }
-- input { 3000i64 } output { true }
def some n = tabulate n (\i -> f64.i64 ((i * 7 + 3) % 11) / 4)
def same [n] (a: [n]f64) (b: [n]f64) = and (map2 (\x y -> f64.abs (x - y) <= 1e-9 * (1 + f64.abs y)) a b)
def sums [n] (w: [n]f64) = scan (+) 0 w

entry below n = let w = some n in same (drop 1 (loop s = replicate (n + 1) 0 for i < n do s with [i + 1] = s[i] + w[i])) (sums w :> [n + 1 - 1]f64)
entry before n = let w = some n in same (loop s = copy w for i in 1..<n do s with [i] = s[i - 1] + s[i]) (sums w)
entry after n = let w = some n in same ((loop (s, t) = (0, replicate n 0) for i < n do let s = s + w[i] in (s, t with [i] = s)).1) (sums w)
entry stored n = let w = some n in same ((loop (s, t) = (0, replicate n 0) for i < n do (s + w[i], t with [i] = s)).1) (map2 (-) (sums w) w)
entry pairs n = let w = some n in same (flatten (loop s = replicate n (replicate 2 0) for i < n do
    let p = if i == 0 then 0 else s[i - 1, 0]
    in s with [i] = [p + w[i], w[i]])) (flatten (map2 (\a b -> [a, b]) (sums w) w))
entry column n = let w = some n in
  same ((loop s = replicate n (replicate 2 1) for i in 1..<n do s with [i, 0] = s[i - 1, 0] + w[i])[:, 0]) (map (\x -> x + 1 - w[0]) (sums w))
entry backwards n = let w = some n in same (loop s = copy w for i < n - 1 do let j = n - 2 - i in s with [j] = s[j + 1] + w[j]) (reverse (sums (reverse w)))
entry under n = let w = some n in
  same (loop s = copy w for i in 1..<n do if w[i] > 1 then s with [i] = s[i - 1] + w[i] else s with [i] = s[i - 1])
       (map (+ (if w[0] > 1 then 0 else w[0])) (sums (map (\x -> if x > 1 then x else 0) w)))
entry differences n = let w = some n in same (loop s = copy w for i in 1..<n do s with [i] = s[i - 1] - w[i]) (map (\x -> 2 * w[0] - x) (sums w))
entry started n = let w = some n in
  and (map (\k -> let k = f64.i64 k in same (loop s = replicate n k for i in 1..<n do s with [i] = s[i - 1] + k * w[i]) (map (\x -> k + k * (x - w[0])) (sums w))) (iota 5))
entry least n = let w = some n in same (loop s = copy w for i in 1..<n do s with [i] = f64.min s[i - 1] w[i]) (scan f64.min f64.inf w)
entry products n = let w = map (\x -> 1 + x / 1e4) (some n) in same (loop s = copy w for i in 1..<n do s with [i] = s[i - 1] * w[i]) (scan (*) 1 w)
-- Two sums, of which one is stored, and the largest of what is stored.
entry both n = let w = some n in
  let (a, b, m, t) = loop (a, b, m, t) = (0, 0, 0, replicate n 0) for i < n do
    let t = t with [i] = a * 0.5
    in (a + w[i], b + 2 * w[i], f64.max m a, t)
  let s = map2 (-) (sums w) w
  in same t (map (* 0.5) s) && same [a, b, m] [f64.sum w, 2 * f64.sum w, f64.maximum s]
