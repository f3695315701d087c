-- The Gaussian mixture of GradBench, which is ADBench's.
import "../adbench/gmm"

entry primal [k] [d] [t] [n] (alphas: [k]f64) (means: [k][d]f64) (icf: [k][t]f64) (xs: [n][d]f64) (gamma: f64) (m: i64) =
  gmm alphas means icf xs gamma m

entry gradient [k] [d] [t] [n] (alphas: [k]f64) (means: [k][d]f64) (icf: [k][t]f64) (xs: [n][d]f64) (gamma: f64) (m: i64) =
  vjp (\(a, mu, c) -> gmm a mu c xs gamma m) (alphas, means, icf) 1
