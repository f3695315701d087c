package check_test

import (
	"strings"
	"testing"

	"raido/lang/check"
	"raido/lang/prim"
	"raido/lang/types"
)

// Programs and the types of their definitions.
var typed = []typedProgram{
	// Literals, operators, defaults.
	{"def f x = x * x", "f: i32 -> i32"},
	{"def f (x: f32) = x * 2", "f: f32 -> f32"},
	{"def f x = x + 1.5", "f: f64 -> f64"},
	{"def f x y = x < y", "f: i32 -> i32 -> bool"},
	{"def f (x: i64) = x // 2 %% 3 << 1", "f: i64 -> i64"},
	{"def f (a: bool) b = a && !b || a == b", "f: bool -> bool -> bool"},
	{"def f (x: u8) = !x & 0xff | 1 ^ x", "f: u8 -> u8"},
	{"def x = -1u8", "x: u8"},
	{"def c = 'a'", "c: i32"},
	{"def s = \"hello\"", "s: [5]u8"},
	{"def f (x: f64) = -x ** 2", "f: f64 -> f64"},
	{"def x = 1i8 def y = 1f32 def z = true", "x: i8\ny: f32\nz: bool"},
	{"def f = \\x y -> (x + y) / 2", "f: i32 -> i32 -> i32"},
	{"def f (xs: [3]i32) ys = xs == ys", "f: [3]i32 -> [3]i32 -> bool"},
	{"def f (x: i32) = f64.i32 x ** 0.5", "f: i32 -> f64"},
	// Polymorphism and higher order.
	{"def id x = x", "id: '^a. a -> a"},
	{"def apply f x = f x", "apply: '^a '^b. (a -> b) -> a -> b"},
	{"def const 'a 'b (x: a) (_: b) = x", "const: 'a 'b. a -> b -> a"},
	{"def twice f x = f (f x)", "twice: '^a. (a -> a) -> a -> a"},
	{"def f = map (+ 1)", "f: [n]. [n]i32 -> *[n]i32"},
	{"def f = map (2 -) [1, 2]", "f: [2]i32"},
	{"def f x = let g 'a (y: a) = (y, x) in (g 1.0, g true)", "f: '^a. a -> ((f64, a), (bool, a))"},
	{"def f = let g (xs: []i32) = length xs in g [1] + g [1, 2]", "f: i64"},
	{"def f = foldl (\\a x -> a + x) 0 [1, 2]", "f: i32"},
	{"def f = reduce (&&) true", "f: [n]. [n]bool -> bool"},
	{"def f xs = xs |> map (+ 1) |> filter (> 0) |> i32.sum", "f: [n]. [n]i32 -> i32"},
	{"def f = map (+ 1) >-> filter (> 0)", "f: [n]. [n]i32 -> *[]i32"},
	{"def f = f64.sqrt <| reduce (+) 0 <| map f64.i64 (iota 3)", "f: f64"},
	{"def f = 3 `i32.max` 4 def g = (`i32.max` 3)", "f: i32\ng: i32 -> i32"},
	{"def (<+>) (a: i32) (b: f32) = f32.i32 a + b def x = 1 <+> 2", "<+>: i32 -> f32 -> f32\nx: f32"},
	{"def f = f32.(sqrt 2 + pi)", "f: f32"},
	// Derivatives are ordinary functions.
	{"def g = vjp (\\(xs: []f64) -> f64.sum xs)", "g: [n]. [n]f64 -> f64 -> [n]f64"},
	{"def h f x v = jvp (\\x -> vjp f x 1f64) x v", "h: 'a. (a -> f64) -> a -> a -> a"},
	{"def j [n] (f: [n]f64 -> f64) x = map (\\i -> jvp f x (map (\\j -> f64.bool (i == j)) (iota n))) (iota n)",
		"j: [n]. ([n]f64 -> f64) -> [n]f64 -> *[n]f64"},
	// Tuples, records, sums.
	{"def f (a, b) = (b, a)", "f: '^a '^b. (a, b) -> (b, a)"},
	{"def f () = 1", "f: () -> i32"},
	{"def f (p: (i32, (f32, bool))) = p.1.0", "f: (i32, (f32, bool)) -> f32"},
	{"def f (r: {b: f32, a: i32}) = r with a = r.a + 1", "f: {a: i32, b: f32} -> {a: i32, b: f32}"},
	{"def f {x, y} = x + y * 1f32", "f: {x: f32, y: f32} -> f32"},
	{"def x = 1 def r = {x, y = true}", "x: i32\nr: {x: i32, y: bool}"},
	{"def f = map (.x) [{x = 1, y = true}]", "f: [1]i32"},
	{"def f (r: {p: {q: i32}}) = r with p.q = 2", "f: {p: {q: i32}} -> {p: {q: i32}}"},
	{"type opt 'a = #some a | #none def get d (o: opt i32) = match o case #some x -> x case #none -> d",
		"get: i32 -> (#none | #some i32) -> i32"},
	{"def f (x: #a i32 | #b) = match x case #a 0 -> 1 case #a _ -> 2 case #b -> 3", "f: (#a i32 | #b) -> i32"},
	{"def f b : #l i32 | #r bool = if b then #l 1 else #r b", "f: bool -> #l i32 | #r bool"},
	{"def f x = match x case (0, _) -> 1 case (_, true) -> 2 case (n, false) -> n", "f: (i32, bool) -> i32"},
	// Arrays and sizes.
	{"def f [n] [m] (a: [n][m]f32) (v: [m]f32): [n]f32 = map (\\r -> f32.sum (map2 (*) r v)) a",
		"f: [n] [m]. [n][m]f32 -> [m]f32 -> [n]f32"},
	{"def f xs ys = zip xs ys", "f: [n] 'a 'b. [n]a -> [n]b -> *[n](a, b)"},
	{"def f (xs: []i32) (ys: []i32) = zip xs ys", "f: [n]. [n]i32 -> [n]i32 -> *[n](i32, i32)"},
	{"def f n = iota n", "f: (n: i64) -> *[n]i64"},
	{"def f n = iota (n + 1)", "f: (n: i64) -> *[n+1]i64"},
	{"def f n = let k = n * 2 in (iota k, replicate k 1)", "f: (n: i64) -> *([n*2]i64, [n*2]i32)"},
	{"def f (x: i32) = iota (i64.i32 x)", "f: (x: i32) -> *[i64.i32 x]i64"},
	{"def f = replicate 3 (replicate 4 0f32)", "f: [3][4]f32"},
	{"def f (n: i64) (g: i64 -> f32) = tabulate n g def x = f (2 + 1) f32.i64", "f: (n: i64) -> (i64 -> f32) -> *[n]f32\nx: [2+1]f32"},
	{"def n: i64 = 10 def xs = replicate n 0 def f (ys: [n]i32) = zip xs ys", "n: i64\nxs: [n]i32\nf: [n]i32 -> *[n](i32, i32)"},
	{"def f [n] (xs: [n]i32) = xs[1:n]", "f: [n]. [n]i32 -> [n-1]i32"},
	{"def f xs = (xs[0:3], xs[::-1])", "f: [n] 'a. [n]a -> ([3]a, [n]a)"},
	{"def f xs = xs[::2]", "f: [n] 'a. [n]a -> []a"},
	{"def f (m: [][]i32) = (m[0], m[0, 1], m[:, 0])", "f: [n] [k]. [n][k]i32 -> ([k]i32, i32, [n]i32)"},
	{"def f (n: i64) = (0..<n, 1...n, 2..<n)", "f: (n: i64) -> *([n]i64, [n]i64, [n-2]i64)"},
	{"def f = (1...10, 0..2..<10)", "f: ([]i32, []i32)"},
	{"def f [n] [m] (xs: [n][m]i32) = flatten xs |> unflatten", "f: [n] [m]. [n][m]i32 -> [n][m]i32"},
	{"def f = unflatten (iota (3 * 4))", "f: [3][4]i64"},
	{"def f (n: i64) (m: i64) (xs: [n*m]f32) = unflatten xs", "f: (n: i64) -> (m: i64) -> [n*m]f32 -> [n][m]f32"},
	{"def f [n] (xs: [n]i32): [n+1]i32 = concat xs [1] def g [n] (xs: [n]i32) = f (f xs)",
		"f: [n]. [n]i32 -> [n+1]i32\ng: [n]. [n]i32 -> [n+1+1]i32"},
	{"def f (xs: []i32) = xs :> [3]i32", "f: [n]. [n]i32 -> [3]i32"},
	{"def f (xs: [][]i32) = xs :> [][3]i32", "f: [n] [m]. [n][m]i32 -> [n][3]i32"},
	{"def f b = if b then iota 3 else iota 4", "f: bool -> *[]i64"},
	{"def f b = if b then iota 3 else iota 3", "f: bool -> *[3]i64"},
	{"def f (xs: []i32) = partition (> 0) xs", "f: [n]. [n]i32 -> ?[k].([k]i32, [n-k]i32)"},
	{"def f (xs: []i32): ?[k].[k]i32 = filter (> 0) xs def g xs = let ys = f xs in zip ys ys",
		"f: [n]. [n]i32 -> ?[k].[k]i32\ng: [n]. [n]i32 -> *[](i32, i32)"},
	{"def f (g: i64 -> []i64) = g 3 def x = f iota def y = f (\\n -> filter (> n) (iota n))",
		"f: (i64 -> []i64) -> []i64\nx: []i64\ny: []i64"},
	{"def f xs = let [n] (ys: [n]i32) = filter (> 0) xs in (n, map2 (+) ys (replicate n 1))", "f: [n]. [n]i32 -> *(i64, []i32)"},
	{"type vec [n] = [n]f32 def f (a: vec [3]) (b: vec []) = (a, b)", "f: [n]. [3]f32 -> [n]f32 -> ([3]f32, [n]f32)"},
	{"type~ some = []i32 def f (x: some): some = filter (> 0) x", "f: [n]. [n]i32 -> []i32"},
	{"type^ fn = i32 -> i32 def f (g: fn) = g 1", "f: (i32 -> i32) -> i32"},
	// Loops.
	{"def f (n: i32) = loop r = 1 for i < n do r * (i + 1)", "f: i32 -> i32"},
	{"def f = loop x = 1f32 while x < 100 do x * 2", "f: f32"},
	{"def f [n] (xs: [n]i32) = loop ys = xs for i < 3 do map (+ i) ys", "f: [n]. [n]i32 -> [n]i32"},
	{"def f (xs: []i32) (n: i32) = loop ys = xs for _i < n do ys ++ ys", "f: [m]. [m]i32 -> i32 -> []i32"},
	{"def f [n] (xs: [n]i32) (ys: [n]i32) = loop (a, b) = (xs, ys) for _i < 3 do (b, map2 (+) a b)",
		"f: [n]. [n]i32 -> [n]i32 -> ([n]i32, [n]i32)"},
	{"def f [n] (xs: [n]i32) = loop (a, b) = (xs, [1, 2]) for _i < 3 do (b, a)", "f: [n]. [n]i32 -> ([]i32, []i32)"},
	{"def f (n: i64) = loop [m] (xs: [m]i32) = replicate n 1 for _i < 3 do xs ++ replicate m 0", "f: i64 -> *[]i32"},
	{"def f xs = loop s = 0 for x in xs do s + x", "f: [n]. [n]i32 -> i32"},
	{"def f x = loop (x, i) = (x, 0) while i < 10 do (x / 2, i + 1)", "f: i32 -> (i32, i32)"},
	// Uniqueness.
	{"def f (xs: *[]i32) = xs with [0] = 1", "f: [n]. *[n]i32 -> *[n]i32"},
	{"def f (xs: *[]i32): *[]i32 = let xs[0] = 1 in xs", "f: [n]. *[n]i32 -> *[n]i32"},
	{"def f xs = let ys = copy xs in ys with [0] = 1", "f: [n]. [n]i32 -> *[n]i32"},
	{"def f (n: i64) = loop xs = replicate n 0 for i < n do xs with [i] = i", "f: (n: i64) -> *[n]i64"},
	{"def f (xs: *[]i32) b = if b then xs with [0] = 1 else xs", "f: [n]. *[n]i32 -> bool -> *[n]i32"},
	{"def f (xss: [][]i32) = map (\\xs -> copy xs with [0] = 1) xss", "f: [n] [m]. [n][m]i32 -> *[n][m]i32"},
	{"def f (xs: *[]i32) = let ys = map (+ 1) xs let xs[0] = 2 in (xs, ys)", "f: [n]. *[n]i32 -> *([n]i32, [n]i32)"},
	{"def f (xs: []i32) (ys: *[]i32) = (loop zs = ys for i < 3 do zs with [i] = xs[i])", "f: [n] [m]. [n]i32 -> *[m]i32 -> *[m]i32"},
	{"def f (a: *[]i32, b: i32): (*[]i32, i32) = (a with [0] = b, b) def g = let (x, y) = f (iota 3 |> map i32.i64, 2) in x with [0] = y",
		"f: [n]. *([n]i32, i32) -> *([n]i32, i32)\ng: [3]i32"},
	{"def f (g: *[]i32 -> *[]i32) = g [1, 2] def x = f (\\a -> a with [0] = 3)", "f: (*[2]i32 -> *[]i32) -> *[]i32\nx: []i32"},
	{"def f (xs: []i32) = let g (ys: []i32) = map (+ 1) ys in g xs with [0] = 1", "f: [n]. [n]i32 -> *[n]i32"},
	{"def f (xs: []i32) = let g = \\ys -> map (+ 1) ys in g xs with [0] = 1", "f: [n]. [n]i32 -> *[n]i32"},
	{"def f (xs: []i32): []i32 = copy xs", "f: [n]. [n]i32 -> [n]i32"},
	{"def f (xs: []i32) = (xs, map (+ 1) xs)", "f: [n]. [n]i32 -> ([n]i32, *[n]i32)"},
	{"def f (xs: []i32): (*[]i32, []i32) = (copy xs, xs) def g (xs: []i32) = let (a, b) = f xs in (a with [0] = b[0], b)",
		"f: [n]. [n]i32 -> (*[n]i32, [n]i32)\ng: [n]. [n]i32 -> (*[n]i32, [n]i32)"},
	{"def f (n: i64) = loop (a, b) = (replicate n 1, replicate n 2) for i < n do (b, a)", "f: (n: i64) -> *([n]i32, [n]i32)"},
	// Modules.
	{"module m = { type t = [3]f32 def dot (a: t) (b: t) = f32.sum (map2 (*) a b) } def f (a: m.t) = m.dot a a",
		"m.dot: [3]f32 -> [3]f32 -> f32\nf: [3]f32 -> f32"},
	{"module m = { module n = { def x = 1 } open n def y = x } open m def z = n.x + y", "m.n.x: i32\nm.y: i32\nz: i32"},
	{"module a = { def x = 1 } module b = a def y = b.x", "a.x: i32\ny: i32"},
	{"module a = { local def x = 1f32 def y = x } def z = a.y", "a.x: f32\na.y: f32\nz: f32"},
	// Other things.
	{"def f (x: i32) = assert (x > 0) (x, x)", "f: i32 -> (i32, i32)"},
	{"def f : i32 -> []f64 = ???", "f: i32 -> []f64"},
	{"def f (n: i32) = #[unroll] loop x = 1 for i < n do x + i", "f: i32 -> i32"},
	{"def r = {a = 1} def x = r.a", "r: {a: i32}\nx: i32"},
	{"def f = let (x, _) = (1, 2) let y: f32 = 3 in (x, y)", "f: (i32, f32)"},
	{"def f x = match x case true -> 1 case false -> 2", "f: bool -> i32"},
	{"entry main (xs: []f64) = f64.sum xs", "main: [n]. [n]f64 -> f64"},
	{"entry g = vjp (\\(x: f64) -> x * x)", "g: f64 -> f64 -> f64"},
	{"def even x = x % 2 == 0 def odd x = !(even x)", "even: i32 -> bool\nodd: i32 -> bool"},
}

func TestTypes(t *testing.T) { sameTypes(t, typed) }

// typedProgram is a program and the types of its definitions.
type typedProgram struct{ program, types string }

func sameTypes(t *testing.T, programs []typedProgram) {
	t.Helper()
	for _, c := range programs {
		p, ds := checkFile(t, c.program)
		if len(ds.Errors()) > 0 {
			t.Errorf("%s\n  %v", c.program, ds)
			continue
		}
		for _, d := range p.Defs {
			if err := types.Verify(d); err != nil {
				t.Errorf("%s\n  %s: %v", c.program, d.Sym.Name, err)
			}
		}
		if got := typesOf(p); got != c.types {
			t.Errorf("%s\n got %s\nwant %s", c.program, strings.ReplaceAll(got, "\n", "\n     "), strings.ReplaceAll(c.types, "\n", "\n     "))
		}
	}
}

// TestScalarModules forces every module of the library, each of which is checked when first mentioned.
func TestScalarModules(t *testing.T) {
	for _, p := range prim.Types {
		env := check.Prelude()
		if n := len(env.Names(p.String() + ".")); n < 10 {
			t.Errorf("module %s has only %d names", p, n)
		}
	}
}
