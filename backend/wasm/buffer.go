package wasm

import (
	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Where memories begin.

// onlyRead are the buffers that code reads, and neither writes nor has another name for: nothing else writes them meanwhile.
func onlyRead(c seg.Code) map[*seg.Mem]bool {
	out, not := map[*seg.Mem]bool{}, map[*seg.Mem]bool{}
	seg.Walk(c, func(s seg.Stm) {
		_, alias := s.(*seg.Bind)
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) {
			out[m] = m.Space == seg.Device
			not[m] = not[m] || alias || a&seg.Writes != 0
		}})
	})
	for m := range not {
		out[m] = out[m] && !not[m]
	}
	return out
}

// start is where a memory begins, which is an argument.
func (p *printer) start(a plan.Arg) place {
	v := p.argument(a, i32, loadOf(prim.I32))
	return p.before(v.local, v)
}

// before sets a local to an address bias before another one: Note [Places].
func (p *printer) before(local uint32, at val) place {
	p.head.push(at, number(i32, bias))
	p.head.op(opSub.i32)
	p.head.set(local)
	return place{val{typ: i32, local: local}, bias}
}

// scratch finds the blocks of the thread in its part of the buffer of blocks.
func (p *printer) scratch(k *plan.Kernel) {
	if len(p.blocks) == 0 {
		return
	}
	base := p.start(plan.Arg{Kind: plan.ArgScratch}).at
	stride := p.argument(plan.Arg{Kind: plan.ArgStride}, i64, loadOf(prim.I64))
	h := p.head
	for i, m := range p.blocks {
		h.push(base, stride, parameter(i64, paramThread))
		h.op(opMul.i64)
		if i > 0 {
			h.push(p.argument(plan.Arg{Kind: plan.ArgOffset, Mem: m, N: i}, i64, loadOf(prim.I64)))
			h.op(opAdd.i64)
		}
		h.op(wrap64...)
		h.op(opAdd.i32)
		h.set(p.mems[m].at.local)
		if m.Lanes > 1 {
			k.Copies[m] = int64(m.Lanes)
		}
	}
}

// mem is where a memory begins.
func (p *printer) mem(m *seg.Mem) place {
	if v, ok := p.mems[m]; ok {
		return v
	}
	var from place
	switch m.Space {
	case seg.Device:
		from = p.start(plan.Arg{Kind: plan.ArgMem, Mem: m})
	case seg.Scratch:
		p.blocks = append(p.blocks, m)
		from = place{val{typ: i32, local: p.local(i32)}, bias}
	case seg.Private:
		at := val{typ: i32, local: p.local(i32)}
		p.head.push(parameter(i32, paramStack), number(i32, uint64(p.stack)))
		p.head.op(opAdd.i32)
		p.head.set(at.local)
		from = p.before(at.local, at)
		n, ok := core.IntConst(m.Len)
		if !ok {
			diag.Bugf("wasm: a block of the thread of unknown length")
		}
		p.stack += (n*int64(max(m.Lanes, 1))*int64(m.Elem.Size()) + seg.Slack + 63) / 64 * 64
	default:
		diag.Bugf("wasm: memory of a group")
	}
	p.mems[m] = from
	return from
}
