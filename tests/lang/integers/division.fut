-- / and % round down, // and %% towards zero.
-- ==
-- entry: signed
-- input { [7, -7, 7, -7] [2, 2, -2, -2] } output { [3, -4, -4, 3] [1, 1, -1, -1] [3, -3, -3, 3] [1, -1, 1, -1] }
-- entry: unsigned
-- input { [7u8, 200u8, 255u8] [2u8, 7u8, 254u8] } output { [3u8, 28u8, 1u8] [1u8, 4u8, 1u8] [3u8, 28u8, 1u8] [1u8, 4u8, 1u8] }
entry signed [n] (a: [n]i32) (b: [n]i32) = (map2 (/) a b, map2 (%) a b, map2 (//) a b, map2 (%%) a b)
entry unsigned [n] (a: [n]u8) (b: [n]u8) = (map2 (/) a b, map2 (%) a b, map2 (//) a b, map2 (%%) a b)
