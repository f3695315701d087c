-- Unknown sizes may be named in a part of a result; functions in the result may speak of them too.
-- ==
-- entry: parts
-- input { [3, -1, 4, -5] } output { [3, 4] [-1, -5] 2i64 }
-- entry: words
-- input { "to be  or not" } output { [2i64, 2i64, 2i64, 3i64] "be" }
def signs (xs: []i32): (?[p].[p]i32, {neg: ?[q].[q]i32, count: i64}) =
  let (a, b) = partition (>= 0) xs
  in (a, {neg = b, count = length b})

entry parts (xs: []i32) =
  let (a, {neg, count}) = signs xs
  in (a, neg, count)

module text: {
  type word [p]
  val split [n]: [n]u8 -> ?[p].(word [p] -> ?[m].[m]u8, ?[k].[k](word [p]))
} = {
  type word [p] = ([p](), i64, i64)
  def split [n] (s: [n]u8) =
    let start i = s[i] != ' ' && (i == 0 || s[i - 1] == ' ')
    let end i = loop j = i while j < n && s[j] != ' ' do j + 1
    in (\(_, i, j) -> s[i:j],
        filter start (iota n) |> map (\i -> ([], i, end i)))
}

entry words (s: []u8) =
  let (get, ws) = text.split s
  in (map (\w -> length (get w)) ws, get ws[1])
