-- Every integer operator and conversion in every width on random data: all backends agree.
-- ==
-- entry: k1 k2 k3 k4 k5 k6
-- random input { [100]i8 [100]u8 [100]i16 [100]u16 [100]i32 [100]u32 [100]i64 [100]u64 } auto output
entry k1 [n] (a: [n]i8) (b: [n]u8) (c: [n]i16) (d: [n]u16) (e: [n]i32) (f: [n]u32) (g: [n]i64) (h: [n]u64) =
 (map2 (+) a (rotate 1 a), map2 (*) b (rotate 1 b), map2 (-) c (rotate 1 c), map2 (*) d (rotate 1 d), map2 (*) e (rotate 1 e), map2 (*) f (rotate 1 f), map2 (*) g (rotate 1 g), map2 (*) h (rotate 1 h))
entry k2 [n] (a: [n]i8) (b: [n]u8) (c: [n]i16) (d: [n]u16) (e: [n]i32) (f: [n]u32) (g: [n]i64) (h: [n]u64) =
 let s 'a (z: a) (e: a -> bool) (o: a) = if e z then o else z in
 (map2 (/) a (rotate 1 a |> map (\x -> s x (== 0) 1)), map2 (%) b (rotate 1 b|> map (\x -> s x (== 0) 1)), map2 (%%) c (rotate 1 c|> map (\x -> s x (== 0) 1)), map2 (/) d (rotate 1 d|> map (\x -> s x (== 0) 1)), map2 (//) e (rotate 1 e|> map (\x -> s x (== 0) 1)), map2 (%) f (rotate 1 f|> map (\x -> s x (== 0) 1)), map2 (%) g (rotate 1 g|> map (\x -> s x (== 0) 1)), map2 (/) h (rotate 1 h|> map (\x -> s x (== 0) 1)))
entry k3 [n] (a: [n]i8) (b: [n]u8) (c: [n]i16) (d: [n]u16) (e: [n]i32) (f: [n]u32) (g: [n]i64) (h: [n]u64) =
 (map (>> 3) a, map (>>> 3) a, map (>> 3) c, map (>>> 5) c, map (>> 7) e, map (>>> 7) e, map (>> 9) g, map (>>> 9) g, map (<< 3) a, map (<< 3) b, map (<< 9) d, map (>> 3) f, map (>> 3) h, map (<< 60) h)
entry k4 [n] (a: [n]i8) (b: [n]u8) (c: [n]i16) (d: [n]u16) (e: [n]i32) (f: [n]u32) (g: [n]i64) (h: [n]u64) =
 (map i8.popc a, map u8.clz b, map i16.ctz c, map u16.clz d, map i32.clz e, map u32.popc f, map i64.clz g, map u64.ctz h, map2 i8.mul_hi a (reverse a), map2 u16.mul_hi d (reverse d), map2 i32.mul_hi e (reverse e), map2 i64.mul_hi g (reverse g), map2 u64.mul_hi h (reverse h), map i8.abs a, map i16.sgn c, map i64.abs g)
entry k5 [n] (a: [n]i8) (b: [n]u8) (c: [n]i16) (d: [n]u16) (e: [n]i32) (f: [n]u32) (g: [n]i64) (h: [n]u64) =
 (map f32.i8 a, map f64.u8 b, map f32.i16 c, map f32.i32 e, map f32.u32 f, map f32.i64 g, map f32.u64 h, map f64.i64 g, map f64.u64 h, map i8.u64 h, map u8.i64 g, map u64.i8 a, map i64.u32 f, map u16.i32 e, map bool.u16 d)
entry k6 [n] (a: [n]i8) (b: [n]u8) (c: [n]i16) (d: [n]u16) (e: [n]i32) (f: [n]u32) (g: [n]i64) (h: [n]u64) =
 (map (** 3) a, map (** 2) b, map2 (**) c (map (\x -> i16.u8 (x % 5)) b), map (** 7) e, map (** 13) h, map2 (<) b (rotate 1 b), map2 (<) g (rotate 1 g), map2 (<) h (rotate 1 h), map2 u32.max f (rotate 1 f), map2 i16.min c (rotate 1 c), i8.sum a, u8.product b, i16.maximum c, u64.minimum h)
