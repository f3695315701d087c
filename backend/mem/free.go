package mem

import (
	"slices"

	"raido/backend/seg"
)

// Free puts HFree statements into the program.
func Free(p *seg.Prog) *seg.Prog {
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
	out := *p
	out.Body = freeIn(p.Body, kept, pinned)
	return &out
}

// Note [Replaced values]
//
// What a loop carries has its last use in an iteration long before the loop goes on with the next value, which takes its place in any case. There
// its buffer is let go, so that nobody else holds it where it has got another name under a condition:
//
//	t' = if full then (larger, with t copied) else t;  t'[k] = x;  move t = t'
//
// Without this the array would be copied in each iteration, since t holds it, too.

// use is the use of a memory by a statement of a list.
type use struct {
	mem *seg.Mem
	at  int
}

// replaced are the memories that get other buffers by a statement that does not use those which they had. Note [Replaced values].
func replaced(s seg.HostStm) (out []*seg.Mem) {
	if move, ok := s.(*seg.HMove); ok {
		for _, m := range move.Dsts {
			if !slices.Contains(move.Srcs, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// freeIn frees the memories used in a list but those kept. Pinned ones had their value before the list.
func freeIn(list seg.Host, kept, pinned map[*seg.Mem]bool) seg.Host {
	first, last, again := map[*seg.Mem]int{}, map[*seg.Mem]int{}, map[use]bool{}
	uses := make([][]*seg.Mem, len(list))
	for i, s := range list {
		uses[i] = memsOf(s)
		for _, m := range replaced(s) {
			if j, ok := last[m]; ok {
				again[use{m, j}] = true
			}
		}
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
			if last[m] == i && !kept[m] && (!inside || pinned[m]) || again[use{m, i}] {
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
			used = used || slices.Contains(memsOf(s), m)
		}
		if !used {
			out = append(out, &seg.HFree{Mem: m})
		}
	}
	return append(out, freeIn(list, stay, dying)...)
}

// nestedUses counts the lists of s that use m.
func nestedUses(s seg.HostStm, m *seg.Mem) int {
	n := 0
	s.Each(seg.Visitor{Host: func(h seg.Host) {
		if slices.ContainsFunc(h, func(t seg.HostStm) bool { return slices.Contains(memsOf(t), m) }) {
			n++
		}
	}})
	return n
}

// within frees inside the lists of a statement; the memories of stay belong to the outside.
func within(s seg.HostStm, stay map[*seg.Mem]bool) seg.HostStm {
	return s.Map(seg.Mapper{Host: func(h seg.Host) seg.Host { return freeIn(h, stay, nil) }})
}

// memsOf are the device memories that a statement mentions, itself or inside of it, each once.
func memsOf(s seg.HostStm) (out []*seg.Mem) {
	seg.WalkHost(seg.Host{s}, func(t seg.HostStm) {
		for _, m := range seg.HostMems(t) {
			if m.Space == seg.Device && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	})
	return out
}
