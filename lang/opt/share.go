package opt

import (
	"fmt"
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Shared functions]
//
// The return sweep of a sum computes again what the sum is of, as exponentials that are divided by their sum. What takes dozens of instructions
// is read instead:
//
//	es = map (\x -> exp (x - m)) xs                       es = map (\x -> exp (x - m)) xs
//	s = reduce (+) 0 es                     becomes       s = reduce (+) 0 es
//	ys = map (\x -> exp (x - m) / s) xs                   ys = map (\e -> e / s) es
//
// [ours]: a lambda without effects gives the same number for the same operands, and both maps have the same elements at an index. The reduction computes the
// first map and stores es on the way (Note [Kept by a sum] in backend/flat), so there is neither a kernel more nor a reading; to write an element and to
// read it costs less than a function of floats. Sums, products and divisions are computed again.

// Share lets maps after the sum of a map read the functions that both compute: Note [Shared functions].
func Share(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return shareBody(names, funs, f.Body) })
}

func shareBody(names *alias.Classes, funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for k, s := range out.Stms {
		if m, ok := s.Exp.(*core.Map); ok && len(m.Accs) == 0 && core.AllScalar(m.Fn.Ret) && len(m.Fn.Body.Stms) <= maxFused {
			shareFrom(names, out.Stms, k)
		}
	}
	for k, s := range out.Stms {
		out.Stms[k].Exp = core.Inside(s.Exp, func(b core.Body) core.Body { return shareBody(names, funs, b) })
		if c, ok := s.Exp.(*core.Call); ok {
			out.Stms[k].Exp = &core.Call{Fun: funs[c.Fun], Args: c.Args}
		}
	}
	return out
}

// shareFrom lets maps read the functions that the map at k computes, if what reads it first is a reduction.
func shareFrom(names *alias.Classes, stms []core.Stm, k int) {
	if slices.ContainsFunc(stms[k].Pat, func(v *core.Var) bool { return names.Consumed(v) }) { // not what it was any more
		return
	}
	m := stms[k].Exp.(*core.Map)
	sum := slices.IndexFunc(stms[k+1:], func(s core.Stm) bool { return slices.ContainsFunc(stms[k].Pat, core.FreeInStm(s).Has) })
	if sum < 0 {
		return
	}
	sum += k + 1
	if r, ok := stms[sum].Exp.(*core.Reduce); !ok || r.W != m.W || !core.AllScalar(r.Fn.Ret) {
		return
	}
	first := termsOf(m)
	if len(first.dear) == 0 {
		return
	}
	for j := sum + 1; j < len(stms); j++ {
		if user, ok := stms[j].Exp.(*core.Map); ok && user.W == m.W && len(user.Fn.Body.Stms) <= maxFused {
			stms[k], stms[j] = first.share(stms[k], stms[j])
		}
	}
}

// terms are the numbers that a map computes of elements at its index and of what is there before it, as texts.
type terms struct {
	text map[*core.Var]string
	by   map[string]*core.Var // the variable with a text
	dear map[string]bool      // texts with functions
}

func termsOf(m *core.Map) *terms {
	t := &terms{text: map[*core.Var]string{}, by: map[string]*core.Var{}, dear: map[string]bool{}}
	for i, p := range m.Fn.Params[len(m.Accs):] {
		if p.Type.IsScalar() {
			t.text[p] = fmt.Sprintf("%d[]", m.Arrs[i].ID)
		}
	}
	bound := &core.VarSet{}
	for _, p := range m.Fn.Params {
		bound.Add(p)
	}
	for _, s := range m.Fn.Body.Stms {
		for _, v := range s.Pat {
			bound.Add(v)
		}
	}
	for _, s := range m.Fn.Body.Stms {
		e, ok := s.Exp.(*core.PrimApp)
		if !ok {
			continue
		}
		text, dear := fmt.Sprintf("(%s.%s", e.Op.Name, e.T), e.Op.IsFunctionOf(e.T)
		for _, a := range e.Args {
			v, isVar := a.(*core.Var)
			switch {
			case !isVar:
				text += " " + fmt.Sprint(a)
			case !bound.Has(v):
				text += fmt.Sprintf(" %d", v.ID)
			case t.text[v] == "": // of what the map computes otherwise
				ok = false
			default:
				text, dear = text+" "+t.text[v], dear || t.dear[t.text[v]]
			}
		}
		if text += ")"; ok && len(text) <= maxTermText {
			t.text[s.Pat[0]] = text
			if t.dear[text] = dear; t.by[text] == nil {
				t.by[text] = s.Pat[0]
			}
		}
	}
	maps.DeleteFunc(t.dear, func(_ string, dear bool) bool { return !dear })
	return t
}

// maxTermText bounds the texts of terms, which name their operands in full.
const maxTermText = 1000

// share is a map that gives functions, too, and a later one that reads them: both as they are if that does not gain.
func (t *terms) share(from, to core.Stm) (core.Stm, core.Stm) {
	m, user := from.Exp.(*core.Map), to.Exp.(*core.Map)
	own := termsOf(user)
	rest, functions := core.Body{Result: user.Fn.Body.Result}, 0
	shared := map[*core.Var]bool{}
	for _, s := range user.Fn.Body.Stms {
		e, ok := s.Exp.(*core.PrimApp)
		if !ok || !own.dear[own.text[s.Pat[0]]] || t.by[own.text[s.Pat[0]]] == nil {
			rest.Stms = append(rest.Stms, s)
			continue
		}
		shared[s.Pat[0]] = true
		if e.Op.IsFunctionOf(e.T) {
			functions++
		}
	}
	n := &core.Map{W: user.W, Accs: user.Accs, Arrs: slices.Clone(user.Arrs), Fn: &core.Lambda{Params: slices.Clone(user.Fn.Params), Ret: user.Fn.Ret}}
	sub := core.NewSubst()
	given := &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: slices.Clone(m.Fn.Ret), Body: core.Body{Stms: m.Fn.Body.Stms, Result: slices.Clone(m.Fn.Body.Result)}}}
	pat := slices.Clone(from.Pat)
	for _, v := range core.FreeInBody(rest).List {
		if !shared[v] {
			continue
		}
		x := t.by[own.text[v]]
		i := slices.Index(given.Fn.Body.Result, core.Atom(x))
		if i < 0 {
			i = len(pat)
			pat = append(pat, core.NewVar(x.Name, core.Type{Elem: x.Type.Elem, Dims: []core.Atom{m.W}}))
			given.Fn.Ret, given.Fn.Body.Result = append(given.Fn.Ret, x.Type), append(given.Fn.Body.Result, x)
		}
		p := core.NewVar(v.Name, v.Type)
		n.Arrs, n.Fn.Params, sub.Vars[v] = append(n.Arrs, pat[i]), append(n.Fn.Params, p), p
	}
	if len(sub.Vars) == 0 || len(sub.Vars) > functions {
		return from, to
	}
	n.Fn.Body = sub.Body(rest)
	return core.Stm{Pat: pat, Exp: given, Src: from.Src}, core.Stm{Pat: to.Pat, Exp: n, Src: to.Src}
}
