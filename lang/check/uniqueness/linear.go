package uniqueness

import (
	"maps"
	"slices"

	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/types"
)

// Note [Linearity]. An accumulator stands for an array that many calls of a function add to at once, so each must be
// used exactly once on every way through the program: written to, passed on, or returned [Acc]. Accumulators come
// from the parameter of a stream's function alone, and that function may name none from outside. So it has one, and
// what it returns is that one. A value that holds accumulators in its fields has a place for each.
// Uniqueness alone allows to drop a value or to return another: this pass runs before it and says what is special.
//
// A function that is polymorphic may be given an accumulator where it uses the values of that type once: its definition is
// checked a second time for each of its type parameters, as if that were a type of accumulators (types.Def.Linear).

// CheckLinear checks the accumulators of a finished definition; it reports whether all is well.
func CheckLinear(d *types.Def, r *fault.Reporter) bool {
	return newLinearity(r, nil).check(d)
}

// MayCopy reports whether a use of a polymorphic definition gives it accumulators that it may copy or drop.
func MayCopy(use *types.Ref) bool {
	return newLinearity(&fault.Reporter{}, nil).copied(use) != nil
}

func newLinearity(r *fault.Reporter, v *types.Var) *linearity {
	return &linearity{Reporter: r, as: v, owner: map[*types.Symbol]int{}, moved: map[place]diag.Span{}, wrong: map[place]bool{}}
}

// check reports whether a definition uses accumulators as it must.
func (l *linearity) check(d *types.Def) bool {
	n := len(l.Diags)
	l.def(d)
	return len(l.Diags) == n
}

// LinearParams says which of the type parameters of a definition may stand for accumulators.
func LinearParams(d *types.Def) []*types.Var {
	var out []*types.Var
	for _, v := range d.Sym.Scheme.Types {
		if v.Lift == types.Unlifted {
			continue
		}
		if newLinearity(&fault.Reporter{}, v).check(d) {
			out = append(out, v)
		}
	}
	return out
}

// surrounding is what may run the code inside it many times: a loop, or a function.
type surrounding uint8

const (
	aFunction surrounding = iota
	aLoop
)

func (s surrounding) String() string { return [...]string{"function", "loop"}[s] }

type linearity struct {
	*fault.Reporter
	// as is a type parameter that is taken for a type of accumulators, or nil.
	as *types.Var
	// owner says in which of the functions and loops around a variable is bound.
	owner  map[*types.Symbol]int
	around []surrounding
	moved  map[place]diag.Span // where each place was used
	wrong  map[place]bool      // reported already
}

func (l *linearity) error(at diag.Span, hint, format string, args ...any) {
	l.Error(diag.Unique, fault.CodeLinear, at, format, args...).Hint = hint
}

// errorOf reports what is wrong with a place, once; why says what is at the other span.
func (l *linearity) errorOf(p place, at diag.Span, hint, format string, other diag.Span, why string) {
	if l.wrong[p] {
		return
	}
	l.wrong[p] = true
	d := l.Error(diag.Unique, fault.CodeLinear, at, format, p)
	fault.Note(d, other, "%s", why)
	d.Hint = hint
}

// linear reports whether t is the type of an accumulator.
func (l *linearity) linear(t types.Type) bool {
	return types.IsLinear(t) || l.as != nil && types.Reveal(t) == l.as
}

// holds reports whether a value of type t holds an accumulator.
func (l *linearity) holds(t types.Type) bool { return types.Holds(t, l.linear) }

// accsIn are the paths of the accumulators in a value of type t.
func (l *linearity) accsIn(t types.Type) []string {
	if l.linear(t) {
		return []string{""}
	}
	var out []string
	if r, ok := types.Reveal(t).(*types.Record); ok {
		for _, f := range r.Fields {
			for _, p := range l.accsIn(f.Type) {
				out = append(out, "."+f.Name+p)
			}
		}
	}
	return out
}

// def checks a definition; it may not call itself with accumulators, since a function that takes them is no function
// of core.
func (l *linearity) def(d *types.Def) {
	for _, p := range d.Params {
		if l.holds(p.Pat.Type()) && mentions(d.Body, d.Sym) {
			l.error(p.Pat.Span(), "write a loop with the accumulator as its parameter", "%s calls itself, so it may not take an accumulator", d.Sym.Name)
			return
		}
	}
	l.function(d.Params, d.Body)
}

func mentions(e types.Exp, s *types.Symbol) (found bool) {
	if r, ok := e.(*types.Ref); ok && r.Sym == s {
		return true
	}
	types.Children(e, func(x types.Exp) { found = found || mentions(x, s) })
	return found
}

func (l *linearity) function(params []types.Param, body types.Exp) {
	if _, hole := body.(*types.Hole); hole { // what is to be written may use them
		return
	}
	l.inside(aFunction, func() {
		pats := make([]types.Pat, len(params))
		for i, p := range params {
			pats[i] = p.Pat
		}
		l.scoped(pats, body.Span(), func() { l.exp(body) })
	})
}

func (l *linearity) inside(kind surrounding, f func()) {
	l.around = append(l.around, kind)
	f()
	l.around = l.around[:len(l.around)-1]
}

// scoped runs f, where the variables of patterns are bound; it demands that all their accumulators are used.
func (l *linearity) scoped(pats []types.Pat, at diag.Span, f func()) {
	var syms []*types.Symbol
	for _, p := range pats {
		l.wild(p)
		types.PatVars(p, func(s *types.Symbol) {
			l.owner[s] = len(l.around)
			syms = append(syms, s)
		})
	}
	f()
	for _, s := range syms {
		for _, path := range l.accsIn(s.Scheme.Type) {
			if p := (place{s, path}); l.moved[p].Source == nil {
				l.errorOf(p, s.Span, "write to it, pass it on, or return it", "the accumulator %s is dropped: it must be used exactly once",
					at, "this never uses it")
			}
			delete(l.moved, place{s, path})
		}
	}
}

// wild reports a pattern that throws an accumulator away.
func (l *linearity) wild(p types.Pat) {
	switch x := p.(type) {
	case *types.PatWild:
		if l.holds(x.T) {
			l.error(x.At, "give it a name, and pass it on or return it", "this drops a value of type %s: an accumulator must be used exactly once", types.Print(x.T))
		}
	case *types.PatRecord:
		for _, q := range x.Fields {
			l.wild(q)
		}
	case *types.PatConstr:
		for _, q := range x.Args {
			l.wild(q)
		}
	case *types.PatVar, *types.PatLit:
	}
}

// move is a use of a variable's accumulators below a path.
func (l *linearity) move(s *types.Symbol, below string, at diag.Span, but ...string) {
	if s.Scheme == nil { // a size
		return
	}
	for _, path := range l.accsIn(s.Scheme.Type) {
		if !under(path, below) || slices.ContainsFunc(but, func(b string) bool { return under(path, b) }) {
			continue
		}
		p := place{s, path}
		if first := l.moved[p]; first.Source != nil {
			l.errorOf(p, at, "give what comes of the first use a name, let acc = write acc i v, and use that",
				"the accumulator %s is used twice: it may not be copied", first, p.String()+" is used here before")
			return
		}
		l.moved[p] = at
		if depth := l.owner[s]; depth < len(l.around) {
			l.fromOutside(p, l.around[depth], at)
			return
		}
	}
}

func (l *linearity) fromOutside(p place, kind surrounding, at diag.Span) {
	hint := "make it a parameter of the loop: loop acc = " + p.String() + " for ..."
	if kind == aFunction {
		hint = "make it a parameter of the function; a loop in the place of map, or a stream over more elements, may write to it many times"
	}
	l.errorOf(p, at, hint, "the accumulator %s is bound outside this "+kind.String()+", which may run many times", p.sym.Span, p.sym.Name+" is bound here")
}

// branches runs all of fs from the same state; every accumulator from before must be used in all or in none.
func (l *linearity) branches(at []diag.Span, fs []func()) {
	before := l.moved
	var after []map[place]diag.Span
	for _, f := range fs {
		l.moved = maps.Clone(before)
		f()
		after = append(after, l.moved)
	}
	l.moved = map[place]diag.Span{}
	for _, moved := range after {
		maps.Copy(l.moved, moved)
	}
	places := slices.SortedFunc(maps.Keys(l.moved), func(p, q place) int { return l.moved[p].Start - l.moved[q].Start })
	for _, p := range places {
		for i, moved := range after {
			if _, ok := moved[p]; !ok {
				l.errorOf(p, at[i], "return it from this branch unchanged, or write to it here too",
					"the accumulator %s is dropped by this branch: it must be used exactly once on every path", l.moved[p], "another branch uses it here")
			}
		}
	}
}

// refPath is r.f.g as a variable and a path.
func refPath(e types.Exp) (*types.Symbol, string, bool) {
	switch x := e.(type) {
	case *types.Ref:
		return x.Sym, "", true
	case *types.Project:
		if s, path, ok := refPath(x.Rec); ok {
			return s, path + "." + x.Field, true
		}
	default: // no name
	}
	return nil, "", false
}
