package listed

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// nest is a map of the host's with all that is in it.
type nest struct {
	*walk
	inside map[*core.Var]bool    // what is bound in it
	params map[*core.Var]element // of all maps in it
	sums   []*sum
}

// element is what a parameter of a map is.
type element struct {
	of  *core.Map
	arr *core.Var
}

// sum is one whose terms may be zero, in maps.
type sum struct {
	nest   *nest
	levels []*core.Map        // the maps around it, the outermost first
	row    map[*core.Map]bool // those by whose index the leaves are read
	whole  core.Stm           // a reduction
	terms  core.Stm           // the map that it sums
	leaves []leaf             // a term is zero where these all are
	counts core.Atom          // how many terms of each row are not zero,
	which  *core.Var          // and which
}

// nest is a map with the sums in it.
func (w *walk) nest(m *core.Map) *nest {
	n := &nest{walk: w, inside: core.BoundIn(m.Fn), params: map[*core.Var]element{}}
	n.note(m)
	n.find(m, nil)
	return n
}

// find finds the sums in a map that stands in others.
func (n *nest) find(m *core.Map, around []*core.Map) {
	if len(m.Accs) > 0 || n.varies(m.W) {
		return
	}
	levels, terms := append(slices.Clone(around), m), map[core.Exp]bool{}
	for _, s := range m.Fn.Body.Stms {
		if f := n.sum(s, m.Fn.Body.Stms, levels); f != nil {
			n.sums, terms[f.terms.Exp] = append(n.sums, f), true
		}
	}
	for _, s := range m.Fn.Body.Stms {
		if in, ok := s.Exp.(*core.Map); ok && !terms[in] {
			n.find(in, levels)
		}
	}
}

// note takes down what the maps bind.
func (n *nest) note(m *core.Map) {
	bind := func(m *core.Map) {
		for i, a := range m.Arrs {
			n.params[m.Fn.Params[len(m.Accs)+i]] = element{m, a}
		}
	}
	bind(m)
	core.Walk(m.Fn.Body, func(s core.Stm) {
		for _, v := range s.Pat {
			n.def[v] = s
		}
		if in, ok := s.Exp.(*core.Map); ok {
			bind(in)
		}
	})
}

// varies reports whether an atom is bound in the nest.
func (n *nest) varies(a core.Atom) bool {
	v := core.AsVar(a)
	return v != nil && n.inside[v]
}

// sum is a statement as a sum whose terms may be left out, and whose lists pay; nil if it is none.
func (n *nest) sum(s core.Stm, stms []core.Stm, levels []*core.Map) *sum {
	red, ok := s.Exp.(*core.Reduce)
	if !ok || !isSum(red) || n.varies(red.W) {
		return nil
	}
	at := slices.IndexFunc(stms, func(t core.Stm) bool { return slices.Contains(t.Pat, red.Arrs[0]) })
	if at < 0 {
		return nil
	}
	terms, ok := stms[at].Exp.(*core.Map)
	if !ok || len(terms.Accs) > 0 {
		return nil
	}
	f := &sum{nest: n, levels: levels, row: map[*core.Map]bool{}, whole: s, terms: stms[at]}
	if !f.zero(terms.Fn.Body.Result[slices.Index(stms[at].Pat, red.Arrs[0])]) || !f.rows() || !f.pays() {
		return nil
	}
	return f
}

// isSum reports whether numbers are added from zero on.
func isSum(e *core.Reduce) bool {
	op, ok := core.IsBinOp(e.Fn)
	return ok && op.Op == prim.Add && op.T.IsFloat() && len(e.Arrs) == 1 && core.IsNeutral(e.Fn, e.Ne[0])
}

// rows notes the levels whose indices leaves are read by. There must be a leaf that depends on the term.
func (f *sum) rows() (ofTerm bool) {
	for _, l := range f.leaves {
		for _, x := range l.at {
			ofTerm = ofTerm || x.of != nil && core.Exp(x.of) == f.terms.Exp
			f.row[x.of] = f.row[x.of] || slices.Contains(f.levels, x.of)
		}
	}
	return ofTerm
}

// pays reports whether leaves are read often enough, as far as it is known.
func (f *sum) pays() bool {
	reads, known := int64(1), true
	for _, m := range f.levels {
		if c, ok := core.IntConst(m.W); !f.row[m] {
			reads, known = reads*max(c, 1), known && ok
		}
	}
	c, ok := core.IntConst(f.count())
	return (!known || reads >= limits.Now.ListReads) && (!ok || c >= limits.Now.ManyElements)
}

// widths are those of the rows, or of the other levels.
func (f *sum) widths(rows bool) []core.Atom {
	var out []core.Atom
	for _, m := range f.levels {
		if f.row[m] == rows {
			out = append(out, m.W)
		}
	}
	return out
}

// count is how many terms there are.
func (f *sum) count() core.Atom { return f.terms.Exp.(*core.Map).W }
