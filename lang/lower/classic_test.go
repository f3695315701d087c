package lower_test

import "testing"

// Small programs as people write them.
var classics = []program{
	{`type body = {pos: (f64, f64), mass: f64}
def dist2 (a: (f64,f64)) (b: (f64,f64)) : f64 = let dx = a.0 - b.0 let dy = a.1 - b.1 in dx*dx + dy*dy + 0.01
def force (b1: body) (b2: body): (f64, f64) =
  let d = dist2 b1.pos b2.pos
  let f = b2.mass / (d * f64.sqrt d)
  in ((b2.pos.0 - b1.pos.0) * f, (b2.pos.1 - b1.pos.1) * f)
def add (a: (f64,f64)) (b: (f64,f64)) = (a.0 + b.0, a.1 + b.1)
def step [n] (dt: f64) (bs: [n]body): [n]body =
  map (\b -> let f = reduce add (0,0) (map (force b) bs)
             in b with pos = (b.pos.0 + dt * f.0, b.pos.1 + dt * f.1)) bs
def main [n] (xs: [n]f64) (ys: [n]f64) (k: i32) =
  let bs = map2 (\x y -> {pos = (x, y), mass = 1.0}) xs ys
  let bs = loop bs for _i < k do step 0.1 bs
  in map (\b -> b.pos) bs |> unzip`,
		"[0.0,1.0] [0.0,1.0] 1", "[0.035091821684507384f64, 0.9649081783154926f64]\n[0.035091821684507384f64, 0.9649081783154926f64]"},
	{`def dotprod [n] 't (mul: t -> t -> t) (add: t -> t -> t) (ne: t) (xs: [n]t) (ys: [n]t) = reduce add ne (map2 mul xs ys)
def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 =
  map (\r -> map (\c -> dotprod (*) (+) 0 r c) (transpose b)) a
def main a b = matmul a b`,
		"[[1.0,2.0],[3.0,4.0]] [[1.0,2.0],[3.0,4.0]]", "[[7.0f64, 10.0f64], [15.0f64, 22.0f64]]"},
	{`def radix_sort_step [n] (xs: [n]u32) (b: i32): [n]u32 =
  let bits = map (\x -> i64.u32 ((x >> u32.i32 b) & 1)) xs
  let neg = map (\x -> 1 - x) bits
  let offs = reduce (+) 0 neg
  let i0 = map2 (*) neg (scan (+) 0 neg)
  let i1 = map2 (*) bits (map (+offs) (scan (+) 0 bits))
  let is = map (\x -> x - 1) (map2 (+) i0 i1)
  in scatter (copy xs) is xs
def radix_sort [n] (xs: [n]u32): [n]u32 = loop xs for i < 32 do radix_sort_step xs i
def main (xs: []u32) = radix_sort xs`,
		"[5u32,3u32,9u32,1u32]", "[1u32, 3u32, 5u32, 9u32]"},
	{`def primes (n: i64) =
  let (acc, _) =
    loop (acc, c) = ([2], 2) while c < n + 1 do
      let c2 = i64.min (c * c) (n + 1)
      let is = map (\d -> c + 1 + d) (iota (c2 - c))
      let fs = map (\x -> all (\p -> x % p != 0) acc && x <= n) is
      let new = filter (.1) (zip is fs) |> map (.0)
      in (acc ++ new, c2)
  in acc
def main n = primes n`,
		"30i64", "[2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64]"},
	{`def life [n] [m] (board: [n][m]i32): [n][m]i32 =
  let at i j = board[(i + n) % n, (j + m) % m]
  in tabulate_2d n m (\i j ->
     let s = at (i-1) (j-1) + at (i-1) j + at (i-1) (j+1) + at i (j-1) + at i (j+1) + at (i+1) (j-1) + at (i+1) j + at (i+1) (j+1)
     in if s == 3 || (s == 2 && board[i,j] == 1) then 1 else 0)
entry main (n: i32) (b: [][]i32) = iterate n life b`,
		"1i32 [[0,0,0,0,0],[0,0,1,0,0],[0,0,1,0,0],[0,0,1,0,0],[0,0,0,0,0]]", "[[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 1i32, 1i32, 1i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]]"},
	{`def main [n] (a: *[n][n]f64) =
  loop a for k < n do
    let a = loop a for i in k+1..<n do
       let f = a[i,k] / a[k,k]
       let a[i,k] = f
       in loop a for j in k+1..<n do a with [i,j] = a[i,j] - f * a[k,j]
    in a`,
		"[[4.0,3.0],[6.0,3.0]]", "[[4.0f64, 3.0f64], [1.5f64, -1.5f64]]"},
	{`def main [n] [d] (k: i64) (it: i32) (pts: [n][d]f64) =
  let dist (a: [d]f64) (b: [d]f64) = f64.sum (map2 (\x y -> (x-y)*(x-y)) a b)
  let nearest cs p = (reduce (\(a,i) (b,j) -> if b < a || (b == a && j < i) then (b,j) else (a,i)) (f64.inf, -1) (zip (map (dist p) cs) (indices cs))).1
  let step cs =
    let is = map (nearest cs) pts
    let counts = reduce_by_index (replicate k 0) (+) 0 is (replicate n 1)
    let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) is pts
    in map2 (\s c -> map (/ f64.i64 (i64.max 1 c)) s) sums counts
  in iterate it step (take k pts)`,
		"2i64 3i32 [[0.0,0.0],[10.0,10.0],[0.0,1.0],[10.0,11.0]]", "[[0.0f64, 0.5f64], [10.0f64, 10.5f64]]"},
	{`def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (as: [n]t): [n]t =
  (unzip (scan (\(x_flag,x) (y_flag,y) -> (x_flag || y_flag, if y_flag then y else x ` + "`" + `op` + "`" + ` y)) (false, ne) (zip flags as))).1
def main (f: []bool) (xs: []i32) = segmented_scan (+) 0 f xs`,
		"[true,false,true,false] [1,2,3,4]", "[1i32, 3i32, 3i32, 7i32]"},
	{`def main (xs: []i32) = let n = length xs in loop (i, best) = (0i64, i32.lowest) while i < n do (i+1, i32.max best xs[i])`,
		"[1,5,2]", "3i64\n5i32"},
	{`def pairs (n: i64) = flatten (map (\i -> map (\j -> (i,j)) (iota n)) (iota n))
def main n = unzip (filter (\(i,j) -> i < j) (pairs n))`,
		"3i64", "[0i64, 0i64, 1i64]\n[1i64, 2i64, 2i64]"},
	{`def main [n] (xs: *[n]i32) (is: []i64) = loop xs for i in is do if i >= 0 && i < n then xs with [i] = xs[i] + 1 else xs`,
		"[0,0,0] [0i64,2i64,2i64,7i64]", "[1i32, 0i32, 2i32]"},
	{`def f (x: i32) (acc: *[]i32): *[]i32 = let acc[0] = x in acc
def main (n: i64) = let a = replicate n 0 let a = f 1 a let b = copy a let b = f 2 b in (a, b)`,
		"2i64", "[1i32, 0i32]\n[2i32, 0i32]"},
	{`def gauss [n] (A: [n][n]f64) : [n][n]f64 =
  let nm = n
  let Ap = map2 (\row i -> map (\j -> if j < n then row[j] else if j == n + i then 1 else 0) (iota (2*n))) A (iota n)
  let R = loop Ap for i < nm do
     let v1 = Ap[0, i]
     in map (\k -> map (\j -> let x = Ap[0,j] / v1 in if k < n-1 then Ap[k+1,j] - Ap[k+1,i] * x else x) (iota (2*n))) (iota n)
  in map (\row -> row[n:2*n] :> [n]f64) R
def main A = gauss A`,
		"[[4.0,7.0],[2.0,6.0]]", "[[0.6000000000000001f64, -0.7000000000000001f64], [-0.2f64, 0.4f64]]"},
	{`type tree = #leaf i32 | #node {l: i32, r: i32}
def sum (t: tree) = match t case #leaf x -> x case #node {l, r} -> l + r
def main (x: i32) = map sum [#leaf x, #node {l = x, r = 2}]`,
		"5", "[5i32, 7i32]"},
	{`def mandel (w: i64) (h: i64) (lim: i32) = tabulate_2d h w (\y x ->
   let c = (f64.i64 x / f64.i64 w * 3 - 2, f64.i64 y / f64.i64 h * 2 - 1)
   let (_, i) = loop ((re, im), i) = ((0, 0), 0) while i < lim && re*re + im*im < 4 do ((re*re - im*im + c.0, 2*re*im + c.1), i+1)
   in i)
def main w h = mandel w h 50i32`,
		"4i64 3i64", "[[1i32, 3i32, 4i32, 4i32], [1i32, 18i32, 50i32, 50i32], [1i32, 18i32, 50i32, 50i32]]"},
	{`def main (xs: []f64) (n: i32) = let step [k] (xs: [k]f64) = map (\i -> let l = if i == 0 then 0 else xs[i-1] let r = if i == k-1 then 0 else xs[i+1] in 0.25*l + 0.5*xs[i] + 0.25*r) (iota k) in iterate n step xs`,
		"[0.0,1.0,0.0] 2", "[0.25f64, 0.375f64, 0.25f64]"},
	{`def histo [n] (k: i64) (xs: [n]i64) = let is = map (% k) xs in (reduce_by_index (replicate k (0i64, i64.lowest)) (\(a,b) (c,d) -> (a+c, i64.max b d)) (0, i64.lowest) is (map (\x -> (1, x)) xs)) |> unzip
def main k xs = histo k xs`,
		"2i64 [1i64,2i64,3i64]", "[1i64, 2i64]\n[2i64, 3i64]"},
	{`def main [n] (xs: [n]i32) = let (a, b) = partition (< 3) xs in a ++ b :> [n]i32`,
		"[5,1,4,2]", "[1i32, 2i32, 5i32, 4i32]"},
	{`def dot [n] (a: [n]f64) (b: [n]f64) = reduce (+) 0 (map2 (*) a b)
def cg [n] (A: [n][n]f64) (b: [n]f64) (it: i32): [n]f64 =
  let x0 = replicate n 0
  let (x, _, _, _) = loop (x, r, p, rs) = (x0, b, b, dot b b) for _i < it do
    if rs < 1e-30 then (x, r, p, rs) else
    let Ap = map (dot p) A
    let alpha = rs / dot p Ap
    let x = map2 (\xi pi -> xi + alpha * pi) x p
    let r = map2 (\ri ai -> ri - alpha * ai) r Ap
    let rs2 = dot r r
    let p = map2 (\ri pi -> ri + rs2 / rs * pi) r p
    in (x, r, p, rs2)
  in x
def main A b = cg A b 5`,
		"[[4.0,1.0],[1.0,3.0]] [1.0,2.0]", "[0.09090909090909091f64, 0.6363636363636364f64]"},
	{`def main [n][m] (a: *[n][m]i32) = let r = copy a[0] in a with [1] = r`,
		"[[1,2],[3,4]]", "[[1i32, 2i32], [1i32, 2i32]]"},
	{`def main (n: i64) = loop (acc: []i64) = [] for i < n do acc ++ replicate i i`,
		"4i64", "[1i64, 2i64, 2i64, 3i64, 3i64, 3i64]"},
	{`def main (b: bool) = let f = if b then 1 else 2 in let xs = if b then [1,2,3] else [4] in (f, i32.sum xs)`,
		"true", "1i32\n6i32"},
	{`def quick [n] (xs: [n]i32) : [n]i32 = let s = loop xs for r < n do map (\i -> let j = i64.i32 (i32.i64 i) in if j + 1 < n && j % 2 == r % 2 then i32.min xs[j] xs[j+1] else if j > 0 && (j-1) % 2 == r % 2 then i32.max xs[j-1] xs[j] else xs[j]) (iota n) in s
def main xs = quick xs`,
		"[3,1,2,5,4]", "[1i32, 2i32, 3i32, 4i32, 5i32]"},
}

func TestClassics(t *testing.T) {
	for _, p := range classics {
		got, err := run(p)
		if err != nil {
			t.Errorf("%s\non %s: %v", p.src, p.in, err)
		} else if got != p.want {
			t.Errorf("%s\non %s gives\n%s\nwant\n%s", p.src, p.in, got, p.want)
		}
	}
}
