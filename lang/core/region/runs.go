package region

import (
	"raido/lang/core"
	"raido/lang/linear"
)

// Runs asks how the runs of a loop's body meet in an array that they all write.
type Runs struct {
	c *Chains
	p *place // the body
}

// Part is a part of an array that each run writes or reads.
type Part struct {
	place *place
	view  view
}

// Learn takes in code without asking for versions: a body with its parameters.
func (c *Chains) Learn(params []*core.Var, b core.Body) {
	top := &place{}
	c.bind(top, params)
	c.scan(top, b)
}

// Runs are the runs of the body of a loop in known code. Those of a while loop are not counted.
func (c *Chains) Runs(e *core.Loop) *Runs {
	if e.I == nil {
		return &Runs{c, c.where[e.Params[0]]}
	}
	return &Runs{c, c.where[e.I]}
}

// Learn takes in statements that have come to stand in the body.
func (r *Runs) Learn(stms []core.Stm) { r.c.scan(r.p, core.Body{Stms: stms}) }

// LearnOutside takes in statements that have come to stand before the loop.
func (r *Runs) LearnOutside(stms []core.Stm) { r.c.scan(r.p.up, core.Body{Stms: stms}) }

// Slice is the part of an array of that type that a slice is.
func (r *Runs) Slice(t core.Type, dims []core.DimSlice) Part {
	return Part{r.p, r.c.slice(whole(t), dims)}
}

// At is the part of an array that indices tell.
func (r *Runs) At(arr *core.Var, idx []core.Atom) Part {
	return Part{r.p, r.c.index(whole(arr.Type), idx)}
}

// Reads are the parts of an array that code of the body reads.
func (r *Runs) Reads(v *core.Var, code core.Body) []Part {
	rd := &reader{c: r.c, views: map[*core.Var]view{v: whole(v.Type)}}
	rd.body(r.p, code)
	out := make([]Part, len(rd.out))
	for k, x := range rd.out {
		out[k] = Part{x.place, x.part}
	}
	return out
}

// After reports whether a may meet what an earlier run has written in w.
func (r *Runs) After(a, w Part) bool {
	return !r.c.apart(read{a.place, a.view}, write{place: w.place, part: w.view}, r.p.up, []*core.Var{r.p.i}, 0, -1)
}

// Meets reports whether a may meet what another run, an earlier or a later one, writes in w.
func (r *Runs) Meets(a, w Part) bool {
	top, i := r.p.up, []*core.Var{r.p.i}
	x, y := read{a.place, a.view}, write{place: w.place, part: w.view}
	return !r.c.apart(x, y, top, i, 0, -1) || !r.c.apart(x, y, top, i, 0, 1)
}

// Within reports whether a may meet w in the same run.
func (r *Runs) Within(a, w Part) bool {
	return !r.c.apart(read{a.place, a.view}, write{place: w.place, part: w.view}, r.p.up, []*core.Var{r.p.i}, 1, 1)
}

// Form is an integer of the body as a multiple of the loop's counter, and a sum of what is bound outside, under a name; not ok if it is none.
func (r *Runs) Form(a core.Atom) (by int64, rest Sum, ok bool) {
	l := r.c.linear(a)
	by = l.Factor(r.p.i)
	l = l.Without(r.p.i)
	for _, t := range l.Terms {
		for _, v := range r.c.of(t.V) {
			if r.Binds(v) || r.c.hidden[v] {
				return 0, Sum{}, false
			}
		}
	}
	return by, r.c.asSum(l), true
}

// Apart is a - b if that is a number.
func (r *Runs) Apart(a, b core.Atom) (int64, bool) { return r.c.linear(a).Minus(r.c.linear(b)) }

// Beyond is a - s if that is a number.
func (r *Runs) Beyond(a core.Atom, s Sum) (int64, bool) {
	l := form{C: s.C}
	for _, t := range s.Terms {
		v := t.Of[0]
		for _, w := range t.Of[1:] {
			v = r.c.times(v, w)
		}
		l = l.Plus(t.By, linear.Of(v))
	}
	return r.c.linear(a).Minus(l)
}

// Indexes reports whether an integer of the body is certainly at least 0 and below n.
func (r *Runs) Indexes(a, n core.Atom) bool {
	x := r.c.linear(a)
	return r.never(x.Times(-1).Add(-1)) && r.never(x.Plus(-1, r.c.linear(n)))
}

// Least reports whether the loop's counter is certainly at least n where a variable of the body is bound.
func (r *Runs) Least(v *core.Var, n int64) bool {
	p := r.c.where[v]
	return r.c.never(system{rest: append(p.known(), linear.Of(r.p.i).Times(-1).Add(n-1))}, p.nonzero())
}

// Counts reports whether the loop's bound is certainly not negative, where sizes of arrays are not.
func (r *Runs) Counts(bound core.Atom, sizes []core.Atom) bool {
	rows := append(r.p.up.known(), r.c.linear(bound).Times(-1).Add(-1))
	for _, n := range sizes {
		rows = append(rows, r.c.linear(n))
	}
	return system{rest: rows}.empty()
}

// never reports whether a is negative in all runs.
func (r *Runs) never(a form) bool {
	rows := append(r.p.known(), a)
	return system{rest: append(rows, r.c.extremes(rows)...)}.empty()
}

// Binds reports whether a variable is bound in the body.
func (r *Runs) Binds(v *core.Var) bool {
	p := r.c.where[v]
	return p != nil && p.inside(r.p)
}

// Lift says that a statement of the body has come to stand before the loop, Lower that it has come back.
func (r *Runs) Lift(s core.Stm) { r.move(s, r.p.up) }

// Lower is the reverse of Lift.
func (r *Runs) Lower(s core.Stm) { r.move(s, r.p) }

func (r *Runs) move(s core.Stm, to *place) {
	for _, v := range s.Pat {
		r.c.where[v] = to
	}
}

// Outside reports whether an integer is certainly at least 0 and below n before the loop.
func (r *Runs) Outside(a, n core.Atom) bool { return (&Runs{r.c, r.p.up}).Indexes(a, n) }
