-- A determinant by expansion of GradBench (det_by_minor of cmpad). Futhark has no recursion: it is the sum over all permutations.

-- | The product along the k-th of f = n! permutations, with its sign: the digits of k, in the factorial base, choose among the columns
-- that are left.
def product [n] (a: [n][n]f64) (f: i64) (k: i64): f64 =
  let (_, _, _, p) =
    loop (left, k, f, p) = (iota n, k, f, 1) for i < n do
      let f = f / (n - i)
      let d = k / f
      let e = a[i, left[d]]
      let left = loop left for j in d..<n - 1 - i do left with [j] = left[j + 1]
      in (left, k % f, f, if d % 2 == 0 then p * e else -p * e)
  in p

def det [n] (a: [n][n]f64): f64 =
  let f = i64.product (1...n)
  in f64.sum (tabulate f (product a f))

entry primal [n] (a: [n][n]f64) = det a

entry gradient [n] (a: [n][n]f64) = vjp det a 1
