package gather

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// slicer divides the code of a site by what it depends on.
type slicer struct {
	bound map[*core.Var]bool // inside of the site
	// alone are the variables that depend on the index and what is outside alone, hot those of them that depend on the index, and
	// early those whose statements are taken out.
	alone, hot, early map[*core.Var]bool
	own               map[*core.Var]bool // those that depend on the elements of the map that is cut
	stms              []core.Stm         // those that bind alone
	names             *alias.Classes
}

// divide gives what is left of statements; what depends on the index alone is appended to d.stms, where it may stand as well.
func (d *slicer) divide(stms []core.Stm) (rest []core.Stm) {
	for _, s := range stms {
		alone, hot, early := d.depends(s)
		switch {
		case alone:
			early = early || hot && dear(s)
			d.mark(s.Pat, hot, early)
			d.stms = append(d.stms, s)
			if !early {
				rest = append(rest, s)
			}
		default:
			if m, ok := s.Exp.(*core.Map); ok {
				s.Exp = d.cut(m)
			}
			rest = append(rest, s)
		}
	}
	return rest
}

// depends tells what a statement uses: nothing but alone, something hot, something early.
func (d *slicer) depends(s core.Stm) (alone, hot, early bool) {
	alone = true
	for _, v := range core.FreeInStm(s).List {
		alone = alone && (!d.bound[v] || d.alone[v])
		hot = hot || d.hot[v]
		early = early || d.early[v]
	}
	return alone, hot, early && alone
}

func (d *slicer) mark(vs []*core.Var, hot, early bool) {
	for _, v := range vs {
		d.alone[v] = true
		if hot {
			d.hot[v] = true
		}
		if early {
			d.early[v] = true
		}
	}
}

// cut takes out of a map what depends on the index, and on those of its operands that do so alone: as a map of its own. What does not even
// depend on these operands is computed before that.
func (d *slicer) cut(m *core.Map) core.Exp {
	if len(m.Accs) > 0 || d.isBound(m.W) {
		return m
	}
	in := &slicer{bound: d.bound, alone: d.alone, hot: d.hot, early: d.early, own: map[*core.Var]bool{}, names: d.names}
	var arrs, params []*core.Var
	for i, a := range m.Arrs {
		if !d.bound[a] || d.alone[a] {
			p := m.Fn.Params[i]
			arrs, params, in.own[p] = append(arrs, a), append(params, p), true
			d.mark([]*core.Var{p}, d.hot[a], false)
		}
	}
	rest := core.Body{Stms: in.divide(m.Fn.Body.Stms), Result: m.Fn.Body.Result}
	free := core.FreeInBody(rest)
	outs := make([][]*core.Var, 2) // that depend on operands, and others
	stms := make([][]core.Stm, 2)
	for _, s := range in.stms {
		k := 1
		if in.isOwn(s) {
			k = 0
		}
		stms[k] = append(stms[k], s)
		for _, v := range s.Pat {
			if !d.early[v] || !free.Has(v) {
				continue
			}
			if d.names.Consumed(v) || slices.ContainsFunc(v.Type.Dims, d.isBound) {
				return m
			}
			outs[k] = append(outs[k], v)
		}
	}
	if len(outs[0])+len(outs[1]) == 0 {
		return m
	}
	d.stms = append(d.stms, stms[1]...)
	n := &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: rest}}
	if len(outs[0]) > 0 {
		all := d.mapped(&core.Map{W: m.W, Arrs: arrs, Fn: &core.Lambda{Params: params, Body: core.Body{Stms: stms[0]}}}, outs[0])
		n.Arrs, n.Fn.Params = append(slices.Clone(m.Arrs), all...), append(slices.Clone(m.Fn.Params), outs[0]...)
	}
	return n
}

// isOwn notes and reports whether a statement depends on the elements of the map that is cut.
func (d *slicer) isOwn(s core.Stm) bool {
	own := slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return d.own[v] })
	for _, v := range s.Pat {
		d.own[v] = own
	}
	return own
}

// mapped adds a map that computes outs to d.stms, and gives its results.
func (d *slicer) mapped(m *core.Map, outs []*core.Var) []*core.Var {
	results := core.Atoms(outs)
	m.Fn = core.Rename(&core.Lambda{Params: m.Fn.Params, Ret: core.VarTypes(outs), Body: core.Needed(core.Body{Stms: m.Fn.Body.Stms, Result: results})})
	var all []*core.Var
	for _, v := range outs {
		all = append(all, core.NewVar(v.Name, v.Type.Of(m.W)))
	}
	d.mark(all, true, true)
	maps.Copy(d.bound, core.BoundIn(m.Fn))
	for _, v := range all {
		d.bound[v] = true
	}
	d.stms = append(d.stms, core.Stm{Pat: all, Exp: m})
	return all
}

func (d *slicer) isBound(a core.Atom) bool { return d.bound[core.AsVar(a)] }

// crossing are the variables that are computed early and used in what is left.
func (d *slicer) crossing(rest core.Body) []*core.Var {
	var out []*core.Var
	for _, v := range core.FreeInBody(rest).List {
		if d.early[v] {
			out = append(out, v)
		}
	}
	return out
}
