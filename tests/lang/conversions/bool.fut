-- bool converts to 0 and 1, and every number but 0 is true.
-- ==
-- input { [true, false] [0, 5, -1] } output { [1, 0] [1f32, 0f32] [false, true, true] [1u8, 0u8] }
def main (bs: []bool) (xs: []i32) = (map i32.bool bs, map f32.bool bs, map bool.i32 xs, map u8.bool bs)
