-- A library of segmented operations and its uses: expansion, sums of rows of a triangle, run lengths, group by.
-- ==
-- entry: sums
-- input { [true, false, true, true, false, false] [1, 2, 3, 4, 5, 6] } output { [1, 3, 3, 4, 9, 15] [3, 3, 15] [0i64, 1i64, 0i64, 0i64, 1i64, 2i64] }
-- entry: expanded
-- input { [2i64, 0i64, 3i64, 1i64] } output { [0i64, 0i64, 2i64, 2i64, 2i64, 3i64] [0i64, 1i64, 0i64, 1i64, 2i64, 0i64] }
-- input { [0i64] } output { empty([0]i64) empty([0]i64) }
-- entry: runs
-- input { "aaabccdddd" } output { "abcd" [3i64, 1i64, 2i64, 4i64] "aaabccdddd" }
-- entry: primes
-- input { 40i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64] }
local def prelude_scan [n] (op: i64 -> i64 -> i64) (ne: i64) (xs: [n]i64) = scan op ne xs

module segmented: {
  val scan [n] 'a: (a -> a -> a) -> a -> [n]bool -> [n]a -> *[n]a
  val reduce [n] 'a: (a -> a -> a) -> a -> [n]bool -> [n]a -> ?[k].[k]a
  val iota [n]: [n]bool -> [n]i64
  val expand [n] 'a 'b: (a -> i64) -> (a -> i64 -> b) -> [n]a -> ?[k].[k]b
} = {
  def scan [n] 'a (op: a -> a -> a) (ne: a) (flags: [n]bool) (xs: [n]a): *[n]a =
    let join (f, x) (g, y) = (f || g, if g then y else x `op` y)
    in scan join (false, ne) (zip flags xs) |> map (.1)

  def reduce [n] 'a (op: a -> a -> a) (ne: a) (flags: [n]bool) (xs: [n]a) =
    zip (scan op ne flags xs) (rotate 1 flags) |> filter (.1) |> map (.0)

  def iota [n] (flags: [n]bool): [n]i64 = scan (+) 0 flags (replicate n 1) |> map (\x -> x - 1)

  def expand [n] 'a 'b (size: a -> i64) (get: a -> i64 -> b) (xs: [n]a): ?[k].[k]b =
    let sizes = map size xs
    let offsets = map2 (-) (prelude_scan (+) 0 sizes) sizes
    let total = i64.sum sizes
    let owner = reduce_by_index (replicate total 0) i64.max 0 (map2 (\s o -> if s == 0 then -1 else o) sizes offsets) (indices xs)
    let owner = prelude_scan i64.max 0 owner
    in map2 (\i o -> get xs[o] (i - offsets[o])) (indices owner) owner
}

entry sums (flags: []bool) (xs: []i32) =
  (segmented.scan (+) 0 flags xs, segmented.reduce (+) 0 flags xs, segmented.iota flags)

entry expanded (xs: []i64) =
  unzip (segmented.expand (.1) (\(i, _) j -> (i, j)) (zip (indices xs) xs))

entry runs (s: []u8) =
  let starts = map2 (\i c -> i == 0 || s[i - 1] != c) (indices s) s
  let lengths = segmented.reduce (+) 0 starts (map (const 1) s)
  let [k] (letters: [k]u8) = filter (.0) (zip starts s) |> map (.1)
  in (letters, lengths, segmented.expand (.1) (\(c, _) _ -> c) (zip letters (sized k lengths)))

entry primes (n: i64) =
  let small = filter (\p -> all (\d -> p % d != 0) (2..<p)) (2..<i64.f64 (f64.sqrt (f64.i64 n)) + 2)
  let multiples = segmented.expand (\p -> i64.max 0 (n / p - 1)) (\p i -> (i + 2) * p) small
  let composite = scatter (replicate (n + 1) false) multiples (map (const true) multiples)
  in filter (\i -> i >= 2 && !composite[i]) (iota (n + 1))
