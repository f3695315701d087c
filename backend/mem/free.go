package mem

import "raido/backend/seg"

// Free puts HFree statements into the program.
func Free(p *seg.Prog) {
	kept := map[*seg.Mem]bool{}
	for _, r := range p.Results {
		if r.Mem != nil {
			kept[r.Mem] = true
		}
	}
	pinned := map[*seg.Mem]bool{}
	for _, a := range p.Params {
		if a.Mem != nil {
			pinned[a.Mem] = true
		}
	}
	p.Body = freeIn(p.Body, kept, pinned)
}

// freeIn frees the memories used in a list but those kept. Pinned ones had their value before the list.
func freeIn(list seg.Host, kept, pinned map[*seg.Mem]bool) seg.Host {
	first, last := map[*seg.Mem]int{}, map[*seg.Mem]int{}
	uses := make([][]*seg.Mem, len(list))
	for i, s := range list {
		uses[i] = memsOf(s)
		for _, m := range uses[i] {
			if _, ok := first[m]; !ok {
				first[m] = i
			}
			last[m] = i
		}
	}
	var out seg.Host
	for i, s := range list {
		// A memory that only this statement uses, within one of its lists, is freed there.
		stay := map[*seg.Mem]bool{}
		for m := range kept {
			stay[m] = true
		}
		for m := range pinned {
			stay[m] = true
		}
		dying := map[*seg.Mem]bool{}
		for _, m := range uses[i] {
			inside := first[m] == last[m] && nestedUses(s, m) == 1
			if !inside {
				stay[m] = true
			}
			if last[m] == i && !kept[m] && (!inside || pinned[m]) {
				dying[m] = true
			}
		}
		if s, ok := s.(*seg.HIf); ok {
			for m := range dying {
				delete(stay, m)
			}
			out = append(out, &seg.HIf{Cond: s.Cond, Then: freeBranch(s.Then, stay, dying, uses[i]), Else: freeBranch(s.Else, stay, dying, uses[i])})
			continue
		}
		out = append(out, within(s, stay))
		for _, m := range uses[i] {
			if dying[m] {
				out = append(out, &seg.HFree{Mem: m})
			}
		}
	}
	return out
}

// freeBranch frees in a branch of an if; what dies there is freed as early as in straight code, so that nobody else holds
// it where the branch updates it. Order is that of the memories.
func freeBranch(list seg.Host, stay, dying map[*seg.Mem]bool, order []*seg.Mem) seg.Host {
	var out seg.Host
	for _, m := range order {
		if !dying[m] {
			continue
		}
		used := false
		for _, s := range list {
			used = used || contains(memsOf(s), m)
		}
		if !used {
			out = append(out, &seg.HFree{Mem: m})
		}
	}
	return append(out, freeIn(list, stay, dying)...)
}

// lists are the statement lists inside a statement.
func lists(s seg.HostStm) []*seg.Host {
	switch s := s.(type) {
	case *seg.HIf:
		return []*seg.Host{&s.Then, &s.Else}
	case *seg.HFor:
		return []*seg.Host{&s.Body}
	case *seg.HWhile:
		return []*seg.Host{&s.CondCode, &s.Body}
	}
	return nil
}

// nestedUses counts the lists of s that use m.
func nestedUses(s seg.HostStm, m *seg.Mem) int {
	n := 0
	for _, l := range lists(s) {
		for _, t := range *l {
			if contains(memsOf(t), m) {
				n++
				break
			}
		}
	}
	return n
}

func contains(ms []*seg.Mem, m *seg.Mem) bool {
	for _, x := range ms {
		if x == m {
			return true
		}
	}
	return false
}

// within frees inside the lists of a loop s; the memories of stay belong to the outside.
func within(s seg.HostStm, stay map[*seg.Mem]bool) seg.HostStm {
	switch s := s.(type) {
	case *seg.HFor:
		return &seg.HFor{I: s.I, Bound: s.Bound, Body: freeIn(s.Body, stay, nil)}
	case *seg.HWhile:
		return &seg.HWhile{CondCode: freeIn(s.CondCode, stay, nil), Cond: s.Cond, Body: freeIn(s.Body, stay, nil)}
	}
	return s
}

// memsOf are the device memories that a statement mentions, each once, in order of appearance.
func memsOf(s seg.HostStm) []*seg.Mem {
	var out []*seg.Mem
	add := func(ms ...*seg.Mem) {
		for _, m := range ms {
			if m.Space == seg.Device && !contains(out, m) {
				out = append(out, m)
			}
		}
	}
	switch s := s.(type) {
	case *seg.HRead:
		add(s.Mem)
	case *seg.HAlloc:
		add(s.Mem)
	case *seg.HMove:
		add(s.Srcs...)
		add(s.Dsts...)
	case *seg.HOwn:
		add(s.Mem)
	case *seg.HFree:
		add(s.Mem)
	case *seg.HCopy:
		add(s.Dst, s.Src)
	case *seg.HFill:
		add(s.Dst)
	case *seg.HLaunch:
		add(seg.KernelMems(s.Kernel)...)
	}
	for _, l := range lists(s) {
		for _, t := range *l {
			add(memsOf(t)...)
		}
	}
	return out
}
