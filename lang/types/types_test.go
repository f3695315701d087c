package types

import (
	"testing"

	"raido/lang/prim"
)

var (
	i32t = Prim{prim.I32}
	f64t = Prim{prim.F64}
)

func sizeNamed(n string) *SizeVar {
	return SizeOfSymbol(&Symbol{Name: n, Scheme: &Scheme{Type: I64}})
}

func arr(d Size, t Type) Type { return &Array{d, t} }

func fn(p, r Type) *Func { return &Func{Param: p, Result: r} }

func newUnifier() *Unifier {
	u := &Unifier{}
	u.NewSize = func() *SizeVar { return sizeNamed("") }
	return u
}

func plus(a, b Size) Size {
	op := &Symbol{Name: "+", Kind: KindPrim, Prim: "+", Scheme: &Scheme{Type: fn(I64, fn(I64, I64))}}
	if plusSym == nil {
		plusSym = op
	}
	return &SizeExp{&Apply{Node: Node{T: I64}, Fn: &Ref{Node: Node{T: op.Scheme.Type}, Sym: plusSym}, Args: []Exp{SizeAsExp(a), SizeAsExp(b)}}}
}

var plusSym *Symbol

func TestUnify(t *testing.T) {
	n, m := sizeNamed("n"), sizeNamed("m")
	c3, c4 := SizeConst{3}, SizeConst{4}
	v := &Var{Name: "a"}
	pair := func(a, b Type) Type { return &Record{[]Field{{"0", a}, {"1", b}}} }
	for name, c := range map[string]struct {
		want, got func(u *Unifier) Type
		kind      MismatchKind
		ok        bool
	}{
		"same":          {ty(i32t), ty(i32t), 0, true},
		"other":         {ty(i32t), ty(f64t), MisType, false},
		"array":         {ty(arr(n, i32t)), ty(arr(n, i32t)), 0, true},
		"constants":     {ty(arr(c3, i32t)), ty(arr(c3, i32t)), 0, true},
		"other size":    {ty(arr(n, i32t)), ty(arr(m, i32t)), MisSize, false},
		"other const":   {ty(arr(c3, i32t)), ty(arr(c4, i32t)), MisSize, false},
		"rank":          {ty(arr(n, i32t)), ty(arr(n, arr(n, i32t))), MisType, false},
		"size meta":     {func(u *Unifier) Type { return arr(u.FreshSize(), i32t) }, ty(arr(n, i32t)), 0, true},
		"expression":    {ty(arr(plus(n, m), i32t)), ty(arr(plus(n, m), i32t)), 0, true},
		"expression 2":  {ty(arr(plus(n, m), i32t)), ty(arr(plus(m, n), i32t)), MisSize, false},
		"solve in exp":  {func(u *Unifier) Type { return arr(plus(u.FreshSize(), m), i32t) }, ty(arr(plus(n, m), i32t)), 0, true},
		"tuple":         {ty(pair(i32t, v)), ty(pair(i32t, v)), 0, true},
		"tuple part":    {ty(pair(i32t, v)), ty(pair(f64t, v)), MisType, false},
		"function":      {ty(fn(i32t, f64t)), ty(fn(i32t, f64t)), 0, true},
		"consuming":     {ty(fn(i32t, f64t)), ty(&Func{Param: i32t, Unique: true, Result: f64t}), MisConsume, false},
		"allowed to":    {ty(&Func{Param: i32t, Unique: true, Result: f64t}), ty(fn(i32t, f64t)), 0, true},
		"not fresh":     {ty(&Func{Param: i32t, Result: f64t, ResUnique: true}), ty(fn(i32t, f64t)), MisFresh, false},
		"class":         {func(u *Unifier) Type { return u.FreshClass(&Class{[]prim.Type{prim.I32}}) }, ty(i32t), 0, true},
		"wrong class":   {func(u *Unifier) Type { return u.FreshClass(&Class{[]prim.Type{prim.I32}}) }, ty(f64t), MisClass, false},
		"equality":      {func(u *Unifier) Type { return u.FreshClass(&Class{}) }, ty(arr(n, i32t)), 0, true},
		"no equality":   {func(u *Unifier) Type { return u.FreshClass(&Class{}) }, ty(pair(i32t, fn(i32t, i32t))), MisClass, false},
		"no function":   {func(u *Unifier) Type { x := u.Fresh(); x.Lift = Unlifted; return x }, ty(fn(i32t, i32t)), MisFunc, false},
		"lacking field": {func(u *Unifier) Type { x := u.Fresh(); u.NeedField(x, "a", i32t); return x }, ty(pair(i32t, i32t)), MisField, false},
		"with field":    {func(u *Unifier) Type { x := u.Fresh(); u.NeedField(x, "1", i32t); return x }, ty(pair(f64t, i32t)), 0, true},
	} {
		u := newUnifier()
		e := u.Unify(c.want(u), c.got(u))
		if (e == nil) != c.ok || e != nil && e.Kind != c.kind {
			t.Errorf("%s: got %+v", name, e)
		}
	}
}

func ty(t Type) func(*Unifier) Type { return func(*Unifier) Type { return t } }

// TestEscape checks that a size of one call of a function cannot become the size of all.
func TestEscape(t *testing.T) {
	u := newUnifier()
	n := sizeNamed("n")
	dep := &Func{Name: n, Param: I64, Result: arr(n, i32t)}
	res := u.Fresh()
	res.Lift = Unlifted
	if e := u.Unify(fn(I64, res), dep); e == nil || e.Kind != MisEscape {
		t.Errorf("escape of n: %+v", e)
	}
	k := sizeNamed("k")
	if e := u.Unify(&Func{Param: I64, Exts: []*SizeVar{k}, Result: arr(k, i32t)}, dep); e != nil {
		t.Errorf("n as an unknown size: %+v", e)
	}
	lifted := u.Fresh()
	if e := u.Unify(fn(I64, lifted), dep); e != nil || len(u.Opened) != 1 {
		t.Errorf("a lifted result takes an unknown size: %+v, %v", e, u.Opened)
	}
}

func TestCycle(t *testing.T) {
	u := newUnifier()
	m := u.Fresh()
	if e := u.Unify(m, fn(m, i32t)); e == nil || e.Kind != MisCycle {
		t.Errorf("got %+v", e)
	}
}

// TestLevels checks that a variable that becomes part of an outer type is no longer generalised.
func TestLevels(t *testing.T) {
	u := newUnifier()
	outer := u.Fresh()
	u.Level = 1
	inner, size := u.Fresh(), u.FreshSize()
	u.Unify(outer, arr(size, inner))
	if inner.Level != 0 || size.Level != 0 {
		t.Errorf("levels %d and %d", inner.Level, size.Level)
	}
}

func TestSubst(t *testing.T) {
	n, m := sizeNamed("n"), sizeNamed("m")
	v := &Var{Name: "a"}
	var s Subst
	s.BindSize(n, SizeConst{2})
	s.BindType(v, f64t)
	for want, typ := range map[string]Type{
		"[2]f64":           arr(n, v),
		"[2+m]f64":         arr(plus(n, m), v),
		"[m]i32":           arr(m, i32t),
		"f64 -> [2]f64":    fn(v, arr(n, v)),
		"(f64, [m][2]f64)": &Record{[]Field{{"0", v}, {"1", arr(m, arr(n, v))}}},
	} {
		if got := Print(s.Type(typ)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	same := arr(m, i32t)
	if s.Type(same) != same {
		t.Error("an unchanged type was copied")
	}
}

func TestPrint(t *testing.T) {
	n, other, k := sizeNamed("n"), sizeNamed("n"), sizeNamed("")
	rec := &Record{[]Field{{"x", i32t}, {"y", f64t}}}
	for want, typ := range map[string]Type{
		"()":                            Unit,
		"{x: i32, y: f64}":              rec,
		"#a | #b i32 (i32 -> f64)":      &Sum{[]Constr{{"a", nil}, {"b", []Type{i32t, fn(i32t, f64t)}}}},
		"(i32 -> f64) -> f64":           fn(fn(i32t, f64t), f64t),
		"i32 -> i32 -> f64":             fn(i32t, fn(i32t, f64t)),
		"[](#a | #b)":                   arr(k, &Sum{[]Constr{{"a", nil}, {"b", nil}}}),
		"([n]i32, [n_1]i32)":            &Record{[]Field{{"0", arr(n, i32t)}, {"1", arr(other, i32t)}}},
		"(n: i64) -> *[n]i32":           &Func{Name: n, Param: I64, Result: arr(n, i32t), ResUnique: true},
		"*[n]i32 -> []i32":              &Func{Param: arr(n, i32t), Unique: true, Exts: []*SizeVar{k}, Result: arr(k, i32t)},
		"i32 -> ?[k].([k]i32, [k]i32)":  &Func{Param: i32t, Exts: []*SizeVar{k}, Result: &Record{[]Field{{"0", arr(k, i32t)}, {"1", arr(k, i32t)}}}},
		"[n+n_1+3]i32":                  arr(plus(plus(n, other), SizeConst{3}), i32t),
		"[n+(n_1+3)]i32":                arr(plus(n, plus(other, SizeConst{3})), i32t),
		"{field: _, ...}":               &Meta{Fields: []Field{{"field", &Meta{}}}},
		"[3][4]i32":                     arr(SizeConst{3}, arr(SizeConst{4}, i32t)),
		"(i32, {x: i32, y: f64}) -> ()": fn(&Record{[]Field{{"0", i32t}, {"1", rec}}}, Unit),
	} {
		if got := Print(typ); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	a := &Var{Name: "a", Lift: FullyLifted}
	s := &Scheme{Sizes: []*SizeVar{n}, Types: []*Var{a}, Type: fn(arr(n, a), a)}
	if got, want := PrintScheme(s), "[n] '^a. [n]a -> a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestVerify checks that the verifier sees what it should.
func TestVerify(t *testing.T) {
	good := func() *Def {
		return &Def{Sym: &Symbol{Name: "d", Scheme: &Scheme{Type: i32t}}, Ret: i32t,
			Body: &Lit{Node{T: i32t}, prim.Int(prim.I32, 1)}}
	}
	if err := Verify(good()); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(d *Def){
		"open type":     func(d *Def) { d.Ret = &Meta{} },
		"open size":     func(d *Def) { d.Ret = arr(&SizeMeta{}, i32t) },
		"anonymous":     func(d *Def) { d.Ret = arr(SizeAny{}, i32t) },
		"literal":       func(d *Def) { d.Body = &Lit{Node{T: f64t}, prim.Int(prim.I32, 1)} },
		"no type":       func(d *Def) { d.Body = &Hole{} },
		"no function":   func(d *Def) { d.Body = &Apply{Node: Node{T: i32t}, Fn: d.Body, Args: []Exp{d.Body}} },
		"size value":    func(d *Def) { d.Body = &sizeVal{Node{T: I64}, SizeConst{1}} },
		"instantiation": func(d *Def) { d.Body = &Ref{Node: Node{T: i32t}, Sym: d.Sym, TypeArgs: []Type{i32t}} },
	} {
		d := good()
		spoil(d)
		if Verify(d) == nil {
			t.Errorf("%s: not seen", name)
		}
	}
}
