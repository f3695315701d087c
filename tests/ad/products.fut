-- Third and fourth derivatives of products with any number of zeros, in every order of the modes, against closed forms.
-- ==
-- entry: whole prefixes buckets rows
-- input { [2.0, 3.0, 0.5, 1.5, 4.0] } output { true }
-- input { [2.0, 0.0, 0.5, 1.5, 4.0] } output { true }
-- input { [2.0, 0.0, 0.5, 0.0, 4.0] } output { true }
-- input { [0.0, 3.0, 0.0, 0.0, 4.0] } output { true }
-- input { [0.0, 0.0, 0.5, 0.0, 0.0] } output { true }
-- input { [0.0, 0.0, 0.0, 0.0, 0.0] } output { true }
import "gaps"

def fwd [n] (g: [n]f64 -> f64) (v: [n]f64) (x: [n]f64): f64 = jvp g x v
def rev [n] (g: [n]f64 -> f64) (v: [n]f64) (x: [n]f64): f64 = dot (vjp g x 1) v

-- The derivative by the elements of places of the product of the elements at which inside holds.
def derivative [n] [k] (x: [n]f64) (places: [k]i64) (inside: i64 -> bool): f64 =
  let times i = i64.sum (map (\p -> i64.bool (p == i)) places)
  in f64.product (map (\i -> if !(inside i) then (if times i == 0 then 1 else 0)
                             else if times i == 0 then x[i] else if times i == 1 then 1 else 0) (iota n))

-- All third derivatives in all orders of the modes, and some fourth ones, are want.
def agrees [n] (f: [n]f64 -> f64) (want: (k: i64) -> [k]i64 -> f64) (x: [n]f64): bool =
  let same a b = near 1e-12 (f64.abs (a - b) / (1 + f64.abs b))
  let third i j k =
    let (u, v, w) = (unit n i, unit n j, unit n k)
    let y = want 3 [i, j, k]
    in same (fwd (fwd (fwd f u) v) w x) y && same (fwd (fwd (rev f u) v) w x) y
       && same (fwd (rev (fwd f u) v) w x) y && same (fwd (rev (rev f u) v) w x) y
       && same (rev (fwd (fwd f u) v) w x) y && same (rev (fwd (rev f u) v) w x) y
       && same (rev (rev (fwd f u) v) w x) y && same (rev (rev (rev f u) v) w x) y
  let fourth k = same (fwd (rev (fwd (rev f (unit n 0)) (unit n 1)) (unit n 2)) (unit n k) x) (want 4 [0, 1, 2, k])
  in all (\i -> all (\j -> all (third i j) (iota n)) (iota n)) (iota n) && all fourth (iota n)

entry whole [n] (x: [n]f64) = agrees f64.product (\k is -> derivative x (is :> [k]i64) (const true)) x

entry prefixes [n] (x: [n]f64) =
  agrees (\x -> f64.sum (scan (*) 1 x))
         (\k is -> f64.sum (map (\m -> derivative x (is :> [k]i64) (<= m)) (iota n))) x

-- The first two elements are the destination.
entry buckets [n] (x: [n]f64) =
  agrees (\x -> f64.sum (reduce_by_index (copy (take 2 x)) (*) 1 (map (% 2) (iota (n - 2))) (drop 2 x :> [n - 2]f64)))
         (\k is -> f64.sum (map (\m -> derivative x (is :> [k]i64) (\i -> i % 2 == m)) (iota 2))) x

entry rows [n] (x: [n]f64) =
  agrees (\x -> f64.sum (reduce (map2 (*)) (replicate 2 1) (map (\v -> [v, v]) x)))
         (\k is -> 2 * derivative x (is :> [k]i64) (const true)) x
