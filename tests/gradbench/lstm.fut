-- The recurrent network of GradBench, which is ADBench's.
import "../adbench/lstm"

entry primal [l] [b] [c] (main: [l][2][4][b]f64) (extra: [3][b]f64) (state: [l][2][b]f64) (text: [c][b]f64) = lstm main extra state text

entry gradient [l] [b] [c] (main: [l][2][4][b]f64) (extra: [3][b]f64) (state: [l][2][b]f64) (text: [c][b]f64) =
  vjp (\(m, e) -> lstm m e state text) (main, extra) 1
