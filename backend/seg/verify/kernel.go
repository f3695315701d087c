package verify

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// contents checks what a kernel reads, and notes what it writes; it may read what it writes itself.
func (v *verifier) contents(k *seg.Kernel) {
	written := seg.Written(k)
	for _, m := range seg.Read(k) {
		if !written[m] && !m.Grow {
			v.reads(m)
		}
	}
	for m := range written {
		if m.Space == seg.Device && !m.Grow {
			v.writes(m)
		}
	}
}

func (v *verifier) kernel(k *seg.Kernel) {
	v.width = k.Width
	if len(k.Ne) != len(k.Outs) && k.Op != nil || len(k.Vals) != len(k.Outs) && (len(k.Vals) > 0 || k.Leave == nil) || k.Unread != nil && len(k.Unread) != len(k.Outs) {
		v.errf("kernel %s: %d results of %d values from %d", k.Name, len(k.Outs), len(k.Vals), len(k.Ne))
		return
	}
	v.blocks(k)
	v.scoped(func() { v.points(k) })
	v.width = 0
	if x := k.Blocks; x != nil {
		v.scoped(func() {
			v.bind(x.Thread)
			v.bind(x.Threads)
			v.code(x.Body)
		})
	}
	if k.Lanes != nil {
		v.scoped(func() { v.kernel(k.Lanes) })
	}
	if k.Form != nil {
		v.scoped(func() { v.forms(k) })
	}
}

// points checks the code of a kernel that says what it computes.
func (v *verifier) points(k *seg.Kernel) {
	for i, a := range k.Ne {
		v.atom(a, k.Outs[i].Elem)
	}
	for _, d := range k.Space {
		v.atom(d.N, prim.I64)
	}
	for _, n := range k.Rows {
		v.atom(n, prim.I64)
	}
	if (k.Below > 0) != (len(k.Rows) > 0) {
		v.errf("kernel %s: a bound on rows goes with their lengths", k.Name)
	}
	for _, a := range k.Accs {
		v.operator(a.Op)
	}
	if k.Op != nil {
		v.operator(k.Op)
	}
	if k.After != nil {
		v.after(k.After)
	}
	for _, d := range k.Space {
		v.bind(d.I)
	}
	sums := k.Width > 0 && k.Kind == seg.Reduce
	if sums {
		v.sums(k)
	}
	v.code(k.Enter)
	v.scoped(func() {
		if v.code(k.Body); sums {
			return
		}
		for i, a := range k.Vals {
			v.lanes(a, k.Outs[i].Elem, k.Width)
		}
	})
	v.scoped(func() {
		if k.Left != nil {
			v.bind(k.Left)
		}
		if k.Width > 0 && k.Kind == seg.Scan {
			v.sums(k)
		}
		v.code(k.Last)
	})
	v.code(k.Leave)
}

// sums are what a thread has so far of what kernels in vectors combine.
func (v *verifier) sums(k *seg.Kernel) {
	for _, x := range k.Op.A {
		v.bind(x)
		v.mutable[x] = true
	}
}

// blocks checks the memories of a kernel.
func (v *verifier) blocks(k *seg.Kernel) {
	for _, m := range seg.KernelMems(k) {
		if m.Grow {
			v.grows(k, m)
			continue
		}
		v.mem(m)
		v.block(k.Name, m)
		if m.Space == seg.Local {
			v.errf("kernel %s: the block %s_%d is of a group, which only forms have", k.Name, m.Name, m.ID)
		}
	}
}

func (v *verifier) after(a *seg.After) {
	v.scoped(func() {
		v.bind(a.At)
		for _, r := range a.Res {
			v.bind(r)
		}
		v.code(a.Body)
	})
}

// block checks the length of a block that does not grow.
func (v *verifier) block(kernel string, m *seg.Mem) {
	switch _, isConst := m.Len.(core.Const); {
	case m.Space == seg.Device:
	case m.Len == nil:
		v.errf("kernel %s: the block %s_%d has no length", kernel, m.Name, m.ID)
	case m.Space != seg.Scratch && !isConst:
		v.errf("kernel %s: the length of the block %s_%d is no constant", kernel, m.Name, m.ID)
	default:
		v.atom(m.Len, prim.I64)
	}
}

// grows checks a block that grows: one of the device gets its buffer here.
func (v *verifier) grows(k *seg.Kernel, m *seg.Mem) {
	if m.Space == seg.Private || m.Space == seg.Device && k.Kind != seg.Task {
		v.errf("kernel %s: the block %s_%d cannot grow", k.Name, m.Name, m.ID)
	}
	if m.Space == seg.Device {
		v.mems[m] = filled
	}
}

func (v *verifier) operator(op *seg.Operator) {
	v.scoped(func() {
		for i := range op.A {
			v.bind(op.A[i])
			v.bind(op.B[i])
		}
		v.code(op.Body)
		for i, a := range op.Res {
			v.lanes(a, op.A[i].Type.Elem, op.A[i].Type.Lanes)
		}
	})
}
