-- A priority queue in an array, an abstract type of lifted size: heap sort, and shortest paths by Dijkstra.
-- ==
-- entry: sorted
-- input { [5, 3, 8, 1, 9, 2] } output { [1, 2, 3, 5, 8, 9] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- entry: distances
-- input { 0i64 } output { [0i64, 7i64, 9i64, 20i64, 20i64, 11i64] }
-- input { 3i64 } output { [20i64, 15i64, 11i64, 0i64, 6i64, 13i64] }
module heap (K: { type t val <=: t -> t -> bool }): {
  type~ heap
  val empty: i64 -> K.t -> *heap
  val size: heap -> i64
  val push: K.t -> *heap -> *heap
  val pop: *heap -> *(K.t, heap)
} = {
  type~ heap = {items: []K.t, size: i64}

  def empty (capacity: i64) (any: K.t): *heap = {items = replicate capacity any, size = 0}
  def size (h: heap) = h.size

  def push (x: K.t) ({items, size}: *heap): *heap =
    let (items, i) =
      loop (items, i) = (items, size) while i > 0 && !(items[(i - 1) / 2] K.<= x) do
        let up = copy items[(i - 1) / 2]
        in (items with [i] = up, (i - 1) / 2)
    in {items = items with [i] = x, size = size + 1}

  def pop ({items, size}: *heap): *(K.t, heap) =
    let top = copy items[0]
    let x = copy items[size - 1]
    let size = size - 1
    let (items, i, _) =
      loop (items, i, go) = (items, 0, true) while go do
        let l = 2 * i + 1
        let c = if l + 1 < size && items[l + 1] K.<= items[l] then l + 1 else l
        in if c >= size || x K.<= items[c] then (items, i, false)
           else let down = copy items[c] in (items with [i] = down, c, true)
    in (top, {items = if size == 0 then items else items with [i] = x, size})
}

module ints = heap i32

entry sorted [n] (xs: [n]i32): [n]i32 =
  let h = loop h = ints.empty n 0 for x in xs do ints.push x h
  let (out, _) =
    loop (out, h) = (replicate n 0, h) for i < n do
      let (x, h) = ints.pop h
      in (out with [i] = x, h)
  in out

module queue = heap { type t = (i64, i64) def (<=) (a: t) (b: t) = a.0 <= b.0 }

def edges: [](i64, i64, i64) =
  [(0, 1, 7), (0, 2, 9), (0, 5, 14), (1, 2, 10), (1, 3, 15), (2, 3, 11), (2, 5, 2), (3, 4, 6), (4, 5, 9)]

entry distances (start: i64): [6]i64 =
  let both = edges ++ map (\(a, b, w) -> (b, a, w)) edges
  let (dist, _) =
    loop (dist, q) = (replicate 6 i64.highest, queue.push (0, start) (queue.empty 32 (0, 0)))
    while queue.size q > 0 do
      let ((d, v), q) = queue.pop q
      in if dist[v] <= d then (dist, q)
         else (dist with [v] = d,
               loop q for (a, b, w) in both do if a == v then queue.push (d + w, b) q else q)
  in dist
