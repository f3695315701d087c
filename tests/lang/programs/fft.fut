-- The fast Fourier transform over a complex module made by a functor; the inverse gives back the signal.
-- ==
-- entry: spectrum
-- input { [1.0, 2.0, 0.0, -1.0, 1.5, 0.0, 0.0, 3.0] } output { [6.5, 3.742640687119, 2.5, -4.742640687119, -1.5, -4.742640687119, 2.5, 3.742640687119] [0.0, 1.414213562373, 0.0, 1.414213562373, 0.0, -1.414213562373, 0.0, -1.414213562373] }
-- entry: round_trip
-- input { [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0] } output { true }
-- entry: convolution
-- input { [1.0, 2.0, 3.0, 0.0] [4.0, 5.0, 0.0, 0.0] } output { [4.0, 13.0, 22.0, 15.0] }
module type complex = {
  type real
  type complex
  val mk: real -> real -> complex
  val re: complex -> real
  val im: complex -> real
  val +: complex -> complex -> complex
  val -: complex -> complex -> complex
  val *: complex -> complex -> complex
  val scale: real -> complex -> complex
  val conj: complex -> complex
  val polar: real -> complex
}

module mk_complex (T: real): complex with real = T.t = {
  type real = T.t
  type complex = (T.t, T.t)
  def mk a b = (a, b)
  def re (a, _) = a
  def im (_, b) = b
  def conj (a, b) = T.((a, neg b))
  def scale k (a, b) = T.((k * a, k * b))
  def polar t = T.((cos t, sin t))
  def (a, b) + (c, d) = T.((a + c, b + d))
  def (a, b) - (c, d) = T.((a - c, b - d))
  def (a, b) * (c, d) = T.((a * c - b * d, a * d + b * c))
}

module c64 = mk_complex f64
type complex = c64.complex

def log2 (n: i64) = i64.i32 (63 - i64.clz n)

-- Stockham: no bit reversal, each step reads one array and writes another.
def fft_with [n] (sign: f64) (xs: [n]complex): [n]complex =
  let half = n / 2
  let (out, _) =
    loop (xs, m) = (xs, 1) for _i < log2 n do
      let at j =
        let (k, odd) = (j / (2 * m), (j / m) % 2)
        let lo = k * m + j % m
        let w = c64.polar (sign * 2 * f64.pi * f64.i64 (k * m) / f64.i64 n)
        let (a, b) = (xs[lo], xs[lo + half])
        in if odd == 0 then a c64.+ b else w c64.* (a c64.- b)
      in (tabulate n at, 2 * m)
  in out

def fft xs = fft_with (-1) xs
def ifft [n] (xs: [n]complex) = map (c64.scale (1 / f64.i64 n)) (fft_with 1 xs)
def real_signal = map (\x -> c64.mk x 0)

entry spectrum xs = fft (real_signal xs) |> map (\c -> (c64.re c, c64.im c)) |> unzip

entry round_trip (xs: []f64) =
  map2 (\x c -> f64.abs (x - c64.re c) + f64.abs (c64.im c) < 1e-12) xs (ifft (fft (real_signal xs))) |> and

entry convolution [n] (xs: [n]f64) (ys: [n]f64) =
  ifft (map2 (c64.*) (fft (real_signal xs)) (fft (real_signal ys))) |> map c64.re
