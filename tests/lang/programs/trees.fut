-- Trees as arrays: search trees in level order, depths and subtree sums from parents, expression trees by rewriting.
-- ==
-- entry: search
-- input { [1, 3, 5, 7, 9, 11, 13] [0, 1, 6, 7, 13, 14] } output { [7, 3, 11, 1, 5, 9, 13] [1, 1, 7, 7, 13, -1] }
-- entry: measures
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 4i64] [1, 2, 3, 4, 5, 6] } output { [0i64, 1i64, 1i64, 2i64, 2i64, 3i64] [21, 17, 3, 4, 11, 6] }
-- entry: value
-- input {} output { 1176i64 "((8+20)*(2+40))" }
def log2 (n: i64): i64 = 63 - i64.i32 (i64.clz n)

-- Which element of the sorted array stands at place i of the complete tree with n = 2^k - 1 nodes.
def in_order (n: i64) (i: i64): i64 =
  let level = log2 (i + 1)
  let gap = 1 << (log2 (n + 1) - level - 1)
  in gap + (i + 1 - (1 << level)) * gap * 2 - 1

def at_least [n] (tree: [n]i32) (x: i32): i32 =
  (loop (i, best) = (0, -1) while i < n do
     if tree[i] >= x then (2 * i + 1, tree[i]) else (2 * i + 2, best)).1

entry search [n] (sorted: [n]i32) (keys: []i32) =
  let tree = tabulate n (\i -> sorted[in_order n i])
  in (tree, map (at_least tree) keys)

-- Pointer jumping: after k rounds, depth counts up to 2^k ancestors.
entry measures [n] (parent: [n]i64) (weight: [n]i32) =
  let start = map2 (\i p -> i64.bool (i != p)) (iota n) parent
  let (depth, _) =
    loop (depth, up) = (start, parent) for _i < log2 n + 1 do
      (map2 (\d u -> d + depth[u]) depth up, map (\u -> up[u]) up)
  let total = loop total = copy weight for d in reverse (1...i64.maximum depth) do
    reduce_by_index (copy total) (+) 0 (map2 (\p e -> if e == d then p else -1) parent depth) total
  in (depth, total)

type op = #add | #mul
type node = #number i64 | #node op i64 i64

def expression: []node = [#node #mul 1 2, #node #add 3 4, #node #add 5 6, #number 8, #number 20, #number 2, #number 40]

def known (t: node) = match t case #number _ -> true case _ -> false

def reduce_once [n] (ts: [n]node): [n]node =
  let one (t: node): node =
    match t
    case #number _ -> t
    case #node op a b ->
      match (op, ts[a], ts[b])
      case (#add, #number x, #number y) -> #number (x + y)
      case (#mul, #number x, #number y) -> #number (x * y)
      case _ -> t
  in map one ts

type token = #char u8 | #tree node

def digits (x: i64): i64 = loop n = 1 while x >= 10 ** n do n + 1

def show (ts: []node): []u8 =
  let size (t: token): i64 = match t
                             case #char _ -> 1
                             case #tree (#number x) -> digits x
                             case #tree (#node _ _ _) -> 5
  let get (t: token) (i: i64): token =
    match (t, i)
    case (#char c, _) -> #char c
    case (#tree (#number x), i) -> #char ('0' + u8.i64 (x / 10 ** (digits x - 1 - i) % 10))
    case (#tree _, 0) -> #char '('
    case (#tree (#node _ a _), 1) -> #tree ts[a]
    case (#tree (#node #add _ _), 2) -> #char '+'
    case (#tree _, 2) -> #char '*'
    case (#tree (#node _ _ b), 3) -> #tree ts[b]
    case _ -> #char ')'
  let expand (s: []token): []token =
    loop out = [] for t in s do out ++ map (get t) (iota (size t))
  let done (t: token) = match t case #char _ -> true case _ -> false
  let s: []token = [#tree ts[0]]
  in (loop s while !all done s do expand s) |> map (\t -> match t case #char c -> c case _ -> '?')

entry value =
  let ts = loop ts = copy expression while !all known ts do reduce_once ts
  in (match ts[0] case #number x -> x case _ -> assert false 0, show expression)
