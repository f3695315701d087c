package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// reciprocals is the body of a return sweep with few divisions: numbers that are divided by the same one are multiplied by its reciprocal,
// and of the factors of a product the reciprocals are products. [ours]
//
//	q = x / (a*b);  r = 1 / (a*b);  s = y / b    becomes    r = 1 / (a*b);  q = x * r;  s = y * (a * r)
//
// A division takes as long as a dozen products. Its result, computed again in the return sweep, may differ in its last bit from that of the forward
// sweep, so what decides something stays as it is.
func reciprocals(b core.Body) core.Body {
	d := &divisions{by: map[core.Atom]int{}, of: map[*core.Var]core.Atom{}, products: map[*core.Var][]core.Atom{}, decides: map[core.Atom]bool{}}
	for _, st := range slices.Backward(b.Stms) {
		d.use(st)
	}
	if len(d.by) == 0 {
		return b
	}
	out := &core.Builder{}
	for _, st := range b.Stms {
		if x, y := d.division(st); y == nil || !d.turn(out, st, x, y) {
			out.Stms = append(out.Stms, st)
		}
	}
	return out.Body(b.Result...)
}

// divisions are those of a body.
type divisions struct {
	by       map[core.Atom]int         // how many there are by a number or a factor of it
	of       map[*core.Var]core.Atom   // reciprocals that are there
	products map[*core.Var][]core.Atom // the factors of products by which something is divided
	decides  map[core.Atom]bool        // what conditions, indices and numbers of iterations are made of
}

// division is x / y of floats that decides nothing; y is nil if the statement is none.
func (d *divisions) division(st core.Stm) (x core.Atom, y *core.Var) {
	e, ok := st.Exp.(*core.PrimApp)
	if !ok || e.Op != prim.Div || !e.T.IsFloat() || d.decides[st.Pat[0]] {
		return nil, nil
	}
	y, _ = e.Args[1].(*core.Var)
	return e.Args[0], y
}

// use looks at a statement, the last one first.
func (d *divisions) use(st core.Stm) {
	e, ok := st.Exp.(*core.PrimApp)
	switch {
	case !ok:
		if comparesFloats(st.Exp) {
			for _, v := range core.FreeInExp(st.Exp).List {
				d.decides[v] = true
			}
		}
	case d.decides[st.Pat[0]] || !e.Op.ResultType(e.T).IsFloat():
		for _, a := range e.Args {
			d.decides[a] = true
		}
	default:
		if _, y := d.division(st); y != nil {
			d.by[y]++
		} else if v := st.Pat[0]; e.Op == prim.Mul && d.by[v] > 0 {
			d.products[v] = e.Args
			for _, a := range e.Args {
				if d.by[a] > 0 {
					d.by[v]++
				}
			}
		}
	}
}

// comparesFloats reports whether code makes something else than floats of floats.
func comparesFloats(e core.Exp) bool {
	found := false
	core.Walk(core.Body{Stms: []core.Stm{{Exp: e}}}, func(s core.Stm) {
		p, ok := s.Exp.(*core.PrimApp)
		found = found || ok && p.T.IsFloat() && !p.Op.ResultType(p.T).IsFloat()
	})
	return found
}

// turn makes a product of x / y; not if it is the only division.
func (d *divisions) turn(b *core.Builder, st core.Stm, x core.Atom, y *core.Var) bool {
	t := y.Type.Elem
	if d.of[y] == nil {
		if d.by[y] < 2 {
			return false
		}
		d.of[y] = b.Prim(prim.Div, t, core.One(t), y)
		for k, a := range d.products[y] {
			if v, ok := a.(*core.Var); ok && d.by[v] > 0 && d.of[v] == nil {
				d.of[v] = b.Prim(prim.Mul, t, d.products[y][1-k], d.of[y])
			}
		}
	}
	if x == core.Atom(core.One(t)) {
		b.Stms = append(b.Stms, core.Stm{Pat: st.Pat, Exp: &core.Use{Atom: d.of[y]}, Src: st.Src})
		return true
	}
	b.Stms = append(b.Stms, core.Stm{Pat: st.Pat, Exp: &core.PrimApp{Op: prim.Mul, T: t, Args: []core.Atom{x, d.of[y]}}, Src: st.Src})
	return true
}
