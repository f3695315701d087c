-- A ray tracer: records, sums with payloads, loops over a scene, integer pixels.
-- ==
-- input { 6i64 4i64 } output { [[63u8, 63u8, 63u8, 63u8, 63u8, 63u8], [63u8, 63u8, 131u8, 171u8, 78u8, 115u8], [139u8, 139u8, 55u8, 78u8, 139u8, 139u8], [139u8, 139u8, 136u8, 152u8, 139u8, 139u8]] }
type vec = {x: f64, y: f64, z: f64}
type ray = {from: vec, to: vec}
type shape = #sphere vec f64 | #floor f64
type hit = #miss | #at f64 vec

def vec x y z : vec = {x, y, z}
def (a: vec) <+> (b: vec) = vec (a.x + b.x) (a.y + b.y) (a.z + b.z)
def (a: vec) <-> (b: vec) = vec (a.x - b.x) (a.y - b.y) (a.z - b.z)
def (s: f64) *> (a: vec) = vec (s * a.x) (s * a.y) (s * a.z)
def dot (a: vec) (b: vec) = a.x * b.x + a.y * b.y + a.z * b.z
def unit (a: vec) = (1 / f64.sqrt (dot a a)) *> a

def hits ({from, to}: ray) (s: shape): hit =
  match s
  case #sphere c r ->
    let o = from <-> c
    let b = dot o to
    let d = b * b - dot o o + r * r
    let t = -b - f64.sqrt (f64.max d 0)
    in if d < 0 || t < 1e-6 then #miss else #at t (unit (o <+> t *> to))
  case #floor h ->
    let t = (h - from.y) / to.y
    in if to.y == 0 || t < 1e-6 then #miss else #at t (vec 0 1 0)

def nearer (a: hit) (b: hit): hit =
  match (a, b)
  case (#miss, _) -> b
  case (_, #miss) -> a
  case (#at s _, #at t _) -> if t < s then b else a

def shoot [n] (scene: [n]shape) (r: ray): hit =
  reduce nearer #miss (map (hits r) scene)

def light = unit (vec 1 2 (-1.5))

def colour [n] (scene: [n]shape) (r: ray): f64 =
  let (shade, _, _) =
    loop (shade, weight, r) = (0, 1, r) while weight > 0.05 do
      match shoot scene r
      case #miss -> (shade + weight * 0.25, 0, r)
      case #at t n ->
        let p = r.from <+> t *> r.to
        let lit = match shoot scene {from = p, to = light}
                  case #miss -> f64.max 0 (dot n light)
                  case _ -> 0
        in (shade + weight * 0.6 * lit, weight * 0.4,
            {from = p, to = r.to <-> (2 * dot r.to n) *> n})
  in shade

def main (w: i64) (h: i64) =
  let scene = [#sphere (vec 0 0 5) 1, #sphere (vec 1.2 0.5 4) 0.5, #floor (-1)]
  let pixel j i =
    let x = (f64.i64 i + 0.5) / f64.i64 w - 0.5
    let y = 0.5 - (f64.i64 j + 0.5) / f64.i64 h
    in u8.f64 (255 * f64.min 1 (colour scene {from = vec 0 0 0, to = unit (vec x y 1)}))
  in tabulate_2d h w pixel
