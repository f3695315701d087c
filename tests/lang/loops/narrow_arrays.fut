-- Loops over arrays of narrow elements, which end in the middle of a vector.
-- ==
-- entry: bools
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32] }
-- output { [false, false, false, true, true, true, true, true, true, true, true] }
-- input { empty([0]i32) }
-- output { empty([0]bool) }
-- ==
-- entry: bytes
-- input { [1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8] }
-- output { [27u8, 54u8, 81u8, 108u8, 135u8, 162u8, 189u8, 216u8, 243u8, 14u8] }
entry bools (xs: []i32) = loop ys = map (> 3) xs for i < 3 do map2 (\y x -> y && x > i) ys xs
entry bytes (xs: []u8) = loop ys = xs for _i < 3 do map (* 3) ys
