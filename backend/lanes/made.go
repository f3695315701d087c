package lanes

import (
	"slices"

	"raido/backend/seg"
)

// Note [Arrays made under a mask]
//
// Where only some lanes run code, stores blend: other lanes keep what their copy of a block has, as a loop that they have left still needs it. An array
// that this code makes itself nobody else sees. If it begins with a loop over all of the block, which writes each element,
//
//	while some lane goes on, under the mask k
//	  for i < n   map[i] = f i          all lanes write, whatever they have
//	  ...                               reads map under k
//
// what the other lanes had there is never looked at again. They get what they compute from values of theirs, as in a last vector. To blend would take a load and a choice for
// each store.
//
// What lanes outside of the mask read from other copies counts as 0: a lane may never have written there, and what was in the memory before may be whole
// numbers, which are denormal ones for the processor, of which a product takes a hundred times as long (a loop of recurrent units took between 16 and 95 ms so).

// fillersIn are, for the blocks of which each use is part of code that begins so, the loops by which it begins.
func (v *vectors) fillersIn(c seg.Code) map[*seg.For][]*seg.Mem {
	out, times := map[*seg.For][]*seg.Mem{}, map[*seg.For]int{}
	seg.Walk(c, func(s seg.Stm) {
		if f, ok := s.(*seg.For); ok {
			times[f]++ // a statement may be part of several ones, where it need not be a beginning
		}
	})
	for m := range v.own {
		fors, ok := makes(c, m)
		if !ok || v.kept[m] || slices.ContainsFunc(fors, func(f *seg.For) bool { return times[f] > 1 }) {
			continue
		}
		for _, f := range fors {
			out[f] = append(out[f], m)
		}
	}
	return out
}

// makes are the loops that fill a block before other uses of the same code; not ok if there is a use before which there is none.
func makes(c seg.Code, m *seg.Mem) (fors []*seg.For, ok bool) {
	ok = true
	for _, s := range c {
		if does(s, m) == seg.Named {
			continue
		}
		if f, is := s.(*seg.For); is && len(fors) == 0 && fills(f, m) {
			return []*seg.For{f}, true
		}
		inside := 0
		s.Each(seg.Visitor{Code: func(c seg.Code) {
			in, all := makes(c, m)
			fors = append(fors, in...)
			if inside++; !all {
				ok = false
			}
		}})
		if inside == 0 || !ok {
			return nil, false
		}
	}
	return fors, true
}

// fills reports whether a loop writes each element of a block, and reads none.
func fills(f *seg.For, m *seg.Mem) bool {
	return f.FromZero() && f.Step <= 1 && f.Interchange == seg.NoInterchange && f.Bound == m.Len && does(f, m) == seg.Writes &&
		slices.ContainsFunc(f.Body, func(s seg.Stm) bool {
			st, ok := s.(*seg.Store)
			return ok && st.Mem == m && len(st.At) == 1 && st.At[0] == seg.Term{A: f.I}
		})
}

// does is what a statement, and those in it, do with a block.
func does(s seg.Stm, m *seg.Mem) (a seg.Access) {
	seg.Walk(seg.Code{s}, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(x *seg.Mem, how seg.Access) {
			if x == m {
				a |= how
			}
		}})
	})
	return a
}
