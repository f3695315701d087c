-- Functions of floats on random data and at nan, infinities and subnormals: all backends agree.
-- ==
-- entry: m1 m2 m3 m4 m5
-- random input { [200]f64 [200]f32 } auto output
-- input { [0.0, -0.0, 1.0, f64.nan, f64.inf, -f64.inf, 1e308, 5e-324, -1.5] [0f32, -0f32, 1f32, f32.nan, f32.inf, -f32.inf, 1e38f32, 1e-45f32, -1.5f32] } auto output
entry m1 [n] (x: [n]f64) (y: [n]f32) = (map f64.sin x, map f64.exp x, map f64.log x, map f64.sqrt x, map f64.tanh x, map f64.asin x, map f64.gamma x, map f64.lgamma x, map f64.erf x, map f64.cbrt x, map f64.log1p x, map f64.expm1 x, map f64.atan x)
entry m2 [n] (x: [n]f64) (y: [n]f32) = (map f32.sin y, map f32.exp y, map f32.log y, map f32.sqrt y, map f32.tanh y, map f32.asin y, map f32.gamma y, map f32.lgamma y, map f32.erf y, map f32.cbrt y, map f32.log1p y, map f32.expm1 y, map f32.atan y)
entry m3 [n] (x: [n]f64) (y: [n]f32) = (map2 f64.min x (rotate 1 x), map2 f64.max x (rotate 1 x), map2 f32.min y (rotate 1 y), map2 f32.max y (rotate 1 y), map2 (<=) x (rotate 1 x), map2 (==) y (rotate 1 y), map f64.abs x, map f32.sgn y, map f64.floor x, map f32.round y, map f64.isnan x, map f32.isinf y, map f64.to_bits x, map (\v -> if f32.isnan v then 0 else f32.to_bits (f32.abs v)) y)
entry m4 [n] (x: [n]f64) (y: [n]f32) = (f64.minimum x, f64.maximum x, f32.minimum y, f32.maximum y, scan f64.max f64.lowest x, scan f32.min f32.highest y)
entry m5 [n] (x: [n]f64) (y: [n]f32) = (map2 (**) x (rotate 1 x), map2 (%) x (rotate 2 x), map2 (/) y (rotate 1 y), map2 f64.atan2 x (rotate 1 x), map2 f32.hypot y (rotate 1 y), map2 f64.copysign x (rotate 1 x), map2 f64.nextafter x (rotate 1 x), map (f64.ldexp 1.5) (map i32.f64 x), map f32.f64 x, map f64.f32 y, map f16.f64 x |> map f64.f16)
