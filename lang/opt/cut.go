package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Cut makes two maps of one that first computes something small from its element, at length, and then an array of
// that, and of its element if that is small, too:
//
//	map (\x -> let s = f x               ss = map f xs
//	           let ys = map (g s) as     yss = map (\s -> map (g s) as) ss
//	           in ys) xs
//
// so that the second is a nest whose points are all elements of the result. A map that folds and then adds what it has found to accumulators
// is cut as well, before the first update: the first map is one of plain folds then, which may go through rows together. It runs after Fuse,
// which would join them, and looks at maps that no other parallel node contains.
func Cut(p *core.Prog) *core.Prog {
	return outermost(p, func(stms []core.Stm, _ []core.Atom) (out []core.Stm) {
		for _, s := range stms {
			if m, ok := s.Exp.(*core.Map); ok {
				if first, second, ok := cut(m); ok {
					out = append(out, core.Stm{Pat: first.pat, Exp: first.exp, Src: s.Src})
					s.Exp = second
				}
			}
			out = append(out, s)
		}
		return out
	})
}

// outermost rewrites the statements of the bodies that no parallel node contains, inner ones first.
func outermost(p *core.Prog, rewrite func(stms []core.Stm, results []core.Atom) []core.Stm) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		var body func(b core.Body, outside bool) core.Body
		body = func(b core.Body, outside bool) core.Body {
			out := core.Body{Result: b.Result}
			for _, s := range b.Stms {
				_, with := s.Exp.(*core.WithAcc) // no parallel node by itself
				s.Exp = s.Exp.Map(core.Mapper{
					Body: func(b core.Body) core.Body { return body(b, outside) },
					Lambda: func(l *core.Lambda) *core.Lambda {
						return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: body(l.Body, outside && with)}
					},
				})
				if c, ok := s.Exp.(*core.Call); ok {
					s.Exp = &core.Call{Fun: funs[c.Fun], Args: c.Args}
				}
				out.Stms = append(out.Stms, s)
			}
			if outside {
				out.Stms = rewrite(out.Stms, out.Result)
			}
			return out
		}
		return body(f.Body, true)
	})
}

// firstMap is the first of two maps, with the names of its results.
type firstMap struct {
	pat []*core.Var
	exp *core.Map
}

// cut cuts a map before the last map of its body, which may be followed by views of its results, or before its updates.
func cut(m *core.Map) (first firstMap, second *core.Map, ok bool) {
	stms, k := m.Fn.Body.Stms, len(m.Accs)
	n := lastMap(stms)
	if k > 0 {
		n = firstUpdate(m)
	}
	if n <= 0 || !long(stms[:n]) {
		return first, nil, false
	}
	end := core.Body{Stms: stms[n:], Result: m.Fn.Body.Result}
	free := &core.VarSet{}
	for _, v := range core.FreeInBody(end).List {
		if !v.Type.IsAcc() {
			free.Add(v)
		}
	}
	first.exp = &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params[k:], Body: core.Body{Stms: stms[:n]}}}
	sub := core.NewSubst()
	second = &core.Map{W: m.W, Accs: m.Accs, Fn: &core.Lambda{Params: sub.Binders(m.Fn.Params[:k]), Ret: m.Fn.Ret}}
	for i, p := range m.Fn.Params[k:] {
		if !free.Has(p) {
			continue
		}
		if !fixed(p.Type) {
			return first, nil, false
		}
		second.Arrs, second.Fn.Params = append(second.Arrs, m.Arrs[i]), append(second.Fn.Params, sub.Binder(p))
	}
	for _, s := range stms[:n] {
		for _, v := range s.Pat {
			if !free.Has(v) {
				continue
			}
			if !fixed(v.Type) {
				return first, nil, false
			}
			first.exp.Fn.Ret = append(first.exp.Fn.Ret, v.Type)
			first.exp.Fn.Body.Result = append(first.exp.Fn.Body.Result, v)
			arr := core.NewVar(v.Name, core.Type{Elem: v.Type.Elem, Dims: append([]core.Atom{m.W}, v.Type.Dims...)})
			first.pat, second.Arrs = append(first.pat, arr), append(second.Arrs, arr)
			p := core.NewVar(v.Name, v.Type)
			second.Fn.Params = append(second.Fn.Params, p)
			sub.Vars[v] = p
		}
	}
	if len(first.pat) == 0 || alias.MayConsume(end, free) {
		return first, nil, false
	}
	second.Fn.Body = sub.Body(end)
	return first, second, true
}

// lastMap is the last map of a body, which grows and which views may follow; 0 if there is none.
func lastMap(stms []core.Stm) int {
	n := len(stms) - 1
	for n > 0 && isView(stms[n].Exp) {
		n--
	}
	if n < 0 || !grows(stms[n]) {
		return 0
	}
	return n
}

// firstUpdate is the first update of a map that folds, and then only adds numbers to accumulators; 0 if it is no such map.
func firstUpdate(m *core.Map) int {
	stms := m.Fn.Body.Stms
	n := len(stms)
	for n > 0 {
		u, ok := stms[n-1].Exp.(*core.UpdateAcc)
		if !ok || !u.Val.AtomType().IsScalar() {
			break
		}
		n--
	}
	if n == len(stms) || len(m.Fn.Ret) > len(m.Accs) || slices.ContainsFunc(stms[:n], func(s core.Stm) bool {
		_, loop := s.Exp.(*core.Loop)
		return loop || slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return v.Type.IsAcc() })
	}) {
		return 0
	}
	return n
}

func isView(e core.Exp) bool {
	switch e.(type) {
	case *core.Rearrange, *core.Reshape:
		return true
	default: // makes an array
	}
	return false
}

// grows reports whether a statement is a map with results of a size that is not known.
func grows(s core.Stm) bool {
	e, ok := s.Exp.(*core.Map)
	return ok && len(e.Accs) == 0 && len(s.Pat) > 0 && !fixed(s.Pat[0].Type)
}

// fixed reports whether a type is of numbers and whether its size is known.
func fixed(t core.Type) bool {
	for _, d := range t.Dims {
		if _, ok := d.(core.Const); !ok {
			return false
		}
	}
	return !t.IsAcc()
}

// long reports whether statements have loops.
func long(stms []core.Stm) bool {
	for _, s := range stms {
		switch s.Exp.(type) {
		case *core.Map, *core.Reduce, *core.Scan, *core.Loop:
			return true
		default: // no loop
		}
	}
	return false
}
