package check_test

import (
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/types"
)

// Programs with modules, and the types of their definitions; those of functors' bodies are not among them.
var moduleTypes = []struct{ program, types string }{
	// Views: an opaque one hides types, a refined or transparent one shows them.
	{"module m : {type t val x: t} = {type t = i32 def x = 1i32} def y = m.x", "m.x: i32\ny: m.t"},
	{"module m : {type t val x: t} with t = i32 = {type t = i32 def x = 1i32} def y = m.x", "m.x: i32\ny: i32"},
	{"module f (P: {type t val x: t}) = {def x = P.x} module m = f {type t = i32 def x = 1i32} def y = m.x", "m.x: i32\nm.x: i32\ny: i32"},
	{"module f (P: {}) : {type t val x: t} = {type t = i32 def x = 1i32} module m = f {} def y = m.x", "m.x: i32\ny: m.t"},
	{"module m : {module k: {type t val x: t}} = {module k = {type t = i32 def x = 1i32}} def y = m.k.x", "m.k.x: i32\ny: m.k.t"},
	// Parameters of abstract types.
	{"module m : {type t [n] 'a val f [n] 'a: [n]a -> t [n] a} = {type t [n] 'a = {x: [n]a} def f [n] 'a (x: [n]a): t [n] a = {x}} def y = m.f [1, 2]",
		"m.f: [n] 'a. [n]a -> {x: [n]a}\ny: m.t [2] i32"},
	{"module m : {type t [n] val f [n]: t [n] -> t [n] -> i64} = {type t [n] = [n]i32 def f [n] (_: t [n]) (_: t [n]) = n} def g x y = m.f x y",
		"m.f: [n]. [n]i32 -> [n]i32 -> i64\ng: [n]. m.t [n] -> m.t [n] -> i64"},
	{"module m : {type t [n] val x: t [2]} with t [n] = [n]i32 = {type t [n] = [n]i32 def x = [1i32, 2]} def y = m.x", "m.x: [2]i32\ny: [2]i32"},
	// The view has the specified type, also where the definition has a better one.
	{"module m : {val f: i32 -> i32} = {def f 'a (x: a) = x} def y = m.f", "m.f: 'a. a -> a\ny: i32 -> i32"},
	{"module m : {val f [n]: [n]i32 -> []i32} = {def f [n] (x: [n]i32) = map (+ 1) x} def y = m.f", "m.f: [n]. [n]i32 -> *[n]i32\ny: [n]. [n]i32 -> []i32"},
	{"module m : {val f [n]: *[n]i32 -> [n]i32} = {def f [n] (x: [n]i32): [n]i32 = x} def y = m.f", "m.f: [n]. [n]i32 -> [n]i32\ny: [n]. *[n]i32 -> [n]i32"},
	// Sizes that modules define.
	{"module m : {val n: i64 val x: [n]i32} = {def n = 2i64 def x = replicate n 0i32} def y = m.x", "m.n: i64\nm.x: [m.n]i32\ny: [m.n]i32"},
	{"module f (P: {val n: i64}) = {type t = [P.n]i32} module a = {def n = 2i64} module m = f a def y (x: m.t) = x", "a.n: i64\ny: [a.n]i32 -> [a.n]i32"},
	// Types that hide sizes.
	{"module m : {type~ t val f: t -> t} = {type~ t = []i32 def f (x: t): t = filter (> 0) x} def y = m.f", "m.f: [n]. [n]i32 -> []i32\ny: m.t -> m.t"},
	{"module f (P: {type~ t val f: t -> t}) = {def g = P.f} module m = f {type~ t = []i32 def f (x: t): t = filter (> 0) x}",
		"m.f: [n]. [n]i32 -> []i32\nm.g: [n]. [n]i32 -> []i32"},
	// The library's module types.
	{"module f (R: real) = {def f (x: R.t) = R.sqrt x} module m = f f32", "m.f: f32 -> f32"},
	{"module m : integral with t = u8 = u8 def f = (m.%)", "f: u8 -> u8 -> u8"},
	{"module m : float with t = f32 = f32 def f = m.to_bits", "f: f32 -> m.int_t"},
}

func TestModuleTypes(t *testing.T) {
	for _, c := range moduleTypes {
		p, ds := checkFile(t, c.program)
		if len(ds) > 0 {
			t.Errorf("%s\n  %v", c.program, ds)
			continue
		}
		for _, d := range p.Defs {
			if err := types.Verify(d); err != nil {
				t.Errorf("%s\n  %s: %v", c.program, d.Sym.Name, err)
			}
			for _, s := range d.Uses {
				if s.Def == nil && s.Kind == types.KindDef {
					t.Errorf("%s\n  %s uses %s, which has no definition", c.program, d.Sym.Name, s.Name)
				}
			}
		}
		if got := typesOf(p); got != c.types {
			t.Errorf("%s\n got %s\nwant %s", c.program, strings.ReplaceAll(got, "\n", "\n     "), strings.ReplaceAll(c.types, "\n", "\n     "))
		}
	}
}

// Faulty programs: the code of the only fault, the text that it points at, a part of its message, hint or
// notes, and the text of the places that its notes point at.
var moduleFaults = []struct{ program, code, span, part, notes string }{
	{"module m : {val x: i32} = {def y = 1i32}", "E0602", "{val x: i32}", "lacks value x", "val x: i32"},
	{"module m : {val x: i32 type t} = {}", "E0602", "{val x: i32 type t}", "type t", "t"},
	{"module f (R: real) = {} module m = f i32", "E0602", "i32", "lacks values recip, from_fraction, to_f64, sqrt, cbrt and", ""},
	{"module m : {val x: i32} = {def x = true}", "E0603", "{val x: i32}", "should have type i32, but has type bool", "val x: i32|x"},
	{"module f (P: {val x: i32}) = {} module m = f {def x = 1f32}", "E0603", "{def x = 1f32}", "should have type i32, but has type f32", "val x: i32|x"},
	{"module m : {val f 'a: a -> a} = {def f (x: i32) = x}", "E0603", "{val f 'a: a -> a}", "asks for more types", "val f 'a: a -> a|f"},
	{"module m : {val f [n]: [n]i32 -> [n]i32} = {def f xs = filter (> 0i32) xs}", "E0603", "{val f [n]: [n]i32 -> [n]i32}", "sizes n and k differ", "val f [n]: [n]i32 -> [n]i32|f"},
	{"module m : {val f [n]: [n]i32 -> [n]i32} = {def f [n] (x: *[n]i32) = x}", "E0603", "{val f [n]: [n]i32 -> [n]i32}", "specify the parameter as *t", "val f [n]: [n]i32 -> [n]i32|f"},
	{"module m : {val f [n]: [n]i32 -> *[n]i32} = {def f [n] (x: [n]i32) = x}", "E0603", "{val f [n]: [n]i32 -> *[n]i32}", "give a copy", "val f [n]: [n]i32 -> *[n]i32|f"},
	{"module m : {val f '^a: a -> a} = {def f 'a (x: a) = x}", "E0603", "{val f '^a: a -> a}", "type parameter of the same kind", "val f '^a: a -> a|f"},
	{"module m : {module k: {val x: i32}} = {module k = {def x = 1f32}}", "E0603", "{module k: {val x: i32}}", "in submodule k", "val x: i32|x"},
	{"module m : {module k: {val x: i32}} = {}", "E0602", "{module k: {val x: i32}}", "lacks module k", "module k: {val x: i32}"},
	{"module m : {type t = i32} = {type t = f32}", "E0603", "{type t = i32}", "should be i32, but is f32", "t|t"},
	{"module m : {type t [n]} = {type t 'a = a}", "E0603", "{type t [n]}", "other parameters", "t|t"},
	{"module m : {type t} = {type^ t = i32 -> i32}", "E0603", "{type t}", "specify it as type^", "t|t"},
	{"module m : {type t} = {type~ t = []i32}", "E0603", "{type t}", "specify it as type~", "t|t"},
	{"module type S = {val f: []i32 -> i32}", "E0404", "[]i32", "val f [n]", ""},
	{"module type S = {val x: t}", "E0302", "t", "unknown type t", ""},
	{"module type S = {type t type t}", "E0304", "t", "first here", "t"},
	{"module type S = {type t} module m : S with u = i32 = {}", "E0605", "u", "no type u", ""},
	{"module type S = {type t = i32} module m : S with t = i32 = {}", "E0605", "t", "already", "t"},
	{"module type S = {type t} module m : S with t 'a = a = {}", "E0605", "t", "other parameters", "t"},
	{"module m : T = {}", "E0316", "T", "unknown module type T", ""},
	{"module type S = {include i32}", "E0316", "i32", "a module, not a module type", ""},
	{"module m : f32 = {}", "E0316", "f32", "a module, not a module type", ""},
	{"module f (P: {}) = {def x = 1} def y = f.x", "E0604", "f.x", "apply it first", ""},
	{"module f (P: {}) = {def x = 1} open f", "E0604", "f", "apply it first", ""},
	{"module f (P: {}) = {def x = 1} module m : {} = f", "E0604", "{}", "apply it", ""},
	{"module m = {} module n = m {}", "E0604", "m", "not a parametric module", ""},
	{"module type S = (P: {}) -> {} module m : S = {}", "E0604", "S", "where a parametric one is needed", ""},
	{"module type S = {include (P: {}) -> {}}", "E0604", "include (P: {}) -> {}", "cannot be included", ""},
	{"module h (F: (P: {}) -> {val x: i32}) = F {} module g (P: {}) = {def x = true} module m = h g", "E0604", "g", "should have type i32, but has type bool", "val x: i32|x"},
	{"module f (P: {type t val x: t}) = {def y = P.x + 1}", "E0203", "P.x", "P.t is abstract", "t"},
	{"module f (P: {type t val x: t}) = {def y: i32 = P.x} module m = f {type t = i32 def x = 1i32}", "E0201", "P.x", "P.t is abstract", "t|i32"},
	{"module f (P: {val n: i64}) = {def g (x: [P.n]i32) = x} module m = f {def n = 2i64} def y = m.g [1, 2]", "E0401", "[1, 2]", "no name here means the size m.n", ""},
	{"module f (P: {val x: i32}) = {def y = P.z}", "E0301", "P.z", "unknown name z in module P", ""},
	{"module m : {type t val x: t val f: t -> i32} = {type t = i32 def x = 1i32 def f (x: t) = x} def y = m.f 1", "E0203", "1", "should have type m.t, but is of a number type", "f"},
	{"module f (P: {}) : {type t val x: t} = {type t = i32 def x = 1i32} module a = f {} module b = f {} def y = [a.x, b.x]", "E0201", "b.x", "should have type a.t, but has type b.t", "t|a.x"},
	{"module m : {type t val x: t} = {type t = i32 def x = 1i32} def y = m.x == m.x", "E0203", "m.x", "m.t is abstract", "t"},
	{"module m : {type~ t val x: () -> t} = {type~ t = []i32 def x (): t = [1i32]} def y = [m.x ()]", "E0207", "m.x ()", "may not stand here", ""},
	{"module m : {type^ t val x: t} = {type~ t = []i32 def x = [1i32]}", "E0603", "{type^ t val x: t}", "hides a size", "val x: t|x"},
	{"module type d = {type~ t val x: t}", "E0404", "val x: t", "hides a size", ""},
	{"module type d = {val f [n]: i32 -> i32}", "E0405", "[n]", "is the size of nothing", ""},
	{"module m : {type^ t [n]} = {type^ t [n] = [n]i32 -> i32}", "E0603", "{type^ t [n]}", "is the size of no array", "t|t"},
	{"module m : {type t 'a} = {type t 'a = i32} module k : {type t '~a} = m", "E0603", "{type t '~a}", "takes ordinary types alone", "t|t"},
	{"module m = {local def x = 1} def y = m.x", "E0301", "m.x", "unknown name x in module m", ""},
	{"module m = {local open {def x = 1} def y = x} def z = m.x", "E0301", "m.x", "unknown name x in module m", ""},
	// What depends on a faulty module says nothing more.
	{"module m : {val x: i32} = {def y = 1i32} def z = m.x + m.y def w = length m.xs module n = m module k : {val x: i32} = m open m", "E0602", "{val x: i32}", "", "val x: i32"},
	{"module f (P: {val x: i32}) = {def y = P.x + true} module m = f {def x = 1i32} def z = m.y", "E0201", "P.x + true", "", ""},
	{"module type S = {val x: nothing} module m : S = {} module f (P: S) = {} module n = f m", "E0302", "nothing", "", ""},
}

func TestModuleFaults(t *testing.T) {
	for _, c := range moduleFaults {
		_, ds := checkFile(t, c.program)
		if len(ds) != 1 {
			t.Errorf("%s\n  has %d faults, not one: %v", c.program, len(ds), ds)
			continue
		}
		d := ds[0]
		text := d.Msg + " | " + d.Hint
		var places []string
		for _, n := range d.Notes {
			text += " | " + n.Msg
			if n.Span.Source != nil && c.notes != "" {
				places = append(places, n.Span.Text())
			}
		}
		if d.Code != c.code || d.Span.Text() != c.span || !strings.Contains(text, c.part) || strings.Join(places, "|") != c.notes {
			t.Errorf("%s\n got %s at %q: %s (%s)\nwant %s at %q: ...%s... (%s)", c.program, d.Code, d.Span.Text(), text, strings.Join(places, "|"), c.code, c.span, c.part, c.notes)
		}
		if diag.Explain(d.Code) == "" {
			t.Errorf("code %s has no explanation", d.Code)
		}
	}
}
