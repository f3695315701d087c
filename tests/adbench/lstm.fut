-- The character LSTM of ADBench: l layers of b units, a sequence of c characters; the states are carried along.
import "near"

def sigmoid (x: f64): f64 = 1 / (1 + f64.exp (-x))

-- | One layer: the next hidden state and cell.
def layer [b] (w: [4][b]f64) (v: [4][b]f64) (x: [b]f64) (h: [b]f64) (c: [b]f64): (*[b]f64, *[b]f64) =
  let forget = map3 (\x w v -> sigmoid (x * w + v)) x w[0] v[0]
  let into = map3 (\h w v -> sigmoid (h * w + v)) h w[1] v[1]
  let out = map3 (\x w v -> sigmoid (x * w + v)) x w[2] v[2]
  let change = map3 (\h w v -> f64.tanh (h * w + v)) h w[3] v[3]
  let c = map4 (\c f i g -> c * f + i * g) c forget into change
  in (map2 (\o c -> o * f64.tanh c) out c, c)

def lstm [l] [b] [c] (main: [l][2][4][b]f64) (extra: [3][b]f64) (state: [l][2][b]f64) (text: [c][b]f64): f64 =
  let (loss, _) =
    loop (loss, state) = (0, copy state) for t < c - 1 do
      let (x, state) =
        loop (x, state) = (map2 (*) text[t] extra[0], state) for i < l do
          let (h, cell) = layer main[i, 0] main[i, 1] x state[i, 0] state[i, 1]
          in (h, state with [i, 0] = h with [i, 1] = cell)
      let y = map3 (\x w v -> x * w + v) x extra[1] extra[2]
      let total = f64.log (2 + f64.sum (map f64.exp y))
      in (loss + dot text[t + 1] (map (\y -> y - total) y), state)
  in -loss / f64.i64 (b * (c - 1))

entry objective = lstm

entry gradient [l] [b] [c] (main: [l][2][4][b]f64) (extra: [3][b]f64) (state: [l][2][b]f64) (text: [c][b]f64) =
  vjp (\(m, e) -> lstm m e state text) (main, extra) 1

-- | The gap between vjp and jvp, and between jvp and differences, along a direction that looks random.
entry check [l] [b] [c] (main: [l][2][4][b]f64) (extra: [3][b]f64) (state: [l][2][b]f64) (text: [c][b]f64) =
  let f (m, e) = lstm m e state text
  let dm = unflatten_4d (noise (l * 2 * 4 * b) 1)
  let de = unflatten (noise (3 * b) 2)
  let (gm, ge) = vjp f (main, extra) 1
  let reverse = dot (flatten_4d gm) (flatten_4d dm) + dot (flatten ge) (flatten de)
  let forward = jvp f (main, extra) (dm, de)
  let at h = f (map2 (map2 (map2 (step h))) main dm, map2 (step h) extra de)
  in (apart reverse forward, apart forward (slope at))
