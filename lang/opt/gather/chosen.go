package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/choice"
	"raido/lang/prim"
)

// Note [Chosen iterations]
//
// The nearest of many, as a loop finds it, is a value of one iteration; what the others compute only says whether they have it:
//
//	t = loop t = inf for m < n do             t', k = loop t = inf, k = -1 for m < n do
//	  let u = f m                               let u = f m
//	  in if u < t then u else t       becomes   in if u < t then (u, m) else (t, k)
//	                                          t = if k >= 0 then f k else inf
//
// so that a derivative has to do with that iteration alone, computed once more, and the loop has none. This is done in derivatives, where numbers are
// either kept as they are or taken anew, and what is taken depends on what is kept through conditions only. [ours; Bruun22, 4.2, for minima]

// Chosen takes derivatives of loops that choose from the iteration that they chose: Note [Chosen iterations].
func Chosen(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return chosen(funs, f.Body, false) })
}

// chosen rewrites a body, of a derivative or not.
func chosen(funs map[*core.Fun]*core.Fun, b core.Body, diff bool) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		in := diff
		switch e := st.Exp.(type) {
		case *core.Diff:
			in = !e.IsCustom()
		case *core.Call:
			st.Exp = &core.Call{Fun: funs[e.Fun], Args: e.Args}
		case *core.Loop:
			if diff && chosenLoop(out, st.Pat, e) {
				continue
			}
		default: // chooses no iteration
		}
		st.Exp = core.Inside(st.Exp, func(b core.Body) core.Body { return chosen(funs, b, in) })
		out.Add(st.Pat, st.Exp)
	}
	return out.Body(b.Result...)
}

// chosenLoop adds a loop that chooses, and the iteration that it chose; not if it is another loop.
func chosenLoop(out *core.Builder, pat []*core.Var, l *core.Loop) bool {
	if l.I == nil || l.I.Type.Elem != prim.I64 || len(l.Attrs) > 0 || !core.AllScalar(core.AtomTypes(core.Atoms(l.Params))) {
		return false
	}
	c := &chooser{Of: choice.Of{K: core.NewVar("k", core.I64), I: l.I}, differs: map[*core.Var]bool{}}
	var values, init []core.Atom
	var chosen []*core.Var
	n := *l
	var results []*core.Var
	for k, p := range l.Params {
		c.differs[p] = true
		v := pat[k]
		if p.Type.Elem.IsFloat() {
			c.Kept, values, init, chosen = append(c.Kept, p), append(values, l.Body.Result[k]), append(init, l.Init[k]), append(chosen, v)
			v = core.NewVar(v.Name, v.Type)
		}
		results = append(results, v)
	}
	if len(values) == 0 {
		return false
	}
	c.learn(l.Body)
	marked, k, ok := c.Mark(l.Body, values)
	taken, ok2 := c.taken(l.Body, values)
	if !ok || !ok2 || k == core.Atom(c.K) || c.depends(taken) {
		return false
	}
	last := core.NewVar("k", core.I64)
	n.Params, n.Init = append(slices.Clone(l.Params), c.K), append(slices.Clone(l.Init), core.IntC(-1))
	n.Body = core.Body{Stms: marked.Stms, Result: append(slices.Clone(l.Body.Result), k)}
	out.Add(append(results, last), &n)
	some := out.Prim(prim.Le, prim.I64, core.IntC(0), last)
	then := out.Sub(func(in *core.Builder) []core.Atom {
		return in.Inline(&core.Lambda{Params: []*core.Var{l.I}, Ret: core.AtomTypes(values), Body: taken}, last)
	})
	out.Add(chosen, &core.If{Cond: some, Then: then, Else: core.Body{Result: init}})
	return true
}

// chooser looks at the body of a loop that may choose.
type chooser struct {
	choice.Of
	differs map[*core.Var]bool // depends on what the loop keeps
}

// learn notes what depends on what the loop keeps.
func (c *chooser) learn(b core.Body) {
	core.Walk(b, func(st core.Stm) {
		if slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return c.differs[v] }) {
			for _, v := range st.Pat {
				c.differs[v] = true
			}
		}
	})
}

// depends reports whether a body needs what the loop keeps.
func (c *chooser) depends(b core.Body) bool {
	return slices.ContainsFunc(core.FreeInBody(b).List, func(v *core.Var) bool { return c.differs[v] })
}

// taken is what a body computes where it does not keep the values; not ok if that depends on what is kept, but for whether it is kept.
func (c *chooser) taken(b core.Body, values []core.Atom) (core.Body, bool) {
	at, then, els := choice.Branch(b, values)
	if at < 0 {
		return core.Needed(core.Body{Stms: b.Stms, Result: values}), true
	}
	st := b.Stms[at]
	e := st.Exp.(*core.If)
	before := b.Stms[:at:at]
	follow := func(part core.Body, values []core.Atom) (core.Body, bool) {
		in, ok := c.taken(part, values)
		return core.Needed(core.Body{Stms: append(before, in.Stms...), Result: in.Result}), ok
	}
	switch {
	case slices.Equal(then, c.Kept):
		return follow(e.Else, els)
	case slices.Equal(els, c.Kept):
		return follow(e.Then, then)
	}
	yes, ok := c.taken(e.Then, then)
	no, ok2 := c.taken(e.Else, els)
	pat := make([]*core.Var, len(values))
	for k, v := range values {
		pat[k] = core.NewVar("chosen", v.AtomType())
	}
	return core.Needed(core.Body{Stms: append(before, core.Stm{Pat: pat, Exp: &core.If{Cond: e.Cond, Then: yes, Else: no}, Src: st.Src}), Result: core.Atoms(pat)}), ok && ok2
}
