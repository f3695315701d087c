package opt

import (
	"slices"

	"raido/lang/core"
)

// split adds the map m, in parts if there are products in it.
func (d *distributor) split(out *core.Builder, pat []*core.Var, m *core.Map, inside map[*core.Var]bool) {
	bound := core.BoundIn(m.Fn)
	parts := d.parts(m, inside, bound)
	if parts == nil {
		out.Add(pat, m)
		return
	}
	s := &splitter{distributor: d, m: m, bound: bound, outside: map[*core.Var]*core.Var{}, result: map[*core.Var]*core.Var{}}
	k := len(m.Accs)
	for i, p := range m.Fn.Params {
		if i < k {
			s.outside[p] = m.Accs[i]
		} else {
			s.outside[p] = m.Arrs[i-k]
		}
	}
	for i, a := range m.Fn.Body.Result {
		v, ok := a.(*core.Var)
		if !ok || !bound[v] || slices.Contains(m.Fn.Params, v) || s.result[v] != nil {
			out.Add(pat, m)
			return
		}
		s.result[v] = pat[i]
	}
	if !s.plan(parts) {
		out.Add(pat, m)
		return
	}
	for _, p := range s.parts {
		s.emit(out, p)
	}
}

type splitter struct {
	*distributor
	m       *core.Map
	bound   map[*core.Var]bool
	outside map[*core.Var]*core.Var // for a variable of the body, the array of its values, or the accumulator
	result  map[*core.Var]*core.Var // for results, what the map binds
	free    []core.Stm              // views and fills, repeated where they are needed
	parts   []planned
}

// planned is a part with what it takes from others and what others take from it.
type planned struct {
	part
	in, out []*core.Var
}

// plan finds what goes from part to part, from the last to the first; ok is false if something cannot be kept in
// an array. Statements that only a sum needed are dropped.
func (s *splitter) plan(parts []part) (ok bool) {
	s.takeFree(parts)
	live := map[*core.Var]bool{}
	for v := range s.result {
		live[v] = true
	}
	own := map[*core.Var]bool{}
	for _, p := range parts {
		if p.sum != nil {
			for _, st := range p.sum.own {
				for _, v := range st.Pat {
					own[v] = true
				}
			}
		}
	}
	consumed := s.consumed()
	for i := len(parts) - 1; i >= 0; i-- {
		p := planned{part: parts[i]}
		if p.sum != nil {
			p.in = append(slices.Clone(p.sum.leaves), p.sum.up.Acc)
		} else {
			p.stms = nil
			needed := map[*core.Var]bool{}
			for j := len(parts[i].stms) - 1; j >= 0; j-- {
				st := parts[i].stms[j]
				if !slices.ContainsFunc(st.Pat, func(v *core.Var) bool { return !own[v] || live[v] || needed[v] }) {
					continue
				}
				p.stms = append(p.stms, st)
				for _, v := range core.FreeInStm(st).List {
					needed[v] = true
				}
			}
			slices.Reverse(p.stms)
			p.stms = s.withFree(p.stms)
			for _, st := range p.stms {
				for _, v := range st.Pat {
					if live[v] {
						p.out = append(p.out, v)
					}
				}
			}
			p.in = s.takes(p.stms)
		}
		for _, v := range p.in {
			if s.isFree(v) {
				return false
			}
			if s.outside[v] == nil && !s.keeps(v) || !v.Type.IsAcc() && consumed[s.names.Find(v)] {
				return false
			}
			live[v] = true
		}
		s.parts = append(s.parts, p)
	}
	slices.Reverse(s.parts)
	return true
}

// takeFree removes from the parts the statements that cost nothing.
func (s *splitter) takeFree(parts []part) {
	for i := range parts {
		p := &parts[i]
		p.stms = slices.Clone(p.stms)
		p.stms = slices.DeleteFunc(p.stms, func(st core.Stm) bool {
			switch e := st.Exp.(type) {
			case *core.Rearrange:
			case *core.Iota:
			case *core.Replicate:
				if !e.Val.AtomType().IsScalar() {
					return false
				}
			default:
				return false
			}
			if s.result[st.Pat[0]] != nil {
				return false
			}
			s.free = append(s.free, st)
			return true
		})
	}
}

// withFree puts the free statements that stms need among them, each before the first that needs it: what it reads may be bound there.
func (s *splitter) withFree(stms []core.Stm) []core.Stm {
	free, out := map[*core.Var]core.Stm{}, []core.Stm{}
	for _, st := range s.free {
		free[st.Pat[0]] = st
	}
	var add func(st core.Stm)
	add = func(st core.Stm) {
		for _, v := range core.FreeInStm(st).List {
			if view, ok := free[v]; ok {
				delete(free, v)
				add(view)
			}
		}
		out = append(out, st)
	}
	for _, st := range stms {
		add(st)
	}
	return out
}

func (s *splitter) isFree(v *core.Var) bool {
	return slices.ContainsFunc(s.free, func(st core.Stm) bool { return st.Pat[0] == v })
}

// consumed are the classes of arrays that the map consumes.
func (s *splitter) consumed() map[*core.Var]bool {
	out := map[*core.Var]bool{}
	for _, st := range s.m.Fn.Body.Stms {
		s.names.ConsumedIn(st, func(v *core.Var) {
			if !v.Type.IsAcc() {
				out[s.names.Find(v)] = true
			}
		})
	}
	return out
}

// takes are the variables of the map's body that statements use and do not bind.
func (s *splitter) takes(stms []core.Stm) []*core.Var {
	var out []*core.Var
	for _, v := range core.FreeInBody(core.Body{Stms: stms}).List {
		if s.bound[v] {
			out = append(out, v)
		}
	}
	return out
}

// keeps reports whether the values of v can be kept in one array.
func (s *splitter) keeps(v *core.Var) bool {
	for _, d := range v.Type.Dims {
		if x, ok := d.(*core.Var); ok && s.bound[x] {
			return false
		}
	}
	return true
}

// emit adds a part.
func (s *splitter) emit(out *core.Builder, p planned) {
	if p.sum != nil {
		c := p.sum.product(out, s.m.W, func(v *core.Var) *core.Var { return s.outside[v] })
		out.Add([]*core.Var{s.kept(p.pat[0])}, &core.UpdateAcc{Acc: s.outside[p.sum.up.Acc], Val: c})
		return
	}
	if len(p.out) == 0 {
		return
	}
	n := &core.Map{W: s.m.W}
	var params, accs []*core.Var
	for _, v := range p.in {
		if v.Type.IsAcc() {
			n.Accs, accs = append(n.Accs, s.outside[v]), append(accs, v)
		} else {
			n.Arrs, params = append(n.Arrs, s.outside[v]), append(params, v)
		}
	}
	slices.SortStableFunc(p.out, func(a, b *core.Var) int { // accumulators first, in the order of those taken
		return place(accs, a) - place(accs, b)
	})
	fn := &core.Lambda{Params: slices.Concat(accs, params), Body: core.Body{Stms: p.stms}}
	var pat []*core.Var
	for _, v := range p.out {
		fn.Body.Result, fn.Ret = append(fn.Body.Result, v), append(fn.Ret, v.Type)
		pat = append(pat, s.kept(v))
	}
	n.Fn = core.Rename(fn)
	out.Add(pat, n)
}

// place is where in accs the accumulator v belongs; arrays come after.
func place(accs []*core.Var, v *core.Var) int {
	if i := slices.IndexFunc(accs, func(a *core.Var) bool { return v.Type.IsAcc() && a.Type.Cert == v.Type.Cert }); i >= 0 {
		return i
	}
	return len(accs)
}

// kept is the variable outside of the map for the values of v.
func (s *splitter) kept(v *core.Var) *core.Var {
	x := s.result[v]
	if x == nil && v.Type.IsAcc() {
		x = core.NewVar(v.Name, v.Type)
	} else if x == nil {
		x = core.NewVar(v.Name, v.Type.Of(s.m.W))
	}
	s.outside[v] = x
	return x
}
