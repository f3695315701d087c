package distinct

import (
	"raido/lang/core"
)

// Note [Places by counting]
//
// Programs that filter, partition, sort by digits or put particles into cells count the elements of each kind by scans, and scatter
// each to its place:
//
//	let flags = map p xs                          let ds = map (\k -> (k >> b) & 1) ks
//	let offs = scan (+) 0 (map i64.bool flags)    let ones = scan (+) 0 ds
//	let at = map2 (\f o -> if f then o - 1        let zeros = scan (+) 0 (map (1 -) ds)
//	                       else -1) flags offs    let at = map3 (\d o z -> if d == 0 then z - 1 else last zeros + o - 1) ds ones zeros
//
// All writes go to places of their own, so threads may write at once, and a derivative need not find out which of several values a place has
// got. In the second program they even fill the whole array, so that what was in it does not matter: its copy and its
// adjoint are not needed.
//
// The proof goes through the cases of what the indices depend on: a bool, or an integer from x & 3 or x % 5. A point in a case counts a known number
// in each array that is summed, so all sums of all points are sums over the cases of how many points are in each, which nobody knows: a sum
// is never negative if it has no negative factor (cases.go). In each case the index must be no place, or base + o - 1 for a combination o of
// inclusive sums, and of the number of points so far, in which no point counts less than 0 and the points of this case count 1; or base - o.
// base is a combination of totals. Points with one o and base have distinct places, namely base..base + total of o - 1, and
// those with another one others, if these intervals never meet. If there are as many points with places as elements in the array, and their places are in it, they fill it.
//
// Values are named by what they are computed of, so that a digit that is computed twice is one case, and an element that is read by the point's
// number is that of the array. Exclusive sums are inclusive ones less the point's own number (value.go, sums.go); where they are arrays, maps make them so:
// a map is computed where it is needed, and what moves sums by one place is a sweep over memory.
//
// Sums may be of i32, too. Where they wrap, a place is off by a multiple of 2^32, so points of arrays of fewer than 2^32 elements still have
// distinct places; only that all are written is known for fewer than 2^31 alone.
//
// Places that are a constant and a multiple of the point's number are distinct, too.

// Scatters marks the scatters that are proved to write no place twice, and gives those that write all places an array without contents
// to write to: Note [Places by counting].
func Scatters(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		d := &defs{def: map[*core.Var]definition{}, param: map[*core.Var]*core.Var{}, owner: map[*core.Var]*core.Map{}}
		d.collect(f.Body, nil)
		return rewrite(f.Body, d, funs)
	})
}

func rewrite(b core.Body, d *defs, funs map[*core.Fun]*core.Fun) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		e := core.Inside(s.Exp, func(b core.Body) core.Body { return rewrite(b, d, funs) })
		switch n := e.(type) {
		case *core.Call:
			n.Fun = funs[n.Fun]
		case *core.Scatter:
			if m := d.differences(out, n); m != nil {
				e = m
			} else {
				e = scatter(out, n, d)
			}
		case *core.Concat:
			if m := d.differences(out, n); m != nil {
				e = m
			}
		default: // writes to no places
		}
		out.Add(s.Pat, e)
	}
	return out.Body(b.Result...)
}

// scatter is the scatter with what is proved of it.
func scatter(b *core.Builder, e *core.Scatter, d *defs) core.Exp {
	if len(e.Idx) != 1 {
		return e
	}
	distinct, all := d.prove(e.Idx[0], e.W, e.Dest[0].Type.Dims[0])
	if !distinct {
		return e
	}
	n := *e
	n.Distinct = true
	if all {
		n.Dest = nil
		for _, v := range e.Dest {
			n.Dest = append(n.Dest, b.Let(v.Name, &core.Scratch{Elem: v.Type.Elem, Dims: v.Type.Dims}))
		}
	}
	return &n
}
