-- Floats out of range become the nearest integer there is; nan and the infinities become 0. As in single ones, so in long arrays.
-- ==
-- entry: large
-- input { 1009i64 } output { true }
-- input { 100003i64 } output { true }

def floats: [9]f64 = [-1.5, -0.5, 254.5, 3e9, 1e20, -1e20, f64.nan, f64.inf, -f64.inf]

entry large (n: i64) =
  let xs = tabulate n (\i -> floats[i % 9])
  let ys = map f32.f64 xs
  let as (f: f64 -> i64) = let few = map f floats in and (map2 (\i x -> f x == few[i % 9]) (iota n) xs)
  let bs (f: f32 -> i64) = let few = map (f <-< f32.f64) floats in and (map2 (\i y -> f y == few[i % 9]) (iota n) ys)
  in as (i64.u8 <-< u8.f64) && as (i64.u16 <-< u16.f64) && as (i64.u32 <-< u32.f64) && as (i64.u64 <-< u64.f64)
     && as (i64.i8 <-< i8.f64) && as (i64.i16 <-< i16.f64) && as (i64.i32 <-< i32.f64) && as i64.f64
     && bs (i64.u8 <-< u8.f32) && bs (i64.u16 <-< u16.f32) && bs (i64.u32 <-< u32.f32) && bs (i64.u64 <-< u64.f32)
     && bs (i64.i8 <-< i8.f32) && bs (i64.i16 <-< i16.f32) && bs (i64.i32 <-< i32.f32) && bs i64.f32
