package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Note [Branches around maps]
//
// Programs that fill a table begin it by a branch inside of the map that makes a row:
//
//	map n (\q -> ... if i == 0 then f q else g q ...)      becomes      if i == 0 then map n (\q -> ... f q ...) else map n (\q -> ... g q ...)
//
// where the condition is one of counters and sizes, which the host knows, and a branch has a loop. Each map is then what it would be alone, as a
// product is, and so is its derivative, which for the other branch would be a map that gives zeros. (Loop unswitching: F. Allen, J. Cocke, A
// catalogue of optimizing transformations, 1971.)

// maxSwitched bounds the statements of a map that is written twice.
const maxSwitched = 60

// Branches makes branches of maps of the maps of branches whose conditions the host knows: Note [Branches around maps].
func Branches(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		s := &switcher{funs: funs, host: map[*core.Var]core.Exp{}}
		s.params(f.Params)
		return s.body(f.Body)
	})
}

type switcher struct {
	funs map[*core.Fun]*core.Fun
	host map[*core.Var]core.Exp // integers that the host knows, and what they are, if that is an operation in the code that is looked at
}

func (s *switcher) params(vs []*core.Var) {
	for _, v := range vs {
		if v.Type.IsScalar() && v.Type.Elem == prim.I64 {
			s.host[v] = nil
		}
	}
}

// knows reports whether the host knows an atom.
func (s *switcher) knows(a core.Atom) bool {
	v := core.AsVar(a)
	if v == nil {
		return true
	}
	_, ok := s.host[v]
	return ok
}

func (s *switcher) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, st := range b.Stms {
		if e, ok := st.Exp.(*core.PrimApp); ok && !e.MayFail() && (e.T == prim.I64 || e.T == prim.Bool) && !slices.ContainsFunc(e.Args, func(a core.Atom) bool { return !s.knows(a) }) {
			s.host[st.Pat[0]] = e
		}
		if l, ok := st.Exp.(*core.Loop); ok && l.I != nil {
			s.host[l.I] = nil
		}
		st.Exp = core.Inside(st.Exp, s.body)
		if c, ok := st.Exp.(*core.Call); ok {
			c.Fun = s.funs[c.Fun]
		}
		out.Stms = append(out.Stms, s.outside(st)...)
	}
	return out
}

// outside is a statement with the first branch of its map around the map.
func (s *switcher) outside(st core.Stm) []core.Stm {
	m, ok := st.Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || core.Statements(m.Fn.Body) > maxSwitched {
		return []core.Stm{st}
	}
	for k, in := range m.Fn.Body.Stms {
		e, ok := in.Exp.(*core.If)
		if !ok || !s.knows(e.Cond) || !loops(e.Then) && !loops(e.Else) {
			continue
		}
		var cond []core.Stm
		cond, c := s.copied(cond, map[*core.Var]core.Atom{}, core.BoundIn(m.Fn), e.Cond, st.Src)
		branch := func(b core.Body) core.Body {
			fn := core.Body{Stms: slices.Concat(m.Fn.Body.Stms[:k], b.Stms), Result: m.Fn.Body.Result}
			for i, v := range in.Pat {
				fn.Stms = append(fn.Stms, core.Stm{Pat: []*core.Var{v}, Exp: &core.Use{Atom: b.Result[i]}, Src: in.Src})
			}
			fn.Stms = append(fn.Stms, m.Fn.Body.Stms[k+1:]...)
			n := &core.Map{W: m.W, Arrs: m.Arrs, Fn: core.Rename(&core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: fn})}
			var pat []*core.Var
			for _, v := range st.Pat {
				pat = append(pat, core.NewVar(v.Name, v.Type))
			}
			return core.Body{Stms: s.outside(core.Stm{Pat: pat, Exp: n, Src: st.Src}), Result: core.Atoms(pat)}
		}
		return append(cond, core.Stm{Pat: st.Pat, Exp: &core.If{Cond: c, Then: branch(e.Then), Else: branch(e.Else)}, Src: st.Src})
	}
	return []core.Stm{st}
}

// copied adds to code the operations that compute a, as far as they are bound inside, and gives what a is there.
func (s *switcher) copied(code []core.Stm, done map[*core.Var]core.Atom, inside map[*core.Var]bool, a core.Atom, src diag.Span) ([]core.Stm, core.Atom) {
	v := core.AsVar(a)
	if v == nil || !inside[v] {
		return code, a
	}
	if done[v] == nil {
		e := s.host[v].(*core.PrimApp)
		n := *e
		n.Args = make([]core.Atom, len(e.Args))
		for i, x := range e.Args {
			code, n.Args[i] = s.copied(code, done, inside, x, src)
		}
		w := core.NewVar(v.Name, v.Type)
		done[v], s.host[w] = w, &n
		code = append(code, core.Stm{Pat: []*core.Var{w}, Exp: &n, Src: src})
	}
	return code, done[v]
}

// loops reports whether code runs code many times.
func loops(b core.Body) bool {
	found := false
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Map, *core.Reduce, *core.Scan, *core.Loop, *core.Hist:
			found = true
		default: // no loop
		}
	})
	return found
}
