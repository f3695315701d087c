package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// straight joins the sweeps of a body that runs both. The return sweep reads copies of the arrays that the
// forward sweep consumes.
func (r *rev) straight(fwd []core.Stm, ret core.Body) ([]core.Stm, core.Body) {
	return r.joined(fwd, core.Needed(ret))
}

func (r *rev) joined(fwd []core.Stm, ret core.Body) ([]core.Stm, core.Body) {
	var save []*core.Var
	needed := core.FreeInBody(ret)
	for _, st := range fwd {
		for _, v := range st.Pat {
			if needed.Has(v) && r.facts.isConsumed(v) {
				save = append(save, v)
			}
		}
	}
	fwd, copies := r.withCopies(fwd, save)
	return fwd, replaced(ret, copies)
}

// replaced puts arrays in the place of others; nothing is renamed, so that the adjoint table stays valid.
func replaced(b core.Body, by *core.Subst) core.Body {
	if len(by.Vars) == 0 {
		return b
	}
	var m core.Mapper
	body := func(b core.Body) core.Body {
		out := core.Body{Result: by.Atoms(b.Result)}
		for _, st := range b.Stms {
			out.Stms = append(out.Stms, core.Stm{Pat: st.Pat, Exp: st.Exp.Map(m), Src: st.Src})
		}
		return out
	}
	m = core.Mapper{Atom: by.Atom, Body: body, Lambda: func(l *core.Lambda) *core.Lambda {
		return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: body(l.Body)}
	}}
	return body(b)
}

// withCopies inserts, after the definitions of those of save that are consumed, copies of them.
func (r *rev) withCopies(fwd []core.Stm, save []*core.Var) ([]core.Stm, *core.Subst) {
	copies := core.NewSubst()
	want := map[*core.Var]bool{}
	for _, v := range save {
		want[v] = r.facts.isConsumed(v)
	}
	b := &core.Builder{}
	for _, st := range fwd {
		b.Stms = append(b.Stms, st)
		b.Src = st.Src
		for _, v := range st.Pat {
			if want[v] {
				copies.Vars[v] = b.Let(v.Name, &core.Copy{Arr: v})
			}
		}
	}
	return b.Stms, copies
}

// plan is what a branch or a loop body does for its return sweep [Peng23, 3.3.2; 3.4].
type plan struct {
	save       []*core.Var // variables of the forward sweep to keep, in order of definition
	recomputed []core.Stm  // statements to repeat at the start of the return sweep
	later      *core.Subst // arrays of the forward sweep to the later ones that the return sweep reads in their place
	// hoist computes sizes of saved arrays that are the same in every run of the body.
	hoist []core.Stm
	// early computes sizes of saved arrays from the loop's counter, before the tapes are read.
	early []core.Stm
	why   map[*core.Var]*Kept // if somebody wants to know
	inv   *inverse            // an update that is inverted
}

// planner is the state of making a plan.
type planner struct {
	plan
	r       *rev
	e       *core.Loop // nil: a branch
	ret     core.Body
	counter *core.Var
	wide    bool                    // it has maps or reductions
	next    map[*core.Var]*core.Var // values that the loop carries to the next iteration, to the parameters that have them there
	local   map[*core.Var]bool
	defs    map[*core.Var]core.Stm
	needed  *core.VarSet
	sizes   map[*core.Var]bool // must be saved or hoisted: an array that is saved has this size
	moved   map[*core.Var]bool // is hoisted
	fwd     []core.Stm
	fixed   map[*core.Var]bool // is not computed again
}

// planFor finds what the return sweep ret needs of the forward sweep fwd, of a branch or of the loop l. Sizes of saved arrays are saved too, unless they are the same in every run.
func (r *rev) planFor(l *revLoop, fwd []core.Stm, ret core.Body) plan {
	p := &planner{plan: plan{later: core.NewSubst()}, r: r, ret: ret, fwd: fwd, fixed: map[*core.Var]bool{}, next: map[*core.Var]*core.Var{}, local: map[*core.Var]bool{},
		defs: map[*core.Var]core.Stm{}, needed: core.FreeInBody(ret), sizes: map[*core.Var]bool{}, moved: map[*core.Var]bool{}}
	var params []*core.Var
	if l != nil {
		p.e, p.counter, params = l.e, l.e.I, l.e.Params
	}
	for k, v := range params {
		p.local[v] = true
		if y, ok := p.e.Body.Result[k].(*core.Var); ok && p.e.I != nil && p.needed.Has(v) {
			p.next[y] = v
		}
	}
	p.binds(fwd)
	core.Walk(core.Body{Stms: fwd}, func(st core.Stm) {
		switch st.Exp.(type) {
		case *core.Map, *core.Reduce, *core.Scan:
			p.wide = true
		default: // numbers, one by one
		}
	})
	if l != nil {
		p.invert(l)
	}
	again := p.cutFor(fwd)
	for _, st := range slices.Backward(fwd) {
		if !anyIn(p.needed, st.Pat) {
			continue
		}
		if len(st.Pat) == 1 && p.comesBack(st.Pat[0]) {
			continue
		}
		if f := again[st.Pat[0]]; f != nil && !p.sizes[st.Pat[0]] {
			p.repeat(f.stms...)
		} else {
			p.keepAll(st.Pat)
		}
	}
	p.keepAll(params)
	if p.inv == nil {
		return p.plan
	}
	if !linearIn(p.code(), p.inv.olds) {
		l.exact = true
		return r.planFor(l, fwd, ret)
	}
	p.recomputed = p.inv.inOrder(p.recomputed)
	return p.plan
}

// binds notes what statements bind.
func (p *planner) binds(fwd []core.Stm) {
	for _, st := range fwd {
		for _, v := range st.Pat {
			p.local[v], p.defs[v] = true, st
		}
	}
}

// invert looks for an update to invert: the return sweep needs what that takes, and has what it gives.
func (p *planner) invert(l *revLoop) {
	if p.inv = l.inverted(p); p.inv != nil {
		for _, v := range p.inv.with {
			p.needed.Add(v)
		}
	}
}

// comesBack reports whether an inverse computes a value.
func (p *planner) comesBack(v *core.Var) bool { return p.inv != nil && slices.Contains(p.inv.olds, v) }

func (p *planner) keepAll(vs []*core.Var) {
	for _, v := range slices.Backward(vs) {
		p.keep(v)
	}
}

// repeat puts statements before those that are repeated.
func (p *planner) repeat(stms ...core.Stm) {
	p.recomputed = append(slices.Clone(stms), p.recomputed...)
	for _, st := range stms {
		for _, v := range core.FreeInStm(st).List {
			p.needed.Add(v)
		}
	}
}

func (p *planner) keep(v *core.Var) {
	if !p.needed.Has(v) || p.comesBack(v) || p.replacedLater(v) {
		return
	}
	p.save = append([]*core.Var{v}, p.save...)
	p.because(v)
	for _, d := range p.unknown(v.Type) {
		p.sizes[d] = true
		p.needed.Add(d)
	}
}

// unknown has the sizes of a type computed before the loop or from its counter, and gives the rest.
func (p *planner) unknown(t core.Type) (out []*core.Var) {
	for _, d := range t.Dims {
		if d, ok := d.(*core.Var); ok && p.local[d] && !p.tryHoist(d) && !p.tryEarly(d) {
			out = append(out, d)
		}
	}
	return out
}

// tryHoist moves the definition of a size out of the body if sizeCode computes it of what is bound outside.
func (p *planner) tryHoist(v *core.Var) bool {
	if p.moved[v] {
		return true
	}
	code := p.r.sizeCode(p.defs[v])
	if code == nil {
		return false
	}
	for _, a := range core.FreeInStm(p.defs[v]).List {
		if a == p.counter || p.local[a] && !p.tryHoist(a) {
			return false
		}
	}
	p.moved[v] = true
	p.hoist = append(p.hoist, code...)
	return true
}

// tryEarly computes a size again if sizeCode computes it of the counter and what is bound outside.
func (p *planner) tryEarly(v *core.Var) bool {
	if slices.ContainsFunc(p.early, func(st core.Stm) bool { return st.Pat[0] == v }) {
		return true
	}
	code := p.r.sizeCode(p.defs[v])
	if code == nil || p.counter == nil {
		return false
	}
	for _, a := range core.FreeInStm(p.defs[v]).List {
		if a != p.counter && p.local[a] && !p.moved[a] && !p.tryEarly(a) {
			return false
		}
	}
	p.early = append(p.early, code...)
	return true
}

// hoist emits what plans hoist; sub gets the new names. A size that is negative, which it can be only where the body does
// not run, counts as 0.
func hoist(b *core.Builder, sub *core.Subst, plans ...plan) {
	size := map[*core.Var]bool{}
	for _, p := range plans {
		for _, v := range p.save {
			for _, d := range v.Type.Dims {
				if d, ok := d.(*core.Var); ok {
					size[d] = true
				}
			}
		}
	}
	var sizes []*core.Var
	for _, p := range plans {
		for _, st := range p.hoist {
			b.Stms = append(b.Stms, sub.Stm(st))
			if v := st.Pat[0]; size[v] {
				sizes = append(sizes, v)
			}
		}
	}
	for _, v := range sizes {
		sub.Vars[v] = b.Prim(prim.Max, v.Type.Elem, sub.Vars[v], core.Zero(v.Type.Elem))
	}
}

func anyIn(s *core.VarSet, vs []*core.Var) bool {
	for _, v := range vs {
		if s.Has(v) {
			return true
		}
	}
	return false
}
