-- convolution of images of several channels with 3x3 kernels and a border of zeros; gradient by the image and the kernels
-- by windows that are slices of the padded image
def slices [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) : [o][n][m]f64 =
  let p = map (\xi -> tabulate_2d (n + 2) (m + 2) (\i j -> if i == 0 || j == 0 || i > n || j > m then 0 else xi[i - 1, j - 1])) x
  in map (\wo -> tabulate_2d n m (\i j ->
       f64.sum (map2 (\wi pi -> f64.sum (map2 (\a b -> f64.sum (map2 (*) a b)) wi (pi[i:i + 3, j:j + 3] :> [3][3]f64))) wo p))) w
-- by loops
def loops [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) : [o][n][m]f64 =
  loop y = replicate o (replicate n (replicate m 0)) for k < o do
    loop y for i < n do
      loop y for j < m do
        let s = loop s = 0 for l < c do
          loop s for a < 3 do
            loop s for b < 3 do
              let (p, q) = (i + a - 1, j + b - 1)
              in if p < 0 || p >= n || q < 0 || q >= m then s else s + w[k, l, a, b] * x[l, p, q]
        in y with [k, i, j] = s
-- by windows, where a condition says what is in the image
def windows [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) : [o][n][m]f64 =
  map (\wo -> tabulate_2d n m (\i j ->
         f64.sum (map2 (\wi xi -> f64.sum (flatten (tabulate_2d 3 3 (\a b ->
                    let (p, q) = (i + a - 1, j + b - 1)
                    in if p >= 0 && p < n && q >= 0 && q < m then wi[a, b] * xi[p, q] else 0)))) wo x))) w
entry primal_slice [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) (_y: [o][n][m]f64) = slices x w
entry grad_slice [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) (y: [o][n][m]f64) = vjp (\(x, w) -> slices x w) (x, w) y
entry primal_loop [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) (_y: [o][n][m]f64) = loops x w
entry grad_loop [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) (y: [o][n][m]f64) = vjp (\(x, w) -> loops x w) (x, w) y
entry primal_window [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) (_y: [o][n][m]f64) = windows x w
entry grad_window [c][n][m][o] (x: [c][n][m]f64) (w: [o][c][3][3]f64) (y: [o][n][m]f64) = vjp (\(x, w) -> windows x w) (x, w) y
