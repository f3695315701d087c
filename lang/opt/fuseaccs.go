package opt

import (
	"slices"

	"raido/lang/core"
)

// accs joins to the with_acc at j the earlier ones that add to other arrays at the same indices (horizontal fusion), as the adjoints of
// gathers by the same indices are:
//
//	xs = with_acc x (map is us (\i u -> x[i] += u))
//	ys = with_acc y (map is vs (\i v -> y[i] += v))     becomes     (xs, ys) = with_acc x y (map is us vs (\i u v -> x[i] += u; y[i] += v))
//
// so that the indices are read and tested once.
func (w *window) accs(j int) {
	for i := j - 1; i >= 0; i-- {
		c := adding(w.stms[j])
		if c == nil {
			return
		}
		if p := adding(w.stms[i]); p != nil && !w.gone[i] && p.W == c.W && len(p.Accs)+len(c.Accs) <= mostAccs && sameIndices(p, c) && w.waits(i, j) {
			w.fuseAccs(i, j, p, c)
		}
	}
}

// mostAccs is to how many arrays a joined map adds at most.
const mostAccs = 4

// adding is the map that is all that a with_acc does; nil if it does anything else.
func adding(s core.Stm) *core.Map {
	e, ok := s.Exp.(*core.WithAcc)
	if !ok || len(e.Fn.Body.Stms) != 1 {
		return nil
	}
	m, ok := e.Fn.Body.Stms[0].Exp.(*core.Map)
	if !ok || !slices.Equal(m.Accs, e.Fn.Params) || len(s.Pat) != len(m.Accs) || !slices.Equal(e.Fn.Body.Result, core.Atoms(e.Fn.Body.Stms[0].Pat)) {
		return nil
	}
	return m
}

// sameIndices reports whether maps add at the elements of one array.
func sameIndices(p, c *core.Map) bool {
	at := func(m *core.Map) (out []*core.Var) {
		for _, s := range m.Fn.Body.Stms {
			if u, ok := s.Exp.(*core.UpdateAcc); ok {
				for _, x := range u.Idx {
					if k := slices.IndexFunc(m.Fn.Params, func(v *core.Var) bool { return core.Atom(v) == x }); k >= len(m.Accs) {
						out = append(out, m.Arrs[k-len(m.Accs)])
					}
				}
			}
		}
		return out
	}
	those := at(c)
	return slices.ContainsFunc(at(p), func(v *core.Var) bool { return slices.Contains(those, v) })
}

func (w *window) fuseAccs(i, j int, p, c *core.Map) {
	ps, cs := w.stms[i], w.stms[j]
	pw, cw := ps.Exp.(*core.WithAcc), cs.Exp.(*core.WithAcc)
	var arrs []*core.Var
	for _, a := range pw.Accs {
		arrs = append(arrs, a.Arr)
	}
	w.moved(i, j, arrs...)
	k, l := len(p.Accs), len(c.Accs)
	m := &core.Map{W: c.W, Accs: slices.Concat(p.Accs, c.Accs), Arrs: slices.Clone(p.Arrs), Fn: &core.Lambda{
		Params: slices.Concat(p.Fn.Params[:k], c.Fn.Params[:l], p.Fn.Params[k:]), Ret: slices.Concat(p.Fn.Ret, c.Fn.Ret)}}
	sub := core.NewSubst()
	for n, arr := range c.Arrs {
		param := c.Fn.Params[l+n]
		if at := slices.Index(p.Arrs, arr); at >= 0 {
			sub.Vars[param] = p.Fn.Params[k+at]
			continue
		}
		m.Arrs, m.Fn.Params = append(m.Arrs, arr), append(m.Fn.Params, param)
	}
	body := sub.Body(c.Fn.Body)
	m.Fn.Body = core.Body{Stms: slices.Concat(p.Fn.Body.Stms, body.Stms), Result: slices.Concat(p.Fn.Body.Result, body.Result)}
	pat := slices.Concat(pw.Fn.Body.Stms[0].Pat, cw.Fn.Body.Stms[0].Pat)
	w.stms[j] = core.Stm{Pat: slices.Concat(ps.Pat, cs.Pat), Src: cs.Src, Exp: &core.WithAcc{Accs: slices.Concat(pw.Accs, cw.Accs), Fn: &core.Lambda{
		Params: slices.Concat(pw.Fn.Params, cw.Fn.Params), Ret: slices.Concat(pw.Fn.Ret, cw.Fn.Ret),
		Body: core.Body{Stms: []core.Stm{{Pat: pat, Exp: m, Src: cs.Src}}, Result: core.Atoms(pat)}}}}
}
