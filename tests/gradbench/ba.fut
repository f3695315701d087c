-- Bundle adjustment of GradBench, which is ADBench's: errors of projections, and the blocks of their Jacobian.
import "../adbench/ba"

entry primal [n] [m] [p] (cams: [n][11]f64) (xs: [m][3]f64) (ws: [p]f64) (feats: [p][2]f64) = objective cams xs ws feats

entry gradient [n] [m] [p] (cams: [n][11]f64) (xs: [m][3]f64) (ws: [p]f64) (feats: [p][2]f64) = jacobian cams xs ws feats
