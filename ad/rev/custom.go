package rev

import (
	"raido/lang/core"
	"raido/lang/diag"
)

// custom: a function with an adjoint of its own. [ours]
//
//	primal   ys = f xs
//	return   xs̅ += f' ys ys̅
//
// The forward sweep keeps the rule, so that a derivative of the result uses it too. What f does with its free
// variables is the user's affair: they get no adjoint.
//
// What is a tape (Diff.Tape) is computed by f's code, and the rule is then one for the other results:
//
//	primal   (cs, ys') = f xs;  ys = custom (xs, ys') -> ys'  with the rule  ys ys̅ -> (f' (cs, ys) (0, ys̅), 0)
func (r *rev) Diff(st core.Stm, e *core.Diff) {
	if e.Mode != core.CustomVJP {
		diag.Bugf("rev: %T must be removed before", e)
	}
	if tape, any := e.Tape(); any {
		r.customTape(st, e, tape)
	} else {
		r.emit(st)
	}
	r.pull(st, func(bars []core.Atom) {
		r.disown(bars)
		b := r.b()
		for i, v := range st.Pat {
			if bars[i] == nil {
				bars[i] = b.ZeroOf(v.Type)
			}
		}
		for i, c := range b.Inline(e.Rule, append(core.Atoms(st.Pat), bars...)...) {
			r.contribute(e.Args[i], c)
		}
	})
}

func (r *rev) customTape(st core.Stm, e *core.Diff, tape []bool) {
	b := &core.Builder{Src: st.Src}
	res := b.Inline(e.Fn, e.Args...)
	var pat []*core.Var
	var primal []core.Atom
	var types []core.Type
	for i, v := range st.Pat {
		if tape[i] {
			b.Add(st.Pat[i:i+1:i+1], &core.Use{Atom: res[i]})
			continue
		}
		pat, primal, types = append(pat, v), append(primal, res[i]), append(types, v.Type)
	}
	if len(pat) > 0 {
		args := append(append([]core.Atom{}, e.Args...), primal...)
		fn := b.Lambda(core.AtomTypes(args), types, func(_ *core.Builder, ps []*core.Var) []core.Atom {
			return core.Atoms(ps[len(e.Args):])
		})
		rule := b.Lambda(append(append([]core.Type{}, types...), types...), core.AtomTypes(args), func(b *core.Builder, ps []*core.Var) []core.Atom {
			ys, bars := make([]core.Atom, len(tape)), make([]core.Atom, len(tape))
			k := 0
			for i, v := range st.Pat {
				if ys[i] = v; tape[i] {
					bars[i] = b.ZeroOf(v.Type)
					continue
				}
				ys[i], bars[i] = ps[k], ps[len(pat)+k]
				k++
			}
			out := b.Inline(e.Rule, append(ys, bars...)...)
			for _, t := range types {
				out = append(out, b.ZeroOf(t))
			}
			return out
		})
		b.Add(pat, &core.Diff{Mode: core.CustomVJP, Fn: fn, Args: args, Rule: rule})
	}
	for _, s := range b.Stms {
		r.emit(s)
	}
}
