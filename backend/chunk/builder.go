package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// loop adds a loop over numbers of some type.
func loop(b *seg.Builder, like *core.Var, from, bound core.Atom, body func(b *seg.Builder, i *core.Var)) *seg.For {
	i := core.NewVar(like.Name, like.Type)
	s := &seg.For{I: i, From: from, Bound: bound}
	s.Body = seg.Block(func(b *seg.Builder) { body(b, i) })
	b.Add(s)
	return s
}

// pieces adds a loop over pieces of the numbers from..to of type t, of so many each; piece gets the bounds of one. Threads look between pieces
// whether something has failed.
func pieces(b *seg.Builder, from, to core.Atom, t prim.Type, each int64, piece func(b *seg.Builder, from, to core.Atom)) {
	next := b.Var("from", core.Prim(t), from)
	b.QuietWhile(func(b *seg.Builder) core.Atom { return b.Less(next, to) }, func(b *seg.Builder) {
		b.Add(&seg.Poll{})
		size := core.Const{Scalar: prim.Int(t, each)}
		op := func(name string, op *prim.Op, x, y core.Atom) core.Atom {
			if t == prim.I64 {
				return b.Index(name, op, x, y)
			}
			return b.Op(name, op, t, x, y)
		}
		more := b.Less(size, op("left", prim.Sub, to, next))
		end := b.Select("to", more, op("next", prim.Add, next, size), to)
		piece(b, next, end)
		b.Set(next, end)
	})
}

// pass applies a function to the code of all forms.
func pass(p *seg.Prog, f func(k *seg.Kernel, c seg.Code) seg.Code) *seg.Prog {
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		k = onForm(k, f)
		if k.Lanes != nil && k.Lanes.Form != nil {
			n := *k
			n.Lanes = onForm(k.Lanes, f)
			return &n
		}
		return k
	})
}

func onForm(k *seg.Kernel, f func(k *seg.Kernel, c seg.Code) seg.Code) *seg.Kernel {
	if k.Form == nil {
		return k
	}
	n, form := *k, *k.Form
	form.Stages = make([]seg.FormStage, len(k.Form.Stages))
	for i, s := range k.Form.Stages {
		s.Body = f(k, s.Body)
		form.Stages[i] = s
	}
	n.Form = &form
	return &n
}

// within is a statement with a function applied to the code inside of it.
func within(s seg.Stm, f func(seg.Code) seg.Code) seg.Stm { return s.Map(seg.Mapper{Code: f}) }
