package verify

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// paramMems are the kinds of parameters that are memories, with the spaces of these.
var paramMems = map[seg.ParamKind]seg.Space{seg.ParamPartial: seg.Device, seg.ParamCopies: seg.Device, seg.ParamOwner: seg.Device, seg.ParamLocal: seg.Local, seg.ParamLocalAcc: seg.Local,
	seg.ParamLocalTile: seg.Local}

// forms checks the form of a kernel: its parameters, its memories and its stages.
func (v *verifier) forms(k *seg.Kernel) {
	f := k.Form
	v.form, v.named = f, map[*seg.Mem]bool{}
	defer func() { v.form, v.named = nil, nil }()
	params := map[*seg.Mem]bool{}
	seen := map[seg.Param]bool{}
	for _, p := range f.Params {
		key := seg.Param{Kind: p.Kind, Of: p.Of, N: p.N}
		if seen[key] && p.Kind != seg.ParamLocalTile && p.Kind != seg.ParamLocal {
			v.errf("kernel %s: the parameter %s is there twice", k.Name, p.Kind)
		}
		seen[key] = true
		v.param(k, p)
		params[p.Mem] = true
	}
	if len(f.Stages) == 0 || !f.Groups && len(f.Stages) > 1 || f.Squares >= len(f.Stages) || f.Rows != nil && f.Rows.Stage >= len(f.Stages) {
		v.errf("kernel %s: a form of %d stages", k.Name, len(f.Stages))
		return
	}
	if f.Rows != nil {
		v.atom(f.Rows.Bound, prim.I64)
	}
	for _, s := range f.Stages {
		seg.Walk(s.Body, func(s seg.Stm) {
			if b, ok := s.(*seg.Bind); ok {
				v.named[b.Mem] = false
			}
		})
	}
	for _, m := range seg.FormMems(f) {
		if _, named := v.named[m]; named || params[m] || m.Grow {
			continue
		}
		v.mem(m)
		v.block(k.Name, m)
		if m.Space == seg.Local && !f.Groups {
			v.errf("kernel %s: the block %s_%d is of a group, and there are none", k.Name, m.Name, m.ID)
		}
	}
	for _, s := range f.Stages {
		if s.Barriers && !f.Groups {
			v.errf("kernel %s: barriers without groups", k.Name)
		}
		if s.Barriers {
			for _, fault := range together(f, s.Body) {
				v.errf("kernel %s: %s", k.Name, fault)
			}
		}
		v.barriers = s.Barriers
		v.scoped(func() { v.code(s.Body) })
	}
}

// param checks what a launch gives.
func (v *verifier) param(k *seg.Kernel, p seg.Param) {
	space, isMem := paramMems[p.Kind]
	if isMem != (p.Mem != nil) || isMem == (p.V != nil) {
		v.errf("kernel %s: the parameter %s has a memory or a variable, as it should not", k.Name, p.Kind)
		return
	}
	if isMem {
		if p.Mem.Space != space {
			v.errf("kernel %s: the parameter %s is in %s memory", k.Name, p.Kind, p.Mem.Space)
		}
		return
	}
	t := core.I64
	switch p.Kind {
	case seg.ParamStage:
		t = core.Prim(prim.I32)
	case seg.ParamHalt:
		t = core.Bool
	}
	if v.bind(p.V); p.V.Type.Elem != t.Elem || p.V.Type.Lanes != 0 {
		v.errf("kernel %s: the parameter %s has type %s", k.Name, p.Kind, p.V.Type)
	}
}

// binds makes a memory a name.
func (v *verifier) binds(s *seg.Bind) {
	v.alike(s.Mem, s.Then)
	v.index(s.ThenAt)
	if place(s.Mem) != place(s.Then) || s.Else != nil && place(s.Else) != place(s.Then) {
		v.errf("%s_%d is a name of memory of another kind", s.Mem.Name, s.Mem.ID)
	}
	if (s.Cond == nil) != (s.Else == nil) {
		v.errf("%s_%d is a name of one memory or of two", s.Mem.Name, s.Mem.ID)
	}
	if s.Cond != nil {
		v.atom(s.Cond, prim.Bool)
		v.index(s.ElseAt)
	}
	if s.Else != nil {
		v.alike(s.Mem, s.Else)
	}
	if v.named[s.Mem] {
		v.errf("%s_%d is made a name twice", s.Mem.Name, s.Mem.ID)
	}
	v.named[s.Mem] = true
	v.mark = append(v.mark, s.Mem)
}

// place is a space, where blocks of threads lie in the memory of the device.
func place(m *seg.Mem) seg.Space {
	if m.Space == seg.Scratch {
		return seg.Device
	}
	return m.Space
}

// usable checks that a memory has a meaning where a statement uses it.
func (v *verifier) usable(s seg.Stm, m *seg.Mem) {
	if b, ok := s.(*seg.Bind); ok && b.Mem == m {
		return
	}
	if inScope, named := v.named[m]; named && !inScope {
		v.errf("%s_%d is used where it is no name", m.Name, m.ID)
	}
}

// uniformity tells what all threads of a group do alike in a stage.
type uniformity struct {
	varying map[core.Atom]bool // variables that may differ between threads
	changed bool
	faults  []string
}

// together finds barriers to which not all threads of a group may come. At first all is alike but for the threads' numbers and
// what they have for themselves.
func together(f *seg.Form, c seg.Code) []string {
	u := &uniformity{varying: map[core.Atom]bool{}}
	for _, p := range f.Params {
		if p.Kind == seg.ParamThread || p.Kind == seg.ParamItem {
			u.varying[p.V] = true
		}
	}
	for u.changed = true; u.changed; {
		u.changed, u.faults = false, nil
		u.code(c, false, false)
	}
	return u.faults
}

func (u *uniformity) vary(a core.Atom) {
	if !u.varying[a] {
		u.varying[a], u.changed = true, true
	}
}

// code follows code that not all threads may come to, and that is in a Try.
func (u *uniformity) code(c seg.Code, divergent, tried bool) {
	for _, s := range c {
		varies, isTry := false, false
		s.Each(seg.Visitor{
			Atom: func(a core.Atom) { varies = varies || u.varying[a] },
			Mem: func(m *seg.Mem, a seg.Access) {
				varies = varies || a&seg.Reads != 0 && (m.Space == seg.Private || m.Space == seg.Scratch)
			},
		})
		switch s := s.(type) {
		case *seg.Set:
			if divergent || u.varying[s.Val] {
				u.vary(s.V)
			}
		case *seg.Barrier:
			if divergent || tried {
				u.faults = append(u.faults, "not all threads of the group come to a barrier")
			}
		case *seg.Check, *seg.Reserve, *seg.Poll:
			if !tried {
				u.faults = append(u.faults, fmt.Sprintf("%T may end a thread for which others wait at a barrier", s))
			}
		case *seg.Try:
			isTry = true
			divergent := divergent || ends(s.Body)
			u.code(s.Body, divergent, true)
		default: // no thread leaves the others, and nothing differs by it
		}
		if isTry {
			continue
		}
		s.Each(seg.Visitor{
			Bind: func(x *core.Var) {
				if varies {
					u.vary(x)
				}
			},
			Code: func(c seg.Code) { u.code(c, divergent || varies, tried) },
		})
	}
}

// ends reports whether code may end before its last statement.
func ends(c seg.Code) bool {
	found := false
	seg.Walk(c, func(s seg.Stm) {
		switch s.(type) {
		case *seg.Check, *seg.Poll, *seg.Reserve:
			found = true
		default: // goes on
		}
	})
	return found
}
