-- Underscores may follow the first digit, between digits, several, and before a suffix, in every base and in every part of a
-- float; hexadecimal digits come before suffixes.
-- ==
-- entry: integers
-- input { } output { [127u32, 127u32, 1000u32, 10u32, 3u32, 5u32, 14u32, 100000u32] [127i32, 10i32, 7i32, 65330i32, 31i32] }

-- ==
-- entry: floats
-- input { } output { 1.5f32 1000.5 0.0015f32 100.0 3.0f32 0.1875 1f16 12.5 1.5 }
entry integers = ([0x7f_u32, 0X7F__u32, 1_000_u32, 0b1010_u32, 0B1_1_u32, 5_u32, 0rX_IV_u32, 1__00_000u32], [0x7f_, 1__0, 7_, 0xf_f32, 0x1_f])
entry floats = (1_.5_f32, 1_000.5, 1.5e-3f32, 1_e2, 0x1_.8_p1f32, 0x1.8p-3, 1_f16, 12.5_, 0X1.8P0_f64)
