package gen

import (
	"fmt"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Every other element]
//
// Lanes that read every second, third or fourth element, as points in rows of few numbers do, read all of them: whole vectors, of which shuffles take what
// is wanted. That is as many loads as there are elements between two lanes, in the place of one for each lane. What is read behind the last
// element is less than a row, which all memories have room for (seg.Slack). [ours; interleaved accesses of compilers' vectorisers are the same]

// mostStride is the longest distance of lanes for which vectors are read whole.
const mostStride = 4

// stride is the distance of the lanes of a gather of which vectors are read whole; 0 if they are not.
func (p *printer) stride(s *seg.Gather, w int) int {
	k, ok := core.IntConst(s.By)
	t := s.Mem.Elem
	if !p.target.CPU || !ok || k < 2 || k > mostStride || s.Mask != nil || w < 4 || t.Size() < 4 || s.Mem.Lanes > 1 || !global(s.Mem) {
		return 0
	}
	return int(k)
}

// strided is the vector of every k-th element, after declarations that it needs.
func (p *printer) strided(s *seg.Gather, w, k int) string {
	at := p.fresh("at")
	p.line("const long %s = %s;", at, p.place(s.Mem, s.At))
	var parts []string
	for j := range k {
		part := p.fresh("part")
		p.line("const %s %s = %s;", p.typeName(s.Mem.Elem, w), part, p.near(s.Mem, w, fmt.Sprintf("%s + %d", at, j*w)))
		parts = append(parts, part)
	}
	have := func(l, parts int) bool { return l*k < parts*w }
	out := p.shuffle(w, parts[0], parts[1], func(l int) int {
		if have(l, 2) {
			return l * k
		}
		return -1
	})
	for j := 2; j < k; j++ {
		out = p.shuffle(w, out, parts[j], func(l int) int {
			switch {
			case have(l, j):
				return l
			case have(l, j+1):
				return w + l*k - j*w
			default:
				return -1
			}
		})
	}
	return out
}

// shuffle is a vector of lanes of two: lane l is number of(l) of both together, or anything if that is -1.
func (p *printer) shuffle(w int, x, y string, of func(l int) int) string {
	lanes := make([]string, w)
	for l := range lanes {
		lanes[l] = fmt.Sprint(of(l))
	}
	return fmt.Sprintf("__builtin_shufflevector(%s, %s, %s)", x, y, strings.Join(lanes, ", "))
}
