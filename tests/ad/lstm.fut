-- ADBench's character LSTM: a loop over time that carries the states of a loop over layers.
-- ==
-- input { 2i64 3i64 4i64 } output { true }
-- input { 1i64 1i64 2i64 } output { true }
-- input { 2i64 14i64 20i64 } output { true }
import "gaps"

def sigmoid (x: f64): f64 = 1 / (1 + f64.exp (-x))

def cell [b] (x: [b]f64) (h: [b]f64) (c: [b]f64) (w: [4][b]f64) (v: [4][b]f64): ([b]f64, [b]f64) =
  let forget = map3 (\x w v -> sigmoid (x * w + v)) x w[0] v[0]
  let into = map3 (\h w v -> sigmoid (h * w + v)) h w[1] v[1]
  let out = map3 (\x w v -> sigmoid (x * w + v)) x w[2] v[2]
  let change = map3 (\h w v -> f64.tanh (h * w + v)) h w[3] v[3]
  let c' = map4 (\c f i g -> c * f + i * g) c forget into change
  in (map2 (\o c -> o * f64.tanh c) out c', c')

entry main (l: i64) (b: i64) (steps: i64): bool =
  let text = unflatten (map (\x -> f64.bool (x > 0)) (noise (steps * b) 5)) : [steps][b]f64
  let f (p: [l * 2 * 4 * b + 3 * b]f64): [1]f64 =
    let weights = sized (l * (2 * (4 * b))) p[0:l * 2 * 4 * b] |> unflatten |> map unflatten |> map (map unflatten)
    let extra = sized (3 * b) p[l * 2 * 4 * b:] |> unflatten
    let (loss, _, _) =
      loop (loss, hs, cs) = (0, replicate l (replicate b 0.1), replicate l (replicate b 0.2)) for t < steps - 1 do
        let (x, hs, cs) =
          loop (x, hs, cs) = (map2 (*) text[t] extra[0], hs, cs) for i < l do
            let (h, c) = cell x hs[i] cs[i] weights[i, 0] weights[i, 1]
            in (h, copy hs with [i] = h, copy cs with [i] = c)
        let y = map3 (\x w v -> x * w + v) x extra[1] extra[2]
        let total = f64.log (2 + f64.sum (map f64.exp y))
        in (loss + dot text[t + 1] (map (\y -> y - total) y), hs, cs)
    in [-loss / f64.i64 (b * (steps - 1))]
  in agree f (noise (l * 2 * 4 * b + 3 * b) 6)
