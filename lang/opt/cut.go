package opt

import (
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
// so that the second is a nest whose points are all elements of the result. It runs after Fuse, which would join
// them, and looks at maps that no other parallel node contains.
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
				s.Exp = s.Exp.Map(core.Mapper{
					Body: func(b core.Body) core.Body { return body(b, outside) },
					Lambda: func(l *core.Lambda) *core.Lambda {
						return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: body(l.Body, false)}
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

// cut cuts a map before the last map of its body, which may be followed by views of its results.
func cut(m *core.Map) (first firstMap, second *core.Map, ok bool) {
	stms := m.Fn.Body.Stms
	n := len(stms) - 1
	for n > 0 && isView(stms[n].Exp) {
		n--
	}
	if n <= 0 || len(m.Accs) > 0 || !grows(stms[n]) || !long(stms[:n]) {
		return first, nil, false
	}
	end := core.Body{Stms: stms[n:], Result: m.Fn.Body.Result}
	free := core.FreeInBody(end)
	first.exp = &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Body: core.Body{Stms: stms[:n]}}}
	second = &core.Map{W: m.W, Fn: &core.Lambda{Ret: m.Fn.Ret}}
	sub := core.NewSubst()
	for i, p := range m.Fn.Params {
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
