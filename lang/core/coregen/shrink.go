package coregen

import (
	"raido/lang/core"
	"raido/lang/core/verify"
)

// Shrink looks for a smaller program for which fails is still true: it replaces statements by zeros of
// their types and drops what is unused, until nothing more can go. What it returns still verifies.
func Shrink(p *core.Prog, fails func(*core.Prog) bool) *core.Prog {
	for progress := true; progress; {
		progress = false
		for k := 0; ; k++ {
			q, ok := without(p, k, true)
			if !ok {
				break
			}
			if verify.Prog(q) != nil || !fails(q) { // what is unused may be the very thing
				q, _ = without(p, k, false)
			}
			if verify.Prog(q) == nil && fails(q) {
				p, progress = q, true
				k--
			}
		}
	}
	return p
}

// without replaces the k-th statement that is not a zero already, and drops what is unused if drop is
// set; ok is false if there is no such statement.
func without(p *core.Prog, k int, drop bool) (*core.Prog, bool) {
	z := &zeroer{k: k}
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		z.funs = funs
		b := z.body(f.Body)
		if drop {
			b = dropUnused(b)
		}
		return b
	})
	return out, z.k < 0
}

type zeroer struct {
	k    int
	funs map[*core.Fun]*core.Fun
}

func (z *zeroer) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		if z.k >= 0 && replaceable(s) {
			z.k--
			if z.k < 0 {
				for _, v := range s.Pat {
					out.Stms = append(out.Stms, core.Stm{Pat: []*core.Var{v}, Exp: zero(v.Type)})
				}
				continue
			}
		}
		e := core.Inside(s.Exp, z.body)
		if c, ok := e.(*core.Call); ok {
			c.Fun = z.funs[c.Fun]
		}
		out.Stms = append(out.Stms, core.Stm{Pat: s.Pat, Exp: e, Src: s.Src})
	}
	return out
}

func zero(t core.Type) core.Exp {
	if t.IsScalar() {
		return &core.Use{Atom: core.Zero(t.Elem)}
	}
	return &core.Replicate{Dims: t.Dims, Val: core.Zero(t.Elem)}
}

// replaceable reports whether zeros would be simpler than the statement.
func replaceable(s core.Stm) bool {
	for _, v := range s.Pat {
		if v.Type.IsAcc() {
			return false
		}
	}
	switch e := s.Exp.(type) {
	case *core.Use:
		_, isConst := e.Atom.(core.Const)
		return !isConst
	case *core.Replicate:
		_, isConst := e.Val.(core.Const)
		return !isConst
	default: // more than a constant
	}
	return true
}

// dropUnused removes statements of which nothing is used.
func dropUnused(b core.Body) core.Body {
	used := map[*core.Var]bool{}
	for _, a := range b.Result {
		if v, ok := a.(*core.Var); ok {
			used[v] = true
		}
	}
	var rev []core.Stm
	for i := len(b.Stms) - 1; i >= 0; i-- {
		s := b.Stms[i]
		live := len(s.Pat) == 0
		for _, v := range s.Pat {
			live = live || used[v]
		}
		if !live {
			continue
		}
		s.Exp = core.Inside(s.Exp, dropUnused)
		for _, v := range core.FreeInStm(s).List {
			used[v] = true
		}
		rev = append(rev, s)
	}
	out := core.Body{Result: b.Result}
	for i := len(rev) - 1; i >= 0; i-- {
		out.Stms = append(out.Stms, rev[i])
	}
	return out
}
