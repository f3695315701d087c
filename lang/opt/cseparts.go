package opt

import (
	"slices"

	"raido/lang/core"
)

// Note [Parts of results]
//
// A return sweep computes again only what it needs: the sum w of the pair of sums (w, s) that a weighted mean is made of. Fusion puts that beside the
// sweep that computed both, and no expression is the same as another. So a map or reduction with several results is known under what each of them comes
// to alone, without the code that only the others need; one whose results are all known so is not computed again [ours].
//
//	(w, s) = reduce (\(a, b) (c, d) -> (a+c, b+d)) (0, 0) us vs          becomes      (w, s) = reduce ...
//	w'     = reduce (\a c -> a+c) 0 us                                                 w' = w
//
// Where some of a map's results are known, the others are computed of them:
//
//	(u, w) = map (\x -> let w = exp x in (c * w, w)) xs                               (u, w) = map ...
//	(v, w') = map (\x -> let w = exp x in (w + 1, w)) xs                              v = map (\w -> w + 1) w

// partLimit bounds the statements of what is looked at for each of its results.
const partLimit = 120

// parts are the keys of what each of several results of a map or reduction comes to alone; nil if it has one, or is large.
func (c *cse) parts(pat []*core.Var, e core.Exp) []string {
	s := core.Stm{Pat: pat, Exp: e}
	switch e.(type) {
	case *core.Map, *core.Reduce:
	default:
		return nil
	}
	if len(pat) < 2 || !worthSharing(e) || core.Statements(core.Body{Stms: []core.Stm{s}}) > partLimit {
		return nil
	}
	var keys []string
	free := core.FreeInStm(s).List
	for _, v := range pat {
		f := &core.Fun{Params: free, Ret: []*core.Var{core.NewVar(v.Name, v.Type)}, Body: core.Body{Stms: []core.Stm{s}, Result: []core.Atom{v}}}
		alone := DCE(&core.Prog{Funs: []*core.Fun{f}}).Entry().Body
		if len(alone.Stms) != 1 || len(alone.Stms[0].Pat) != 1 {
			return nil
		}
		keys = append(keys, c.key(alone.Stms[0].Exp))
	}
	return keys
}

// known gives results that are parts of earlier nodes the names of these, if all are.
func (c *cse) known(pat []*core.Var, keys []string) bool {
	var first []*core.Var
	for _, k := range keys {
		if len(c.table[k]) == 0 {
			return false
		}
		first = append(first, c.table[k][0])
	}
	if len(keys) == 0 || !c.shareable(pat, first) {
		return false
	}
	for i, v := range pat {
		c.Vars[v] = first[i]
		c.names.Merge(v, c.origin[first[i]])
	}
	return true
}

// rest computes the results of a map that are not known, of those that are; nil if none is known, or the map has checks. The known ones get the names of the
// earlier results.
func (c *cse) rest(pat []*core.Var, e core.Exp, keys []string) ([]*core.Var, *core.Map) {
	m, ok := e.(*core.Map)
	if !ok || len(m.Accs) > 0 || hasAssert(m.Fn.Body) {
		return nil, nil
	}
	n := &core.Map{W: m.W, Arrs: slices.Clone(m.Arrs), Fn: &core.Lambda{Params: slices.Clone(m.Fn.Params)}}
	by := core.NewSubst()
	var left []*core.Var
	body := core.Body{}
	for i, k := range keys {
		v, first := core.AsVar(m.Fn.Body.Result[i]), c.table[k]
		if first == nil || v == nil || !bindsIn(m.Fn.Body, v) || !c.shareable(pat[i:i+1], first[:1]) {
			left, n.Fn.Ret, body.Result = append(left, pat[i]), append(n.Fn.Ret, m.Fn.Ret[i]), append(body.Result, m.Fn.Body.Result[i])
			continue
		}
		p := core.NewVar(v.Name, v.Type)
		n.Arrs, n.Fn.Params, by.Vars[v] = append(n.Arrs, first[0]), append(n.Fn.Params, p), p
		c.origin[p] = p
		c.Vars[pat[i]] = first[0]
		c.names.Merge(pat[i], c.origin[first[0]])
	}
	if len(by.Vars) == 0 {
		return nil, nil
	}
	for _, st := range m.Fn.Body.Stms {
		body.Stms = append(body.Stms, core.Stm{Pat: st.Pat, Exp: st.Exp.Map(core.Mapper{Atom: by.Atom}), Src: st.Src})
	}
	n.Fn.Body = core.Needed(core.Body{Stms: body.Stms, Result: by.Atoms(body.Result)})
	return left, withoutUnused(n)
}

// withoutUnused is a map without the operands whose elements nothing uses, all but one.
func withoutUnused(m *core.Map) *core.Map {
	used := core.FreeInBody(m.Fn.Body)
	for i := len(m.Arrs) - 1; i >= 0 && len(m.Arrs) > 1; i-- {
		if !used.Has(m.Fn.Params[i]) {
			m.Arrs, m.Fn.Params = slices.Delete(m.Arrs, i, i+1), slices.Delete(m.Fn.Params, i, i+1)
		}
	}
	return m
}

// bindsIn reports whether a statement of a body binds a variable.
func bindsIn(b core.Body, v *core.Var) bool {
	return slices.ContainsFunc(b.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
}

// noteParts puts the results of a node under the keys of what each comes to alone, and gives those that are new.
func (c *cse) noteParts(pat []*core.Var, keys []string) (added []string) {
	for i, k := range keys {
		if c.table[k] == nil {
			c.table[k] = pat[i : i+1]
			added = append(added, k)
		}
	}
	return added
}
