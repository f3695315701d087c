-- values spread over the two nearest of k bins; squared distance to wanted counts, gradient by the values
def place (k: i64) (x: f64) =
  let p = f64.max 0 (f64.min (f64.i64 k - 1.000001) (x * f64.i64 (k - 1)))
  let q = f64.floor p
  in (i64.f64 q, p - q)
def distance [k] (h: [k]f64) (want: [k]f64) = f64.sum (map2 (\a b -> (a - b) * (a - b)) h want)
def soac [n][k] (xs: [n]f64) (want: [k]f64) =
  let (is, fs) = unzip (map (place k) xs)
  let low = hist (+) 0 k is (map (1 -) fs)
  let high = hist (+) 0 k (map (+ 1) is) fs
  in distance (map2 (+) low high) want
def loops [n][k] (xs: [n]f64) (want: [k]f64) =
  let h = loop h = replicate k 0 for q < n do
    let (i, f) = place k xs[q]
    let h = h with [i] = h[i] + (1 - f)
    in h with [i + 1] = h[i + 1] + f
  in distance h want
def one [n][k] (xs: [n]f64) (want: [k]f64) =
  let pairs = map (\x -> let (i, f) = place k x in [(i, 1 - f), (i + 1, f)]) xs
  let (is, fs) = unzip (flatten pairs)
  in distance (reduce_by_index (replicate k 0) (+) 0 is fs) want
entry primal_soac [n][k] (xs: [n]f64) (want: [k]f64) = soac xs want
entry grad_soac [n][k] (xs: [n]f64) (want: [k]f64) = vjp (\xs -> soac xs want) xs 1
entry primal_loop [n][k] (xs: [n]f64) (want: [k]f64) = loops xs want
entry grad_loop [n][k] (xs: [n]f64) (want: [k]f64) = vjp (\xs -> loops xs want) xs 1
entry primal_pair [n][k] (xs: [n]f64) (want: [k]f64) = one xs want
entry grad_pair [n][k] (xs: [n]f64) (want: [k]f64) = vjp (\xs -> one xs want) xs 1
