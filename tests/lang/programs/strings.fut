-- Strings as bytes: words, numbers, searching, ciphers, case, palindromes, formatted numbers, UTF-8.
-- ==
-- entry: words
-- input { "  to be  or not " } output { 4i64 [2i64, 2i64, 2i64, 3i64] "To Be Or Not" }
-- entry: numbers
-- input { "12, -7 and 305" } output { [12, -7, 305] }
-- input { "none" } output { empty([0]i32) }
-- entry: find
-- input { "abracadabra" "abra" } output { [0i64, 7i64] }
-- entry: caesar
-- input { "Hello, World!" 3u8 } output { "Khoor, Zruog!" true }
-- entry: palindrome
-- input { "A man, a plan, a canal: Panama" } output { true }
-- input { "Panama" } output { false }
-- entry: decimal
-- input { [0, 7, -42, 2147483647] } output { "0,7,-42,2147483647" }
-- entry: letters
-- input { [195u8, 166u8, 195u8, 184u8, 120u8, 226u8, 130u8, 172u8] } output { 4i64 [230u32, 248u32, 120u32, 8364u32] }
def is_alpha (c: u8) = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
def is_digit (c: u8) = '0' <= c && c <= '9'
def upper (c: u8) = if c >= 'a' && c <= 'z' then c - 32 else c
def lower (c: u8) = if c >= 'A' && c <= 'Z' then c + 32 else c

module split: {
  type part [p]
  val by [n]: (u8 -> bool) -> [n]u8 -> ?[p].(part [p] -> ?[m].[m]u8, ?[k].[k](part [p]))
} = {
  type part [p] = ([p](), i64, i64)
  def by [n] (in_part: u8 -> bool) (s: [n]u8) =
    let inside = map in_part s
    let starts = filter (\i -> inside[i] && (i == 0 || !inside[i - 1])) (iota n)
    let end i = loop j = i while j < n && inside[j] do j + 1
    in (\(_, i, j) -> s[i:j], map (\i -> ([], i, end i)) starts)
}

entry words (s: []u8) =
  let (get, ws) = split.by (!= ' ') s
  let title w = let t = copy w in if length t == 0 then t else t with [0] = upper t[0]
  let joined = loop out = "" for w in ws do
    if length out == 0 then title (get w) else out ++ " " ++ title (get w)
  in (length ws, map (\w -> length (get w)) ws, joined)

def atoi [n] (s: [n]u8): i32 =
  let negative = n > 0 && s[0] == '-'
  let digits = if negative then drop 1 s else s
  let x = foldl (\x c -> 10 * x + i32.u8 (c - '0')) 0 digits
  in if negative then -x else x

entry numbers (s: []u8) =
  let (get, ws) = split.by (\c -> is_digit c || c == '-') s
  in map (\w -> atoi (get w)) ws

entry find [n] [m] (s: [n]u8) (what: [m]u8) =
  filter (\i -> and (map2 (==) what (sized m s[i:i + m]))) (iota (i64.max 0 (n - m + 1)))

entry caesar (s: []u8) (key: u8) =
  let turn k c =
    if !is_alpha c then c
    else let base = if c >= 'a' then 'a' else 'A'
         in base + (c - base + k) % 26
  let secret = map (turn key) s
  in (secret, and (map2 (==) s (map (turn (26 - key)) secret)))

entry palindrome (s: []u8) =
  let t = filter is_alpha s |> map lower
  in and (map2 (==) t (reverse t))

def itoa (x: i32): []u8 =
  let (digits, _) =
    loop (digits, rest) = ([], u32.i32 (i32.abs x)) while rest > 0 || length digits == 0 do
      ([u8.u32 (rest % 10) + '0'] ++ digits, rest / 10)
  in (if x < 0 then "-" else "") ++ digits

entry decimal (xs: []i32) =
  (loop out = "" for x in xs do out ++ "," ++ itoa x)[1:]

entry letters [n] (s: [n]u8) =
  let follows c = c & 0xC0 == 0x80
  let starts = filter (\i -> !follows s[i]) (iota n)
  let decode i =
    let c = u32.u8 s[i]
    let (first, count) = if c < 0x80 then (c, 0i64) else if c < 0xE0 then (c & 0x1F, 1)
                         else if c < 0xF0 then (c & 0xF, 2) else (c & 7, 3)
    in loop x = first for k < count do x << 6 | (u32.u8 s[i + 1 + k] & 0x3F)
  in (length starts, map decode starts)
