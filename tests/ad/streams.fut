-- Streams of updates, in parallel and in loops: jvp, vjp and differences agree on values, destinations and free variables.
-- ==
-- entry: sums products overwrites rows pairs within named nested second
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 7i64 } output { true }
-- input { 30i64 } output { true }
import "gaps"

-- Places of which some are outside, and some are many times there.
def places (n: i64): [n]i64 = tabulate n (\i -> (i * 7919 + 3) % 13 - 2)

-- The operator as a loop takes it, which is no plain sum.
def plus (x: f64) (y: f64): f64 = x - -y

-- f is given the destination (nine numbers), the elements, and free variables (three).
def along (n: i64) (f: [9]f64 -> [n](i64, f64) -> [3]f64 -> [9]f64): bool =
  let g (x: [9 + n + 3]f64): [9]f64 = f (x[:9] :> [9]f64) (zip (places n) (x[9:9 + n] :> [n]f64)) (x[9 + n:] :> [3]f64)
  in agree g (noise (9 + n + 3) 5)

entry sums (n: i64) =
  let f op (dest: [9]f64) bs (c: [3]f64) = reduce_by_index_stream (copy dest) op 0 (\acc (i, v) ->
    write (write acc i (v * c[0])) (i + 1) (f64.sin v * c[1])) bs
  in along n (f (+)) && along n (f plus)

entry products (n: i64) =
  along n (\dest bs c -> reduce_by_index_stream (copy dest) (*) 1 (\acc (i, v) -> write acc i (1.1 + v * c[0])) bs)

entry overwrites (n: i64) =
  along n (\dest bs c -> scatter_stream (copy dest) (\acc (i, v) -> if v > 0 then write acc i (v * c[0]) else acc) bs)

entry rows (n: i64) =
  let rows (dest: [9]f64): *[3][3]f64 = copy (unflatten (dest :> [3 * 3]f64))
  let f (acc: *acc ([3][3]f64)) (i, v) c = write acc i (map (\x -> f64.sin (v * x)) c)
  in along n (\dest bs c -> flatten (reduce_by_index_stream (rows dest) (map2 (+)) (replicate 3 0) (\acc b -> f acc b c) bs) :> [9]f64)
     && along n (\dest bs c -> flatten (scatter_stream (rows dest) (\acc b -> f acc b c) bs) :> [9]f64)

entry pairs (n: i64) =
  let larger (i, x) (j, y) = if x >= y then (i, x) else (j, y)
  in along n (\dest bs c ->
    let start = map (\x -> (-1i64, x)) dest
    in reduce_by_index_stream start larger (-1, -f64.inf) (\acc (j, (i, v)) -> write acc i (j, v * c[0])) (zip (indices bs) bs)
       |> map (\(j, x) -> x * f64.i64 (j + 2)))

-- In the function of a map, with loops and branches inside.
entry within (n: i64) =
  let f op (dest: [9]f64) bs (c: [3]f64) =
    map (\x -> reduce_by_index_stream (copy dest) op 0 (\acc (i, v) ->
      let acc = if i > 4 then write acc 0 (v * x) else acc
      let (acc, _) = loop (acc, y) = (acc, v) for j < i do (write acc j (y * c[0]), y * 0.9 + c[1])
      in acc) bs) c
    |> transpose |> map f64.sum
  in along n (f (+)) && along n (f plus)

-- By the names of Futhark's compiler, passed on by functions of any type.
entry named (n: i64) =
  let f (dest: [9]f64) bs (c: [3]f64) =
    let sums = intrinsics.hist_stream (copy dest) (+) 0 (\acc (i, v) -> intrinsics.acc_write (id acc) i (v * c[0]) |> id) bs
    in intrinsics.scatter_stream sums (flip (\(i, v) acc -> intrinsics.acc_write acc (i - 1) (f64.sin v * c[1]))) bs
  in along n f

-- A stream in the function of another, and a derivative in it.
entry nested (n: i64) =
  let f op (dest: [9]f64) bs (c: [3]f64) =
    reduce_by_index_stream (copy dest) op 0 (\acc (i, v) ->
      let own = reduce_by_index_stream (copy c) op 0 (\acc j -> write acc j (v * f64.i64 j)) (iota 3)
      let d = vjp (\x -> x * x * own[1]) v 1
      in write acc i (d + own[2])) bs
  in along n (f (+)) && along n (f plus)

-- Second derivatives: the derivative of the gradient.
entry second (n: i64) =
  let f op (x: [9]f64) =
    let ys = reduce_by_index_stream (copy x) op 0 (\acc i -> write acc i (x[i % 9] * x[(i * i + 1) % 9])) (iota n)
    in f64.sum (map (\y -> y * y) ys)
  in agree (\x -> vjp (f (+)) x 1) (noise 9 4) && agree (\x -> vjp (f plus) x 1) (noise 9 4)
