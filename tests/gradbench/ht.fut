-- Hand tracking of GradBench, which is ADBench's in its simple form: errors of points, and their Jacobian by 26 parameters.
import "../adbench/hand"

entry primal [b] [v] [n] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                         (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64) =
  simple parents relative inverse base weights points at theta

entry gradient [b] [v] [n] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                           (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64) =
  jacobian_forward (simple parents relative inverse base weights points at) theta
