package check_test

import (
	"strings"
	"testing"

	"raido/lang/diag"
)

// Faulty programs: the code of the only fault, the text that it points at, and a part of its message,
// hint or notes.
var faulty = []struct{ program, code, span, part string }{
	// Names.
	{"def f x = y", "E0301", "y", "unknown name y"},
	{"def f = lenght [1]", "E0301", "lenght", "did you mean length?"},
	{"def f = sqrt 2", "E0301", "sqrt", "did you mean f64.sqrt, f32.sqrt?"},
	{"def f = map [1, 2] i32.abs", "E0201", "[1, 2]", "the arguments may be in the wrong order"},
	{"def f = f64.sqr 2", "E0301", "f64.sqr", "did you mean sqrt?"},
	{"def f = F64.sqrt 2", "E0303", "F64.sqrt", "did you mean f64?"},
	{"def f (x: i33) = x", "E0302", "i33", "did you mean i32?"},
	{"def f (x: a) = x", "E0302", "a", "unknown type a"},
	{"def x: i32 = x + 1", "E0301", "x", "only top-level functions"},
	{"def g (n: i32) = let f (n: i32): i32 = f (n - 1) in f n", "E0301", "f", "unknown name f"},
	{"def go (g: i64 -> i64) (n: i64): i64 = if n == 0 then g 0 else go (\\x -> g x * 2) (n - 1)", "E0213", "\\x -> g x * 2", "with another function"},
	{"def f (n: i32): i32 -> i32 = if n == 0 then \\x -> x else f (n - 1)", "E0207", "if n == 0 then \\x -> x else f (n - 1)", "the result of if"},
	{"def f (n: i32): i32 -> i32 = let g = f (n - 1) in \\x -> g x", "E0213", "f", "its result holds a function"},
	{"def f (n: i32) (g: i32 -> i32): i32 = let h = f (n - 1) in h g", "E0213", "f (n - 1)", "without all"},
	{"def f x x = x", "E0304", "x", "first here"},
	{"def f (a, b, a) = b", "E0304", "a", "bound twice"},
	{"def f = 1 def f = 2", "E0304", "f", "defined twice"},
	{"def f = {a = 1, a = 2}", "E0304", "a = 2", "field a appears twice"},
	{"type t 'a = a def f (x: t i32 i32) = x", "E0305", "t i32 i32", "takes 1 argument, but has 2"},
	{"type t [n] = [n]i32 def f (x: t i32) = x", "E0305", "t i32", "should be a size"},
	{"module m = { local def x = 1 } def y = m.x", "E0301", "m.x", "unknown name x in module m"},
	// Types.
	{"def f: i32 = true", "E0201", "true", "should have type i32, but has type bool"},
	{"def f (x: i32) (y: i64) = x + y", "E0201", "x + y", "convert one side: i64.i32 x"},
	{"def f = if 1 then 2 else 3", "E0203", "1", "the condition of if should have type bool"},
	{"def f b = if b then 1 else true", "E0203", "true", "this branch of if should be of a number type, but has type bool"},
	{"def f b = if b then [1] else 2i32", "E0201", "2i32", "should have type [1]"},
	{"def f (x: f32) = f64.sqrt x", "E0201", "x", "argument 1 of f64.sqrt should have type f64, but has type f32"},
	{"def f = iota 3 4", "E0202", "4", "iota takes 1 argument"},
	{"def f (x: i32) = x 1", "E0202", "x", "applied like a function"},
	{"def f (x: i32) = x + 1.5", "E0203", "1.5", "should have type i32, but is of a float type"},
	{"def f = true + false", "E0203", "true", "an operand of + should be of a number type"},
	{"def f = !1.5", "E0203", "1.5", "should be of an integer or bool type, but is of a float type"},
	{"def f = [1] + [2]", "E0203", "[1]", "apply the operator to the elements: map2 (+) [1] [2]"},
	{"def f 'a (x: a) = x == x", "E0203", "x", "'a may be any type"},
	{"def f = i32.sum == i32.sum", "E0203", "i32.sum", "a type with equality"},
	{"def f = [1, true]", "E0203", "true", "element 1 of this array"},
	{"def f x = x.foo", "E0206", "x.foo", "record type is not determined"},
	{"def f = {a = 1}.b", "E0204", "{a = 1}.b", "has no field b"},
	{"def f (r: {alpha: i32}) = r.alhpa", "E0204", "r.alhpa", "did you mean .alpha?"},
	{"def f (r: {a: i32}) = r with a = true", "E0201", "true", "the new value of the field"},
	{"def f = #foo 1", "E0206", "#foo 1", "sum type of #foo is not determined"},
	{"def f (x: #a | #b) = match x case #c -> 1 case _ -> 2", "E0205", "#c", "has no constructor #c"},
	{"def f: #a i32 = #a 1 2", "E0205", "#a 1 2", "no constructor #a with such a payload"},
	{"def f = [i32.sum]", "E0207", "i32.sum", "may not stand here"},
	{"def f b = if b then i32.sum else i32.product", "E0207", "if b then i32.sum else i32.product", "the result of if may not be a function"},
	{"def f = map2 (\\x -> x) [1] [2]", "E0203", "(\\x -> x)", "a parameter is missing"},
	{"def f (g: i32 -> i32) = loop h = g for i < 3 do h", "E0207", "loop h = g for i < 3 do h", "a loop parameter may not be a function"},
	{"type t = i32 -> i32", "E0207", "i32 -> i32", "write type^"},
	{"def f x = x x", "E0208", "x", "infinite type"},
	{"def f (x: #a i32 | #b) = match x case #a _ -> 1", "E0209", "match x case #a _ -> 1", "no case for #b"},
	{"def f = match (1, true) case (1, _) -> 1 case (_, false) -> 2", "E0209", "match (1, true) case (1, _) -> 1 case (_, false) -> 2", "no case for (0, true)"},
	{"def f (x: {a: bool}) = match x case {a = true} -> 1", "E0209", "match x case {a = true} -> 1", "{a = false}"},
	{"def f (x: #a (#b | #c i32)) = match x case #a #b -> 1", "E0209", "match x case #a #b -> 1", "#a (#c _)"},
	{"def f (x: (i32, i32)) = let (1, y) = x in y", "E0210", "(1, y)", "must match every value"},
	{"def x = 300 : u8", "E0211", "300", "does not fit type u8"},
	{"def x: i8 = 128", "E0211", "128", "does not fit type i8"},
	{"def f (x: i32) = x[0]", "E0201", "x[0]", "should be an array"},
	{"def f (xs: []i32) = xs[true]", "E0203", "true", "an index should be of a signed integer type"},
	{"def f (xs: []i32) (i: i32) = xs[i:]", "E0201", "i", "a bound of a slice should have type i64"},
	{"def f (xs: []i32) = xs with [0] = true", "E0201", "true", "the new value should have type i32"},
	{"def f = loop x = 1i32 for i < 3 do true", "E0201", "true", "the body of the loop"},
	{"def f = loop x = 1 while x do x", "E0203", "x", "condition of while"},
	{"def f (n: f32) = loop x = 1 for i < n do x", "E0203", "n", "an integer type"},
	{"def f = map (\\(a, b) -> a) [1i32, 2]", "E0201", "(\\(a, b) -> a)", "should have type i32 -> _, but has type (_, _) -> _"},
	{"def f (x: f32) = (1i32: i64)", "E0201", "1i32", "the type is given here"},
	{"entry f x = x", "E0212", "f", "polymorphic"},
	{"entry f (g: i32 -> i32) = g 1", "E0212", "f", "holds a function"},
	{"module m = { entry f (x: i32) = x }", "E0212", "f", "inside a module"},
	// Sizes.
	{"def f [n] [m] (a: [n]i32) (b: [m]i32) = zip a b", "E0401", "b", "sizes n and m differ"},
	{"def f (a: [3]i32) (b: [4]i32) = map2 (+) a b", "E0401", "b", "sizes 3 and 4 differ"},
	{"def f = [[1, 2], [3]]", "E0401", "[3]", "sizes 2 and 1 differ"},
	{"def f (n: i64): [n]i64 = iota (n + 1)", "E0401", "iota (n + 1)", "sizes n and n+1 differ"},
	{"def f [n] (xs: [n]i32): [n]i32 = filter (> 0) xs", "E0401", "filter (> 0) xs", "(filter (> 0) xs) :> [n]i32"},
	{"def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)", "E0401", "(filter (< 0) xs)", "only known when this is computed"},
	{"def f [n] (xs: [n]i32): [n-1]i32 = xs", "E0401", "xs", "sizes n-1 and n differ"},
	{"def f = unflatten (iota 12)", "E0401", "(iota 12)", "_*_ and 12 differ"},
	{"def f [n] (xs: [n]i32) (ys: [n+1]i32) = loop zs = xs for i < 3 do map2 (+) ys ys", "", "", ""},
	{"def f [n] (xs: [n]i32) (ys: [2]i32) = loop zs = ys for i < 3 do map2 (+) zs xs", "E0401", "ys", "the initial value of the loop has size 2 where the loop needs size n"},
	{"def f [n] (xs: [n]i32): [n]i32 = loop xs for i < 3 do (loop xs for j < i do filter (> 0) xs)", "E0401", "loop xs for i < 3 do (loop xs for j < i do filter (> 0) xs)", "sizes n and k differ"},
	{"def f [n] (xs: [n]i32): [n]i32 = loop xs for i < 3 do let ys = (loop xs for j < i do tabulate n (\\q -> xs[q])) in filter (> 0) ys", "E0401", "let ys = (loop xs for j < i do tabulate n (\\q -> xs[q])) in filter (> 0) ys", "the loop needs size n"},
	{"def f [n] (xs: []i32) (ys: [n]i32) = zip ys (loop xs for i < 3 do map (+ 1) ys)", "E0401", "(loop xs for i < 3 do map (+ 1) ys)", "declare the size at its parameter, loop (xs: [n]i32)"},
	{"def f = map (\\i -> iota i) (iota 3)", "E0402", "(\\i -> iota i)", "arrays must be regular"},
	{"def f (xss: [][]i32) = map (filter (> 0)) xss", "E0402", "(filter (> 0))", "arrays must be regular"},
	{"def f p xs = let ys = filter p xs in zip xs ys", "E0402", "xs", "comes into being here"},
	{"def f x = let n = i64.f32 x in \\ys -> zip ys (iota n)", "", "", ""},
	{"def f xs = map (\\x -> length (zip xs (filter (> x) [1]))) [1i64]", "E0402", "xs", "is not known here"},
	{"def f (n: i32) (xs: [n]i32) = xs", "E0201", "n", "a size should have type i64"},
	{"def f (b: bool) (xs: [if b then 1 else 2]i32) = xs", "E0403", "if b then 1 else 2", "can't be a size"},
	{"type t = []i32", "E0404", "[]i32", "make them parameters"},
	{"def f (x: ?[n].i32) = x", "E0404", "?[n].i32", "the size of nothing"},
	{"def f = length (rep 1)", "E0405", "length", "size n of length is not determined"},
	// Uniqueness.
	{"def f (xs: []i32) = xs with [0] = 1", "E0502", "xs", "a parameter that is not unique"},
	{"def f (xs: *[]i32) = let ys = xs with [0] = 1 in xs[0] + ys[1]", "E0501", "xs", "xs is consumed here"},
	{"def f (xs: *[]i32) = let ys = xs let zs = ys with [0] = 1 in (zs, xs)", "E0501", "xs", "was consumed before"},
	{"def f (xs: *[][]i32) = let r = xs[0] let ys = xs with [0, 0] = 1 in (r, ys)", "E0501", "r", "xs, which it may share memory with"},
	{"def f (xs: []i32): *[]i32 = xs", "E0503", "xs", "the parameter xs, which is not unique"},
	{"def g = [1, 2] def f = g with [0] = 1", "E0502", "g", "defined at top level"},
	{"def g = [1, 2] def f (x: i32): *[]i32 = g", "E0503", "g", "top-level value g"},
	{"def f (n: i64) (ys: []i64) = loop xs = ys for i < n do xs with [i] = i", "E0502", "ys", "updated in place"},
	{"def f (n: i64) (ys: *[]i64) = loop xs = copy ys for i < n do let ys[i] = i in xs", "E0502", "ys", "outside this loop"},
	{"def f (n: i64) (ys: *[n]i64) = (loop xs = iota n for i < n do let xs[i] = i in ys)", "E0503", "let xs[i] = i in ys", "ys, which is bound outside"},
	{"def f (ys: *[]i64) = map (\\i -> (ys with [i] = i)[0]) [1, 2]", "E0502", "ys", "outside this function"},
	{"def f (xs: *[][]i32) = xs with [0] = xs[1]", "E0505", "xs[1]", "may share memory with xs"},
	{"def f [n] (xs: [n]i32) = scatter xs [0] [1]", "E0502", "xs", "this argument consumes xs"},
	{"def f (xs: *[]i32) b = let ys = (if b then xs with [0] = 1 else copy xs) in (xs, ys)", "E0501", "xs", "xs is consumed here"},
	{"def g (f: i32 -> i32) (xs: []i32) = f xs[0] def f (xss: [][]i32) = map (\\xs -> xs with [0] = 1) xss", "E0502", "xs", "not unique"},
	{"def c (a: *[]i32) (b: []i32) = a def f (x: *[]i32) = c x x", "E0501", "x", "another argument of the same call"},
	{"def c (a: *[]i32) = a[0] def f (xss: [][]i32) = map c xss", "E0504", "c", "consumes its argument"},
	{"def g (f: i64 -> *[]i64) = f 3 def h (n: i64): []i64 = [n] def f = g h", "E0504", "h", "must give a unique result"},
	{"def f (x: *[]i32): *([]i32, []i32) = (x, x)", "E0503", "(x, x)", "both hold x"},
	{"def f (xs: *[]i32) = let g = \\i -> xs[i] let ys = xs with [0] = 1 in g 0 + ys[0]", "E0501", "g", "xs, which it may share memory with"},
	{"def f (x: *[]i32) = match (x with [0] = 1)[0] case 0 -> x[1] case _ -> 2", "E0501", "x", "consumed"},
	{"def f (t: ([]i32, i32)) = t.0 with [0] = 1", "E0502", "t.0", "consumes t"},
	{"def f (xs: []i32) = let g (ys: []i32) = ys in g xs with [0] = 1", "E0502", "g xs", "consumes xs"},
	{"def f (xs: []i32): {a: *[]i32, b: []i32} = {a = xs, b = copy xs}", "E0503", "{a = xs, b = copy xs}", "the parameter xs"},
	{"def f (xs: []i32): (*[]i32, []i32) = (copy xs, xs) def g (xs: []i32) = let (a, b) = f xs in (a, b with [0] = a[0])", "E0502", "b", "consumes xs"},
	{"def f (xs: *[]i32): (*[]i32, []i32) = (xs, xs)", "E0503", "(xs, xs)", "both hold xs"},
	{"def f (xs: []i32): *[]i32 = (loop (a, b) = (xs, [1, 2, 3]) for _i < 3 do (b, a)).1", "E0503", "(loop (a, b) = (xs, [1, 2, 3]) for _i < 3 do (b, a)).1", "the parameter xs"},
	{"def f (n: i64) = let (a, b) = (loop (a, b) = (iota n, iota n) for _i < 3 do (a, a)) let a[0] = 1 in b", "E0501", "b", "was consumed before"},
	{"def f (xs: *[]i32) = loop ys = xs for i < 3 do ys with [i] = xs[0]", "E0501", "xs", "consumes it at its start"},
	// Modules and what is to come.
	{"open m", "E0303", "m", "unknown module m"},
	{"import \"x\"", "E0701", "import \"x\"", "import"},
}

func TestErrors(t *testing.T) {
	for _, c := range faulty {
		_, ds := checkFile(t, c.program)
		if c.code == "" {
			if len(ds) > 0 {
				t.Errorf("%s\n  should be fine, but %v", c.program, ds)
			}
			continue
		}
		if len(ds) != 1 {
			t.Errorf("%s\n  has %d faults, not one: %v", c.program, len(ds), ds)
			continue
		}
		d := ds[0]
		text := d.Msg + " | " + d.Hint
		for _, n := range d.Notes {
			text += " | " + n.Msg
		}
		if d.Code != c.code || d.Span.Text() != c.span || !strings.Contains(text, c.part) {
			t.Errorf("%s\n got %s at %q: %s\nwant %s at %q: ...%s...", c.program, d.Code, d.Span.Text(), text, c.code, c.span, c.part)
		}
		if diag.Explain(d.Code) == "" {
			t.Errorf("code %s has no explanation", d.Code)
		}
	}
}

// TestAttributes checks that known attributes are silent and others are warned about.
func TestAttributes(t *testing.T) {
	_, ds := checkFile(t, `
#[inline] #[noinlin]
def f (x: i32) = #[unroll] loop y = x for i < 3 do #[trace(here)] #[sequencial] (y + 1)
def g (#[foo] x: i32) = #[flattening(no_outer)] map (+ x) [1]
`)
	var got []string
	for _, d := range ds {
		if !d.Warning {
			t.Errorf("not a warning: %v", d)
		}
		got = append(got, d.Msg+"; "+d.Hint)
	}
	want := "unknown attribute noinlin is ignored; did you mean noinline?\n" +
		"unknown attribute sequencial is ignored; did you mean sequential?\nunknown attribute foo is ignored; "
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// TestAllErrors checks that every faulty definition is reported, and that uses of one are not.
func TestAllErrors(t *testing.T) {
	_, ds := checkFile(t, `
def a = 1 + true
def b = a + undefined
def c (xs: []i32) = xs with [0] = 1
def d = c [1]
type t = []i32
def e (x: t) = x
def good = 1
def f = good + foo + bar
`)
	var got []string
	for _, d := range ds {
		got = append(got, d.Span.Text())
	}
	if want := "true undefined xs []i32 foo bar"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", ds, want)
	}
}
