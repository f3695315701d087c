package opt

import "raido/lang/core"

// Note [Parts of results]
//
// A return sweep computes again only what it needs: the sum w of the pair of sums (w, s) that a weighted mean is made of. Fusion puts that beside the
// sweep that computed both, and no expression is the same as another. So a map or reduction with several results is known under what each of them comes
// to alone, without the code that only the others need; one whose results are all known so is not computed again [ours].
//
//	(w, s) = reduce (\(a, b) (c, d) -> (a+c, b+d)) (0, 0) us vs          becomes      (w, s) = reduce ...
//	w'     = reduce (\a c -> a+c) 0 us                                                 w' = w

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
