-- Bit tricks: counting, reversing, Gray codes, Morton codes, a CRC, sets as words, bits of floats.
-- ==
-- entry: counts
-- input { [0u32, 1u32, 255u32, 2863311530u32, 4294967295u32] } output { [0, 1, 8, 16, 32] [0, 1, 8, 16, 32] [32, 31, 24, 0, 0] [32, 0, 0, 1, 0] }
-- entry: reversed
-- input { [1u32, 6u32, 305419896u32] } output { [2147483648u32, 1610612736u32, 510274632u32] true }
-- entry: gray
-- input { 8i64 } output { [0u8, 1u8, 3u8, 2u8, 6u8, 7u8, 5u8, 4u8] true }
-- entry: morton
-- input { 3u32 5u32 } output { 39u32 3u32 5u32 }
-- entry: crc32
-- input { "123456789" } output { 3421780262u32 }
-- entry: queens
-- input { 6 } output { 4 }
-- input { 8 } output { 92 }
-- entry: float_parts
-- input { [1.0, -0.15625, 0.0] } output { [false, true, false] [0, -3, -1023] [0u64, 1125899906842624u64, 0u64] }
def popcount (x: u32): i32 =
  let x = x - ((x >> 1) & 0x55555555)
  let x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
  let x = (x + (x >> 4)) & 0x0f0f0f0f
  in i32.u32 (x * 0x01010101 >> 24)

entry counts xs = (map popcount xs, map u32.popc xs, map u32.clz xs, map u32.ctz xs)

def reverse_bits (x: u32): u32 =
  let swap k mask x = ((x >> k) & mask) | (x & mask) << k
  in x |> swap 1 0x55555555 |> swap 2 0x33333333 |> swap 4 0x0f0f0f0f |> swap 8 0x00ff00ff |> swap 16 0x0000ffff

def slowly (x: u32) = loop r = 0 for i < 32i32 do u32.set_bit (31 - i) r (u32.get_bit i x)

entry reversed (xs: []u32) = (map reverse_bits xs, map reverse_bits xs == map slowly xs)

entry gray (n: i64) =
  let code (x: u8) = x ^ (x >> 1)
  let decode x = loop x for s in [1u8, 2, 4] do x ^ (x >> s)
  let xs = map u8.i64 (iota n)
  in (map code xs, and (map2 (==) xs (map (code >-> decode) xs)))

entry morton (x: u32) (y: u32) =
  let spread (x: u32) = foldl (\x (s, m) -> (x | x << s) & m) (x & 0xffff) [(8, 0x00ff00ff), (4, 0x0f0f0f0f), (2, 0x33333333), (1, 0x55555555)]
  let gather (x: u32) = foldl (\x (s, m) -> (x | x >> s) & m) (x & 0x55555555) [(1, 0x33333333), (2, 0x0f0f0f0f), (4, 0x00ff00ff), (8, 0x0000ffff)]
  let z = spread x | spread y << 1
  in (z, gather z, gather (z >> 1))

entry crc32 (s: []u8): u32 =
  let table = tabulate 256 (\i -> loop c = u32.i64 i for _k < 8i32 do if c & 1 == 1 then 0xedb88320 ^ (c >> 1) else c >> 1)
  in !(loop c = 0xffffffff for b in s do table[i64.u32 ((c ^ u32.u8 b) & 0xff)] ^ (c >> 8))

-- Depth first with a stack of words: free places of each row.
entry queens (n: i32): i32 =
  let full = (1u32 << u32.i32 n) - 1
  let frame = {cols = 0u32, left = 0u32, right = 0u32, free = full}
  let (_, _, found) =
    loop (stack, depth, found) = (replicate (i64.i32 n + 1) frame, 0i64, 0i32) while depth >= 0 do
      let {cols, left, right, free} = stack[depth]
      in if free == 0 then (stack, depth - 1, found)
         else let bit = free & -free
              let stack = stack with [depth] = {cols, left, right, free = free ^ bit}
              let cols = cols | bit
              in if cols == full then (stack, depth, found + 1)
                 else let (left, right) = ((left | bit) << 1, (right | bit) >> 1)
                      in (stack with [depth + 1] = {cols, left, right, free = full & !(cols | left | right)}, depth + 1, found)
  in found

entry float_parts (xs: []f64) =
  let part x =
    let b = f64.to_bits x
    in (b >> 63 == 1, i32.u64 ((b >> 52) & 0x7ff) - 1023, b & 0xfffffffffffff)
  in unzip3 (map part xs)
