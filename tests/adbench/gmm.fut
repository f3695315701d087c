-- The Gaussian mixture model of ADBench: k components in d dimensions, n points; the factor of the inverse
-- covariance of a component is lower triangular, packed as the logarithms of its diagonal and its strictly lower
-- part, column by column.
import "near"

def logsumexp [n] (xs: [n]f64): f64 =
  let m = f64.maximum xs in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

-- | Logarithm of the multivariate gamma function.
def log_gamma_d (a: f64) (d: i64): f64 =
  f64.i64 (d * (d - 1)) / 4 * f64.log f64.pi
  + f64.sum (map (\j -> f64.lgamma (a - f64.i64 j / 2)) (iota d))

-- | The triangular matrix of a packed factor.
def unpack [t] (d: i64) (c: [t]f64): [d][d]f64 =
  tabulate_2d d d (\i j -> if i == j then f64.exp c[i] else if j < i then c[d + j * d - j * (j + 1) / 2 + i - j - 1] else 0)

def squares [n] (xs: [n]f64): f64 = f64.sum (map (\x -> x * x) xs)

def gmm [k] [d] [t] [n] (alphas: [k]f64) (means: [k][d]f64) (icf: [k][t]f64) (xs: [n][d]f64) (gamma: f64) (m: i64): f64 =
  let qs = map (unpack d) icf
  let sums = map (\c -> f64.sum (take d c)) icf
  let term x a mu q = a - 0.5 * squares (map (\row -> f64.sum (map3 (\r x m -> r * (x - m)) row x mu)) q)
  let fit = f64.sum (map (\x -> logsumexp (map3 (term x) (map2 (+) alphas sums) means qs)) xs)
  let free = f64.i64 (d + m + 1)
  let constant = free * f64.i64 d * (f64.log gamma - 0.5 * f64.log 2) - log_gamma_d (0.5 * free) d
  let prior c s = 0.5 * gamma ** 2 * (squares (map f64.exp (take d c)) + squares (drop d c)) - f64.i64 m * s
  in -f64.i64 (n * d) / 2 * f64.log (2 * f64.pi) + fit - f64.i64 n * logsumexp alphas
     + f64.sum (map2 prior icf sums) - f64.i64 k * constant

entry objective = gmm

entry gradient [k] [d] [t] [n] (alphas: [k]f64) (means: [k][d]f64) (icf: [k][t]f64) (xs: [n][d]f64) (gamma: f64) (m: i64) =
  vjp (\(a, mu, c) -> gmm a mu c xs gamma m) (alphas, means, icf) 1

-- | The gap between vjp and jvp, and between jvp and differences, along a direction that looks random.
entry check [k] [d] [t] [n] (alphas: [k]f64) (means: [k][d]f64) (icf: [k][t]f64) (xs: [n][d]f64) (gamma: f64) (m: i64) =
  let f (a, mu, c) = gmm a mu c xs gamma m
  let (da, dm, dc) = (noise k 1, unflatten (noise (k * d) 2), unflatten (noise (k * t) 3))
  let (ga, gm, gc) = vjp f (alphas, means, icf) 1
  let reverse = dot ga da + dot (flatten gm) (flatten dm) + dot (flatten gc) (flatten dc)
  let forward = jvp f (alphas, means, icf) (da, dm, dc)
  let at h = f (step h alphas da, map2 (step h) means dm, map2 (step h) icf dc)
  in (apart reverse forward, apart forward (slope at))
