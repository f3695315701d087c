-- Images: convolution with kernels as a module's values, a median filter, equalisation, components of colour.
-- ==
-- entry: blurred
-- input { [[0, 0, 0, 0], [0, 90, 90, 0], [0, 90, 90, 0], [0, 0, 0, 0]] } output { [[10, 20, 20, 10], [20, 40, 40, 20], [20, 40, 40, 20], [10, 20, 20, 10]] }
-- entry: edges
-- input { [[0, 0, 9], [0, 0, 9], [0, 0, 9]] } output { [[0, 36, 36], [0, 36, 36], [0, 36, 36]] }
-- entry: median
-- input { [[1, 1, 1], [1, 99, 1], [1, 1, 2]] } output { [[1, 1, 1], [1, 1, 1], [1, 1, 2]] }
-- entry: equalised
-- input { [[52u8, 55u8, 61u8], [59u8, 52u8, 61u8]] } output { [[0u8, 63u8, 255u8], [127u8, 0u8, 255u8]] }
-- entry: packed
-- input { [4294901760u32, 4278255360u32, 4286611584u32] } output { [76u8, 149u8, 128u8] [4278190080u32, 4278190080u32, 4286611584u32] }
-- entry: mandelbrot
-- input { 8i64 4i64 } output { [[1, 2, 3, 3, 4, 13, 4, 2], [1, 3, 4, 5, 50, 50, 50, 3], [50, 50, 50, 50, 50, 50, 50, 4], [1, 3, 4, 5, 50, 50, 50, 3]] }
module image: {
  type~ kernel
  val of_rows [a] [b]: [a][b]i32 -> i32 -> kernel
  val convolve [h] [w]: kernel -> [h][w]i32 -> [h][w]i32
} = {
  type~ kernel = {weights: [][]i32, divisor: i32}
  def of_rows weights divisor = {weights, divisor}

  def convolve [h] [w] (k: kernel) (img: [h][w]i32): [h][w]i32 =
    let (a, b) = (length k.weights, length (head k.weights))
    let clamp n i = i64.max 0 (i64.min (n - 1) i)
    let at i j =
      let term p =
        let (y, x) = (p / b, p % b)
        in k.weights[y, x] * img[clamp h (i + y - a / 2), clamp w (j + x - b / 2)]
      in i32.sum (map term (iota (a * b))) / k.divisor
    in tabulate_2d h w at
}

def box = image.of_rows (replicate 3 (replicate 3 1)) 9
def sobel = image.of_rows [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]] 1

entry blurred (img: [][]i32) = image.convolve box img
entry edges (img: [][]i32) = image.convolve sobel img |> map (map i32.abs)

entry median [h] [w] (img: [h][w]i32) =
  let window i j = map (\p -> img[i64.max 0 (i64.min (h - 1) (i + p / 3 - 1)), i64.max 0 (i64.min (w - 1) (j + p % 3 - 1))]) (iota 9)
  let sort (xs: [9]i32) =
    loop xs = copy xs for i < 9 do
      loop xs for j < 8 - i do
        let (a, b) = (xs[j], xs[j + 1])
        in xs with [j] = i32.min a b with [j + 1] = i32.max a b
  in tabulate_2d h w (\i j -> (sort (window i j))[4])

entry equalised [h] [w] (img: [h][w]u8): [h][w]u8 =
  let counts = hist (+) 0 256 (map i64.u8 (flatten img)) (rep 1i64)
  let cdf = scan (+) 0 counts
  let low = reduce i64.min i64.highest (filter (> 0) cdf)
  let level v = if h * w == low then v else u8.i64 ((cdf[i64.u8 v] - low) * 255 / (h * w - low))
  in map (map level) img

type colour = {a: u8, r: u8, g: u8, b: u8}
def unpack (c: u32): colour = {a = u8.u32 (c >> 24), r = u8.u32 (c >> 16), g = u8.u32 (c >> 8), b = u8.u32 c}
def pack ({a, r, g, b}: colour): u32 = u32.u8 a << 24 | u32.u8 r << 16 | u32.u8 g << 8 | u32.u8 b

entry packed (cs: []u32) =
  let luma (c: colour) = u8.u32 ((299 * u32.u8 c.r + 587 * u32.u8 c.g + 114 * u32.u8 c.b) / 1000)
  let darkest (c: colour) = let m = u8.min c.r (u8.min c.g c.b) in c with r = m with g = m with b = m
  in (map (unpack >-> luma) cs, map (unpack >-> darkest >-> pack) cs)

entry mandelbrot (w: i64) (h: i64) =
  let escape (cx: f64, cy: f64) =
    (loop (x, y, n) = (0, 0, 0i32) while n < 50 && x * x + y * y <= 4 do (x * x - y * y + cx, 2 * x * y + cy, n + 1)).2
  in tabulate_2d h w (\j i -> escape (3 * f64.i64 i / f64.i64 w - 2, 2 * f64.i64 j / f64.i64 h - 1))
