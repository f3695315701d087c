package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
)

// redirect is what becomes of a with_acc that sums up an array from zeros, at i, for the update at j, which alone uses it: the sums go to the
// update's accumulator themselves,
//
//	xs = with_acc (c, replicate 0) (\c -> ... update_acc c [i] x ...)
//	acc' = update_acc acc [k] xs               becomes     ... acc' = update_acc acc [k, i] x ...
//
// so that a point adds to the places that it reads, as those of a window, and not to a whole array. What a thread keeps in registers
// stays. nil if there is nothing to redirect.
func (d *depositor) redirect(b core.Body, j int) (i int, stms []core.Stm) {
	i, u := d.summand(b, j)
	if i < 0 || u.Val.AtomType().Within(limits.Now.PrivateBytes) {
		return -1, nil
	}
	e, ok := b.Stms[i].Exp.(*core.WithAcc)
	k := slices.Index(b.Stms[i].Pat, u.Val.(*core.Var))
	if !ok || k >= len(e.Accs) || !d.alike(e.Accs[k], u.Acc.Type.Cert) || !d.fromNeutral(b.Stms[:i], e.Accs[k]) {
		return -1, nil
	}
	return i, d.redirected(b.Stms[i], k, b.Stms[j])
}

// alike reports whether an accumulator has the operator, of numbers, and the neutral element of another one.
func (d *depositor) alike(in core.AccInput, cert *core.Cert) bool {
	op := d.op[cert]
	if in.Ne != d.neutral[cert] || !scalarOp(in.Op) || !scalarOp(op) || len(op.Body.Stms) != 1 {
		return false
	}
	e, f := in.Op.Body.Stms[0].Exp.(*core.PrimApp), op.Body.Stms[0].Exp.(*core.PrimApp)
	return e.Op == f.Op && e.T == f.T
}

// fromNeutral reports whether an accumulator begins with neutral elements.
func (d *depositor) fromNeutral(before []core.Stm, in core.AccInput) bool {
	return slices.ContainsFunc(before, func(s core.Stm) bool {
		r, ok := s.Exp.(*core.Replicate)
		return ok && s.Pat[0] == in.Arr && r.Val == in.Ne
	})
}

// redirected is the with_acc s without its accumulator k, whose updates go where up adds the result; its body, if it has no other one.
func (d *depositor) redirected(s core.Stm, k int, up core.Stm) []core.Stm {
	e, u := s.Exp.(*core.WithAcc), up.Exp.(*core.UpdateAcc)
	r, ok := e.Fn.Body.Result[k].(*core.Var)
	if !ok || r == e.Fn.Params[k] {
		return nil
	}
	to := &redirection{cert: e.Accs[k].Cert, acc: u.Acc.Type, at: u.Idx, vars: map[*core.Var]*core.Var{e.Fn.Params[k]: u.Acc}}
	pat := append(slices.Delete(slices.Clone(s.Pat), k, k+1), up.Pat[0])
	result := append(slices.Delete(slices.Clone(e.Fn.Body.Result), k, k+1), core.Atom(r))
	if len(e.Accs) == 1 {
		for m, a := range result {
			v, ok := a.(*core.Var)
			if !ok || slices.Contains(result[:m], a) || !slices.ContainsFunc(e.Fn.Body.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) }) {
				return nil
			}
			to.vars[v] = pat[m]
		}
		return to.body(e.Fn.Body).Stms
	}
	fn := &core.Lambda{Params: slices.Delete(slices.Clone(e.Fn.Params), k, k+1), Ret: append(slices.Delete(slices.Clone(e.Fn.Ret), k, k+1), u.Acc.Type)}
	fn.Body = to.body(core.Body{Stms: e.Fn.Body.Stms, Result: result})
	return []core.Stm{{Pat: pat, Src: s.Src, Exp: &core.WithAcc{Accs: slices.Delete(slices.Clone(e.Accs), k, k+1), Fn: fn}}}
}

// redirection gives the names of an accumulator the type of another one, and its updates indices before theirs, or, if it is narrow, in the place of their
// first one: none, but for an accumulator of one number.
type redirection struct {
	cert *core.Cert
	acc  core.Type
	at   []core.Atom

	narrow bool

	vars map[*core.Var]*core.Var
}

func (r *redirection) body(b core.Body) core.Body {
	out := core.Body{Stms: make([]core.Stm, len(b.Stms)), Result: slices.Clone(b.Result)}
	for i, s := range b.Stms {
		if u, ok := s.Exp.(*core.UpdateAcc); ok && u.Acc.Type.Cert == r.cert {
			s.Exp = &core.UpdateAcc{Acc: u.Acc, Idx: r.idx(u), Val: u.Val}
		}
		s.Exp = s.Exp.Map(core.Mapper{Atom: r.atom, Body: r.body, Lambda: r.lambda, Binder: r.binder})
		s.Pat = slices.Clone(s.Pat)
		for k, v := range s.Pat {
			s.Pat[k] = r.binder(v)
		}
		out.Stms[i] = s
	}
	for k, a := range out.Result {
		out.Result[k] = r.atom(a)
	}
	return out
}

// idx are the indices of an update.
func (r *redirection) idx(u *core.UpdateAcc) []core.Atom {
	switch {
	case !r.narrow:
		return slices.Concat(r.at, u.Idx)
	case len(u.Idx) == 1:
		return []core.Atom{core.IntC(0)}
	}
	return u.Idx[1:]
}

func (r *redirection) lambda(l *core.Lambda) *core.Lambda {
	n := &core.Lambda{Params: slices.Clone(l.Params), Ret: slices.Clone(l.Ret)}
	for k, v := range n.Params {
		n.Params[k] = r.binder(v)
	}
	for k, t := range n.Ret {
		if t.Cert == r.cert {
			n.Ret[k] = r.acc
		}
	}
	n.Body = r.body(l.Body)
	return n
}

func (r *redirection) atom(a core.Atom) core.Atom {
	if v, ok := a.(*core.Var); ok {
		if n := r.vars[v]; n != nil {
			return n
		}
	}
	return a
}

func (r *redirection) binder(v *core.Var) *core.Var {
	if n := r.vars[v]; n != nil {
		return n
	}
	if v.Type.Cert != r.cert {
		return v
	}
	n := core.NewVar(v.Name, r.acc)
	r.vars[v] = n
	return n
}
