-- The Gaussian mixture model of ADBench: logsumexp in nested maps over matrices packed in a vector.
-- ==
-- input { 2i64 5i64 7i64 } output { true }
-- input { 1i64 1i64 1i64 } output { true }
-- input { 3i64 2i64 0i64 } output { true }
-- input { 10i64 5i64 100i64 } output { true }
import "gaps"

def logsumexp [n] (xs: [n]f64): f64 =
  let m = f64.maximum xs in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

-- | The objective without its constant terms.
def gmm [n] [k] [d] (alphas: [k]f64) (means: [k][d]f64) (icf: [k][]f64) (xs: [n][d]f64): f64 =
  let gamma = 1.5
  let logs i = icf[i, 0:d] :> [d]f64
  let sums = map (\i -> f64.sum (logs i)) (iota k)
  -- row i of the strictly lower triangle, which is stored column by column
  let lower c i j = icf[c, d + j * d - j * (j + 1) / 2 + i - j - 1]
  let term c x =
    let y = map2 (-) x means[c]
    let rows =
      map (\i -> f64.exp icf[c, i] * y[i] + f64.sum (map (\j -> if j < i then lower c i j * y[j] else 0) (iota d))) (iota d)
    in alphas[c] + sums[c] - 0.5 * f64.sum (map (** 2) rows)
  let fit = f64.sum (map (\x -> logsumexp (map (\c -> term c x) (iota k))) xs)
  let prior =
    f64.sum (map (\c -> 0.5 * gamma ** 2 * (f64.sum (map (\q -> f64.exp q ** 2) (logs c)) + f64.sum (map (** 2) icf[c, d:])) - 2 * sums[c]) (iota k))
  in fit - f64.i64 n * logsumexp alphas + prior

entry main (d: i64) (k: i64) (n: i64): bool =
  let t = d * (d + 1) / 2
  let xs = unflatten (noise (n * d) 3)
  let f (p: [k + k * d + k * t]f64): [1]f64 =
    let means = unflatten (p[k:k + k * d] :> [k * d]f64)
    let icf = unflatten (p[k + k * d:] :> [k * t]f64)
    in [gmm (p[0:k] :> [k]f64) means icf xs]
  in agree f (noise (k + k * d + k * t) 4)
