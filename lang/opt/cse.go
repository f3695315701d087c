package opt

import "raido/lang/core"

// CSE gives an expression that stood before, in the same body or one around it, the earlier result. The
// expressions are compared by core.KeyExp, up to the names inside lambdas. Arrays are shared only where
// nothing consumes them; what consumes or accumulates is left alone.
func CSE(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c := &cse{Subst: core.NewSubst(), funs: funs, alias: newAliases(f), origin: map[*core.Var]*core.Var{}, table: map[string][]*core.Var{}}
		return c.body(f.Body)
	})
}

type cse struct {
	*core.Subst
	funs   map[*core.Fun]*core.Fun
	alias  *aliases
	origin map[*core.Var]*core.Var // new to old
	table  map[string][]*core.Var  // results of the expressions in scope, new
}

func (c *cse) body(b core.Body) core.Body {
	out := core.Body{}
	var added []string
	for _, s := range b.Stms {
		e := c.exp(s.Exp)
		key := ""
		if worthSharing(e) {
			key = core.KeyExp(e)
			if first := c.table[key]; first != nil && c.shareable(s.Pat, first) {
				for i, v := range s.Pat {
					c.Vars[v] = first[i]
					c.alias.merge(v, c.origin[first[i]])
				}
				continue
			}
		}
		pat := c.Binders(s.Pat)
		for i, v := range pat {
			c.origin[v] = s.Pat[i]
		}
		if key != "" && c.table[key] == nil {
			c.table[key] = pat
			added = append(added, key)
		}
		out.Stms = append(out.Stms, core.Stm{Pat: pat, Exp: e, Src: s.Src})
	}
	out.Result = c.Atoms(b.Result)
	for _, key := range added {
		delete(c.table, key)
	}
	return out
}

func (c *cse) exp(e core.Exp) core.Exp {
	n := e.Map(core.Mapper{Atom: c.Atom, Body: c.body, Lambda: c.lambda, Binder: c.Binder, Cert: func(k *core.Cert) *core.Cert {
		fresh := core.NewCert()
		c.Certs[k] = fresh
		return fresh
	}})
	if call, ok := n.(*core.Call); ok {
		call.Fun = c.funs[call.Fun]
	}
	return n
}

func (c *cse) lambda(l *core.Lambda) *core.Lambda {
	n := &core.Lambda{Params: c.Binders(l.Params)}
	for _, t := range l.Ret {
		n.Ret = append(n.Ret, c.Type(t))
	}
	n.Body = c.body(l.Body)
	return n
}

// worthSharing tells whether an expression has one meaning wherever it stands, and costs something.
func worthSharing(e core.Exp) bool {
	switch e.(type) {
	case *core.Use, *core.Assert, *core.Scratch, *core.If, *core.Loop, *core.Call:
		return false
	}
	return len(core.Consumed(e)) == 0
}

func (c *cse) shareable(old, first []*core.Var) bool {
	for i, v := range old {
		if !v.Type.IsScalar() && (c.alias.isConsumed(v) || c.alias.isConsumed(c.origin[first[i]])) {
			return false
		}
	}
	return true
}
