-- Several values of a scatter may go to one place: the last of them is its value, and alone has its adjoint. What is replaced has none.
-- ==
-- entry: equal last rows planes
-- input { 1i64 } output { true }
-- input { 4i64 } output { true }
-- input { 301i64 } output { true }
-- ==
-- entry: filters parts users keeping
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 300i64 } output { true }
-- ==
-- entry: loops
-- input { 1i64 } output { true }
-- input { 40i64 } output { true }
import "gaps"

def same [n] (a: [n]f64) (b: [n]f64) = and (map2 (==) a b)

-- | jvp in unit directions against vjp, bit by bit: where values only move, both are exact.
def exact [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64): bool =
  let dx = map (\i -> f64.i64 (i % 7 + 1)) (iota n)
  let dy = map (\i -> f64.i64 (i % 5 - 2)) (iota m)
  in dot dy (jvp f x dx) == dot (vjp f x dy) dx

entry equal (n: i64) =
  let g = vjp (\xs -> scatter (replicate n (replicate 1 0)) ((0..<n) ++ (0..<n)) (xs ++ xs)) (replicate n [2]) (replicate n [1])
  in and (map (\row -> same row [1]) g)

entry last (n: i64) =
  exact (\xs -> scatter (copy xs) (map (/ 2) (iota n)) xs) (noise n 1)
  && exact (\xs -> scatter (copy xs) (map (\i -> i * i % 3 - 1) (iota n)) (map (* 2) xs)) (noise n 2)
  && exact (\xs -> scatter (map (* 3) xs) (map (const 0) (iota n)) xs) (noise n 3)
  && agree (\xs -> map2 (*) (scatter (map f64.sin xs) (map (/ 3) (iota n)) (map f64.exp xs)) xs) (noise n 4)

entry rows (n: i64) =
  exact (\xs -> flatten (scatter (map (\x -> [x, x]) xs) (map (\i -> i % 2 * 5) (iota n)) (map (\x -> [x, 2 * x]) xs))) (noise n 5)

entry planes (n: i64) =
  exact (\xs -> flatten (scatter_2d (replicate 3 (replicate n (2 * xs[0]))) (map (\i -> (i % 4, i / 2)) (iota n)) xs)) (noise n 6)

-- The indices of one iteration may meet those of another, and each other.
entry loops (n: i64) =
  exact (\xs -> loop ys = copy xs for i < 5 do scatter ys [i % n, (2 * i) % n, i % n] [ys[0] + xs[i % n], 2 * ys[i % n], xs[0]]) (noise n 7)

-- | Neighbours of what is kept: a derivative that moves an element to another place is another one.
def chain [k] (t: [k]f64) : f64 = if k < 2 then 0 else f64.sum (map2 (*) (t[:k-1] :> [k-1]f64) (t[1:] :> [k-1]f64))

-- What is kept may be read more than once, filtered again, and be what a map has made; what it was taken from may be used beside.
entry filters (n: i64) =
  let ws = noise n 8
  let keep xs = map (.0) (filter (\(_, w) -> w > 0) (zip xs ws))
  in agree (\xs -> [chain (keep xs)]) (noise n 9)
     && agree (\xs -> [chain (keep xs) + chain (filter (> 0.3) xs) + f64.sum (map2 (*) xs ws)]) (noise n 10)
     && agree (\xs -> [chain (filter (< 0.7) (filter (> 0) xs))]) (noise n 11)
     && agree (\xs -> [chain (filter (> 0) (map f64.sin xs))]) (noise n 12)
     && agree (\xs -> [chain (filter (> 2) xs) + f64.i64 (length (filter (> -0.1) xs)) * xs[0]]) (noise n 13)
     && agree (\xs -> let (a, b) = unzip (filter (\(x, y) -> x > y) (zip xs (rotate 1 xs))) in [chain a * chain b]) (noise n 14)
     && agree (\xs -> map (\i -> chain (filter (> f64.i64 i * 0.5 - 1) xs)) (iota 4)) (noise n 15)
     && agree (\xs -> let q = filter (\p -> p[0] > p[2]) (map (\i -> [xs[i], xs[n - 1 - i], 0.1]) (iota n)) in [f64.sum (map (\p -> p[0] * p[1] * p[2]) q)]) (noise n 16)
     && exact (\xs -> [f64.f32 (f32.sum (filter (> 0) (map f32.f64 xs)))]) (map (\x -> f64.round (x * 8)) (noise n 17))

entry parts (n: i64) =
  agree (\xs -> let (a, b) = partition (> 0) xs in [chain a + 2 * chain b]) (noise n 18)
  && agree (\xs -> let (a, b, c) = partition2 (> 0.3) (> -0.3) xs in [chain a + 2 * chain b + 3 * chain c]) (noise n 19)
  && agree (\xs -> let (a, r) = partition (> 0.3) xs let (b, c) = partition (> -0.3) r in [chain (a ++ c) - chain b]) (noise n 20)

entry users (n: i64) =
  let flags xs = map (\x -> if x > 0 then 1i64 else 0) xs
  let total [m] (offs: [m]i64): i64 = if m > 0 then offs[m - 1] else 0
  in agree (\xs -> let fs = flags xs let offs = scan (+) 0 fs
                   in [chain (scatter (replicate (total offs) 0) (map2 (\f o -> if f == 1 then o - 1 else -1) fs offs) xs)]) (noise n 21)
     && agree (\xs -> let fs = flags xs let offs = scan (+) 0 fs -- the kept ones from the end on
                      in [chain (scatter (replicate (total offs) 0) (map2 (\f o -> if f == 1 then total offs - o else n) fs offs) xs)]) (noise n 22)
     && agree (\xs -> let fs = flags xs let offs = scan (+) 0 fs -- one place too few
                      in [chain (scatter (replicate (i64.max 0 (total offs - 1)) 0) (map2 (\f o -> if f == 1 then o - 1 else -1) fs offs) xs)]) (noise n 23)
     && agree (\xs -> let fs = flags xs let offs = scan (+) 0 fs -- one place too many
                      in [chain (scatter (replicate (total offs + 1) 2) (map2 (\f o -> if f == 1 then o - 1 else -1) fs offs) xs)]) (noise n 24)

-- Loops that keep: of what they have kept slices, neighbours, or more than that is read.
entry keeping (n: i64) =
  let keep xs = loop (t, k) = (replicate n 0.5, 0) for x in xs do if x > 0 then (t with [k] = x, k + 1) else (t, k)
  in agree (\xs -> let (t, k) = keep xs in [chain (take k t)]) (noise n 25)
     && agree (\xs -> let (t, k) = keep xs in [f64.sum (tabulate (i64.max 0 (k - 1)) (\i -> t[i] * t[i + 1]))]) (noise n 26)
     && agree (\xs -> let (t, k) = keep xs in [chain (take k t) + chain t]) (noise n 27)
     && agree (\xs -> let (t, k) = keep xs in [chain (drop k t) + f64.sum (take k t)]) (noise n 28)
     && agree (\xs -> let (t, u, j, k) = loop (t, u, j, k) = (replicate n 0, replicate n 0, 0i64, 0i64) for x in xs do
                        if x > 0 then (t with [j] = x * x, u, j + 1, k) else (t, u with [k] = x, j, k + 1)
                      in [chain (take j t) + 2 * chain (take k u)]) (noise n 29)
