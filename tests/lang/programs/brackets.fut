-- A tokenizer and a bracket matcher by scans: a state machine as a monoid of functions, depths, partners by sorting.
-- ==
-- entry: tokens
-- input { "let x1 = (foo+42)*y" } output { [0i64, 4i64, 7i64, 9i64, 10i64, 13i64, 14i64, 16i64, 17i64, 18i64] [0u8, 0u8, 2u8, 2u8, 0u8, 2u8, 1u8, 2u8, 2u8, 0u8] }
-- input { "" } output { empty([0]i64) empty([0]u8) }
-- entry: partners
-- input { "a(b[c]{d}(e))" } output { [-1i64, 12i64, -1i64, 5i64, -1i64, 3i64, 8i64, -1i64, 6i64, 11i64, -1i64, 9i64, 1i64] }
-- entry: balanced
-- input { "([]{})" } output { true }
-- input { "([)]" } output { false }
-- input { "())(" } output { false }
-- input { "" } output { true }
type kind = #word | #number | #symbol
type class = #letter | #digit | #space | #other

def class (c: u8): class =
  if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' then #letter
  else if c >= '0' && c <= '9' then #digit
  else if c == ' ' || c == '\n' then #space
  else #other

-- States: 0 outside, 1 in a word, 2 in a number, 3 at a symbol. A character is a function of states, as a table.
type step = [4]u8

def step (c: u8): step =
  match class c
  case #letter -> [1, 1, 1, 1]
  case #digit -> [2, 1, 2, 2]
  case #space -> [0, 0, 0, 0]
  case #other -> [3, 3, 3, 3]

def after (f: step) (g: step): step = map (\s -> g[i64.u8 s]) f

def states [n] (s: [n]u8): [n]u8 = map (\f -> f[0]) (scan after [0, 1, 2, 3] (map step s))

entry tokens [n] (s: [n]u8) =
  let st = states s
  let starts i = st[i] != 0 && (i == 0 || st[i] == 3 || st[i] != st[i - 1])
  let kind_of i: kind = match st[i]
                        case 1 -> #word
                        case 2 -> #number
                        case _ -> #symbol
  let code (k: kind): u8 = match k case #word -> 0 case #number -> 1 case #symbol -> 2
  let at = filter starts (iota n)
  in (at, map (kind_of >-> code) at)

def opens (c: u8) = c == '(' || c == '[' || c == '{'
def closes (c: u8) = c == ')' || c == ']' || c == '}'

def depths [n] (s: [n]u8): [n]i64 =
  let change = map (\c -> i64.bool (opens c) - i64.bool (closes c)) s
  in map2 (\d c -> d - i64.bool (opens c)) (scan (+) 0 change) s

-- The brackets of one depth come in pairs, in the order of the text.
def pairs [n] (s: [n]u8): [](i64, i64) =
  let ds = depths s
  let bs = filter (\i -> opens s[i] || closes s[i]) (iota n)
  let before i j = ds[i] < ds[j] || ds[i] == ds[j] && i < j
  let rank i = i64.sum (map (\j -> i64.bool (before j i)) bs)
  let sorted = scatter (replicate (length bs) 0) (map rank bs) bs
  in tabulate (length bs / 2) (\k -> (sorted[2 * k], sorted[2 * k + 1]))

entry partners [n] (s: [n]u8): [n]i64 =
  let (is, js) = unzip (pairs s)
  in scatter (scatter (replicate n (-1)) is js) js is

entry balanced [n] (s: [n]u8): bool =
  let ds = depths s
  let level = all (>= 0) ds && i64.sum (map (\c -> i64.bool (opens c) - i64.bool (closes c)) s) == 0
  let fits (i, j) = match (s[i], s[j])
                    case ('(', ')') -> true
                    case ('[', ']') -> true
                    case ('{', '}') -> true
                    case _ -> false
  in level && (n == 0 || all fits (pairs s))
