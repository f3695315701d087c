package lanes

import (
	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Loops in step]
//
// The lanes of a loop whose number of iterations differs leave it one after another; those that are still in it are all in the same
// iteration. So a variable that starts alike in all lanes, and in each iteration gets a value that is alike in those that run it, is uniform
// inside the loop, as the number of iterations so far is: a tape that the loop writes at that index has a row of lanes for each iteration.
// Where the variable is read after the loop, there is a second one for that, which varies.
//
// A loop that runs through i = n-1, ..., 0 for an n that differs, as the return sweep over such a tape does, begins with the last iteration of
// the longest lane; the others join it when it comes to their last ones. Then i is uniform, and so is where the tape is read.

// step is a variable that a loop sets, and nothing else does: it is declared before the loop, in the same code, so that the lanes that come to
// the loop are those that run the declaration.
type step struct {
	v     *core.Var
	loop  seg.Stm
	after bool // it is read elsewhere, too
}

// stepsOf are the steps of code that yields values.
func stepsOf(c seg.Code, yields []core.Atom) (out []step) {
	uses, sets := map[core.Atom]int{}, map[*core.Var]int{}
	for _, a := range yields {
		uses[a]++
	}
	countUses(c, uses, sets)
	var look func(c seg.Code)
	look = func(c seg.Code) {
		var declared []*core.Var
		for _, s := range c {
			switch s := s.(type) {
			case *seg.Decl:
				declared = append(declared, s.V)
			case *seg.For, *seg.While:
				usesIn, setsIn := map[core.Atom]int{}, map[*core.Var]int{}
				countUses(seg.Code{s}, usesIn, setsIn)
				for _, v := range declared {
					if setsIn[v] > 0 && setsIn[v] == sets[v] {
						out = append(out, step{v: v, loop: s, after: usesIn[v] < uses[v]})
					}
				}
			default: // no loop that sets what it likes
			}
			s.Each(seg.Visitor{Code: look})
		}
	}
	look(c)
	return out
}

// countUses counts how often code mentions atoms, and how often it sets variables. Accumulators of folds are set more often than can be counted.
func countUses(c seg.Code, uses map[core.Atom]int, sets map[*core.Var]int) {
	seg.Walk(c, func(s seg.Stm) {
		seg.Operands(s, func(a core.Atom) { uses[a]++ })
		switch s := s.(type) {
		case *seg.Set:
			sets[s.V]++
		case *seg.Fold:
			for _, a := range s.Accs {
				sets[a]--
			}
		default: // sets nothing
		}
	})
}

// Steps gives loops variables of their own for what is in step inside of them and read after.
func Steps(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		t := &twins{loops: map[seg.Stm][]*core.Var{}, of: map[*core.Var]*core.Var{}}
		for _, s := range stepsOf(k.Body, k.Vals) {
			if s.after {
				t.loops[s.loop] = append(t.loops[s.loop], s.v)
				t.of[s.v] = core.NewVar(s.v.Name, s.v.Type)
			}
		}
		if len(t.of) == 0 {
			return k
		}
		l := shapesOf(withBody(k, t.code(k.Body)))
		for v, x := range t.of {
			if l.of[x] != uniform {
				delete(t.of, v)
			}
		}
		return withBody(k, t.code(k.Body))
	})
}

// twins are variables that stand for others inside of the loops that set these.
type twins struct {
	loops map[seg.Stm][]*core.Var
	of    map[*core.Var]*core.Var
	on    map[core.Atom]core.Atom // inside of which loops code is
}

// code is code with twins.
func (t *twins) code(c seg.Code) (out seg.Code) {
	outer := t.on
	for _, s := range c {
		if vs := t.loops[s]; len(vs) > 0 {
			t.on = map[core.Atom]core.Atom{}
			maps.Copy(t.on, outer)
			for _, v := range vs {
				if x := t.of[v]; x != nil {
					t.on[v] = x
				}
			}
		}
		n := s.Map(seg.Mapper{Atom: t.atom, Code: t.code})
		t.on = outer
		out = append(out, n)
		switch s := s.(type) {
		case *seg.Decl:
			if x := t.of[s.V]; x != nil {
				out = append(out, &seg.Decl{V: x, Init: n.(*seg.Decl).Init})
			}
		case *seg.Set:
			if outer[s.V] != nil {
				out = append(out, &seg.Set{V: s.V, Val: n.(*seg.Set).Val})
			}
		default: // sets nothing
		}
	}
	return out
}

func (t *twins) atom(a core.Atom) core.Atom {
	if x := t.on[a]; x != nil {
		return x
	}
	return a
}

// fallsOf finds the loops over j < n that use j only in the statement i = n-1 - j of their bodies, and these statements.
func fallsOf(c seg.Code) map[*seg.For]*seg.Let {
	uses, sets := map[core.Atom]int{}, map[*core.Var]int{}
	countUses(c, uses, sets)
	out := map[*seg.For]*seg.Let{}
	var look func(c seg.Code)
	look = func(c seg.Code) {
		less := map[core.Atom]core.Atom{} // one less than what
		for _, s := range c {
			if s, ok := s.(*seg.For); ok && s.FromZero() && uses[s.I] == 1 {
				if i := falls(s, less); i != nil {
					out[s] = i
				}
			}
			noteLess(s, less)
			changed := map[*core.Var]int{}
			countUses(seg.Code{s}, map[core.Atom]int{}, changed)
			maps.DeleteFunc(less, func(_, n core.Atom) bool { v, ok := n.(*core.Var); return ok && changed[v] != 0 })
			s.Each(seg.Visitor{Code: look})
		}
	}
	look(c)
	return out
}

// noteLess notes what is one less than something.
func noteLess(s seg.Stm, less map[core.Atom]core.Atom) {
	if x, ok := s.(*seg.Let); ok && x.T.IsInt() && (x.Op == prim.Add && isOne(x.Args[1], -1) || x.Op == prim.Sub && isOne(x.Args[1], 1)) {
		less[x.V] = x.Args[0]
	}
}

func isOne(a core.Atom, n int64) bool { return core.IsConst(a, prim.Int(a.AtomType().Elem, n)) }

// falls is the statement of the loop's body that is n-1 - j; nil if there is none.
func falls(s *seg.For, less map[core.Atom]core.Atom) *seg.Let {
	less = maps.Clone(less)
	for _, b := range s.Body {
		x, ok := b.(*seg.Let)
		if ok && x.Op == prim.Sub && x.T == s.I.Type.Elem && x.Args[1] == core.Atom(s.I) && less[x.Args[0]] == s.Bound && !changes(s.Body, s.Bound) {
			return x
		}
		noteLess(b, less)
	}
	return nil
}

// changes reports whether code sets a variable.
func changes(c seg.Code, a core.Atom) bool {
	v, ok := a.(*core.Var)
	sets := map[*core.Var]int{}
	countUses(c, map[core.Atom]int{}, sets)
	return ok && sets[v] != 0
}
