package gather

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// lengths are numbers that are no less than 0 where a statement runs: dimensions of arrays that are there, and what is made of such. What is learnt of the
// arrays of a body says nothing outside, where the body may not have run.
type lengths struct {
	known  map[core.Atom]bool
	learnt []core.Atom
}

func newLengths() *lengths { return &lengths{known: map[core.Atom]bool{}} }

// has reports whether a number is no less than 0.
func (l *lengths) has(a core.Atom) bool {
	n, ok := core.IntConst(a)
	return ok && n >= 0 || l.known[a]
}

func (l *lengths) learn(a core.Atom) {
	if !l.known[a] {
		l.known[a], l.learnt = true, append(l.learnt, a)
	}
}

// bind learns what the types of variables say.
func (l *lengths) bind(vs []*core.Var) {
	for _, v := range vs {
		for _, d := range v.Type.Dims {
			l.learn(d)
		}
	}
}

// result learns of v, which e makes.
func (l *lengths) result(v *core.Var, e core.Exp) {
	p, ok := e.(*core.PrimApp)
	if !ok || p.T != prim.I64 || len(p.Args) != 2 {
		return
	}
	x, y := l.has(p.Args[0]), l.has(p.Args[1])
	switch p.Op {
	case prim.Add, prim.Min:
		ok = x && y
	case prim.Max:
		ok = x || y
	case prim.Div, prim.Quot:
		n, constant := core.IntConst(p.Args[1])
		ok = x && constant && n > 0
	default: // may be less
		ok = false
	}
	if ok {
		l.learn(v)
	}
}

// leave forgets what was learnt since there were n facts.
func (l *lengths) leave(n int) {
	for _, a := range l.learnt[n:] {
		delete(l.known, a)
	}
	l.learnt = l.learnt[:n]
}
