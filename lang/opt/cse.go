package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// CSE gives an expression that stood before, in the same body or one around it, the earlier result. The
// expressions are compared by core.KeyExp, up to the names inside lambdas and the order of what commutes, sums of indices by what they are
// of (Note [Equal sums]). Arrays are
// shared only where nothing consumes them; those that something consumes are still known to be equal (Note [Twins]).
func CSE(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c := &cse{Subst: core.NewSubst(), funs: funs, names: names, origin: map[*core.Var]*core.Var{},
			table: map[string][]*core.Var{}, same: map[*core.Var]core.Atom{}, sums: equalSums{}, counts: map[*core.Var]bool{}}
		core.Walk(f.Body, func(core.Stm) { c.spare += sparePerStm })
		return c.body(f.Body)
	})
}

type cse struct {
	*core.Subst
	funs   map[*core.Fun]*core.Fun
	names  *alias.Classes
	origin map[*core.Var]*core.Var // new to old
	table  map[string][]*core.Var  // results of the expressions in scope, new
	same   map[*core.Var]core.Atom // new arrays to earlier ones with the same elements, whose names they cannot share
	counts map[*core.Var]bool      // new arrays of 0, 1, 2 and so on
	sums   equalSums
	spare  int // statements that may be walked again to find twins
}

func (c *cse) body(b core.Body) core.Body {
	out := core.Body{}
	var added []string
	for _, s := range b.Stms {
		e, twins := c.exp(s.Exp)
		key := ""
		parts := c.parts(s.Pat, e)
		if c.known(s.Pat, parts) {
			continue
		}
		if pat, m := c.rest(s.Pat, e, parts); m != nil {
			s.Pat, e, twins, parts = pat, m, nil, c.parts(pat, m)
		}
		sum, isSum := c.sums.of(e)
		if isSum && plainSum(sum) != nil {
			c.Vars[s.Pat[0]] = plainSum(sum)
			continue
		}
		if worthSharing(e) {
			if key = c.key(e); isSum {
				key = keyOf(sum)
			}
			if first := c.table[key]; first != nil && c.shareable(s.Pat, first) {
				for i, v := range s.Pat {
					c.Vars[v] = first[i]
					c.names.Merge(v, c.origin[first[i]])
				}
				continue
			}
		}
		pat := c.binders(s.Pat)
		if isSum {
			c.sums[pat[0]] = sum
		} else if core.Counts(e) {
			c.counts[pat[0]] = true
		}
		added = append(added, c.noteParts(pat, parts)...)
		switch first := c.table[key]; {
		case key == "":
		case first == nil:
			c.table[key] = pat
			added = append(added, key)
		default:
			for i, v := range pat {
				c.same[v] = c.value(first[i])
			}
		}
		c.noteTwins(s.Pat, pat, twins)
		out.Stms = append(out.Stms, core.Stm{Pat: pat, Exp: e, Src: s.Src})
	}
	out.Result = c.Atoms(b.Result)
	for _, key := range added {
		delete(c.table, key)
	}
	return out
}

// noteTwins says that results are equal to those of which they are twins.
func (c *cse) noteTwins(old, pat []*core.Var, twins []int) {
	for i, first := range twins {
		if first != i {
			c.equal(old[i], pat[i], pat[first])
		}
	}
}

// binders makes new binders, which remember the old ones.
func (c *cse) binders(old []*core.Var) []*core.Var {
	pat := c.Binders(old)
	for i, v := range pat {
		c.origin[v] = old[i]
	}
	return pat
}

// exp gives the new expression and, where some of its results are twins, the first of those that each equals.
func (c *cse) exp(e core.Exp) (core.Exp, []int) {
	switch e := e.(type) {
	case *core.Loop:
		return c.loop(e)
	case *core.Map:
		return c.mapSoac(e)
	case *core.Reduce:
		n := &core.Reduce{W: c.Atom(e.W), Ne: c.Atoms(e.Ne), Arrs: c.arrays(e.Arrs), Comm: e.Comm}
		fn, twins := c.operator(e.Fn, n.Ne, n.Arrs)
		n.Fn = fn
		return n, twins
	case *core.Scan:
		n := &core.Scan{W: c.Atom(e.W), Ne: c.Atoms(e.Ne), Arrs: c.arrays(e.Arrs)}
		fn, twins := c.operator(e.Fn, n.Ne, n.Arrs)
		n.Fn = fn
		return n, twins
	default: // no components that could be twins
	}
	n := e.Map(core.Mapper{Atom: c.Atom, Body: c.body, Lambda: c.lambda, Binder: c.binder, Cert: func(k *core.Cert) *core.Cert {
		fresh := core.NewCert()
		c.Certs[k] = fresh
		return fresh
	}})
	switch n := n.(type) {
	case *core.Call:
		n.Fun = c.funs[n.Fun]
	case *core.If:
		return n, c.classes(len(n.Then.Result), func(i int) []core.Atom { return []core.Atom{n.Then.Result[i], n.Else.Result[i]} })
	default: // an expression as any other
	}
	return n, nil
}

func (c *cse) binder(old *core.Var) *core.Var { return c.binders([]*core.Var{old})[0] }

func (c *cse) arrays(old []*core.Var) []*core.Var {
	out := make([]*core.Var, len(old))
	for i, v := range old {
		out[i] = c.Atom(v).(*core.Var)
	}
	return out
}

func (c *cse) types(old []core.Type) []core.Type {
	var out []core.Type
	for _, t := range old {
		out = append(out, c.Type(t))
	}
	return out
}

func (c *cse) lambda(l *core.Lambda) *core.Lambda {
	n := &core.Lambda{Params: c.binders(l.Params), Ret: c.types(l.Ret)}
	n.Body = c.body(l.Body)
	return n
}

// noteElements says of the parameters of a map, one of whose arrays counts its elements, that they are the elements of the others at that index; it gives the
// keys.
func (c *cse) noteElements(m *core.Map) (added []string) {
	params := m.Fn.Params[len(m.Accs):]
	k := slices.IndexFunc(m.Arrs, func(v *core.Var) bool { return c.counts[v] })
	if k < 0 {
		return nil
	}
	for i, arr := range m.Arrs {
		key := c.key(&core.Index{Arr: arr, Idx: []core.Atom{params[k]}})
		if i != k && c.table[key] == nil {
			c.table[key] = params[i : i+1]
			added = append(added, key)
		}
	}
	return added
}

// key is core.KeyExp of an expression in which arrays that are known to be equal have one name, and what commutes one order.
func (c *cse) key(e core.Exp) string {
	e = e.Map(core.Mapper{Atom: c.value})
	if p, ok := e.(*core.PrimApp); ok && p.Op.Comm && len(p.Args) == 2 {
		x, xVar := p.Args[0].(*core.Var)
		y, yVar := p.Args[1].(*core.Var)
		if !xVar && yVar || xVar && yVar && x.ID > y.ID {
			slices.Reverse(p.Args)
		}
	}
	return core.KeyExp(e)
}

// worthSharing reports whether an expression has one meaning wherever it stands, and costs something.
func worthSharing(e core.Exp) bool {
	switch e := e.(type) {
	case *core.Use, *core.Assert, *core.Scratch, *core.If, *core.Loop, *core.Call, *core.WithAcc, *core.UpdateAcc:
		return false
	case *core.Map:
		return len(e.Accs) == 0
	default: // the same wherever it stands, and not free
	}
	return true
}

func (c *cse) shareable(old, first []*core.Var) bool {
	for i, v := range old {
		if !v.Type.IsScalar() && (c.names.Consumed(v) || c.names.Consumed(c.origin[first[i]])) {
			return false
		}
	}
	return true
}
