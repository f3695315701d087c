package magic

import (
	"raido/backend"
	"raido/display"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/value"
	"slices"
)

// function is a function at a point, lowered, whose derivatives in many directions at once are programs of their own:
// the one derivative in what lowering gives for jvp2 F X X is replaced by others (Note [Directions]).
//
// Note [Directions]. The seeds are arguments of such a program: their number k, then for each leaf of floats an array of k
// rows. So one program serves any set of directions: unit vectors, some of them, or the sums of unit vectors of a colouring.
type function struct {
	c      *Call
	prog   *core.Prog
	iface  *iface.Iface
	base   Arguments // of the program
	diff   *core.Diff
	before []core.Stm
	in     *nest
	out    *nest
	// symmetric: it is a gradient, and its Jacobian a Hessian.
	symmetric bool
}

// functionAt lowers F at X, or the gradient of F, and computes both sides.
func (c *Call) functionAt(a *application, gradient bool) (*function, error) {
	purpose := "Jacobian"
	if gradient {
		purpose = "Hessian"
	}
	def, err := c.Check(c.build(a, purpose, func(b *syntax.Builder, f, x syntax.Exp) syntax.Exp {
		if gradient { // \v -> vjp F v 1
			v := b.Fresh("v")
			f = b.Lambda(v, b.Apply(b.Library("vjp"), f, b.Use(v), b.Number(1, "")))
		}
		// (\v -> let (y, dy) = jvp2 F v v in (v, y, dy)) X
		v, y, dy := b.Fresh("x"), b.Fresh("y"), b.Fresh("dy")
		return b.Apply(b.Lambda(v, b.Let(b.TuplePat(y, dy), b.Apply(b.Library("jvp2"), f, b.Use(v), b.Use(v)), b.Tuple(b.Use(v), b.Use(y), b.Use(dy)))), x)
	}))
	if err != nil {
		return nil, err
	}
	prog, iface, err := c.Lower(def)
	if err != nil {
		return nil, err
	}
	fn := &function{c: c, prog: prog, iface: iface, symmetric: gradient}
	for i, s := range prog.Entry().Body.Stms { // the last: X may have derivatives of its own
		if d, ok := s.Exp.(*core.Diff); ok && !d.IsCustom() {
			fn.diff, fn.before = d, prog.Entry().Body.Stms[:i]
		}
	}
	if fn.diff == nil {
		diag.Bugf("no derivative in the program of a Jacobian")
	}
	if fn.base, err = c.Arguments(iface); err != nil {
		return nil, err
	}
	return fn, fn.sides(a, def.Span)
}

// sides computes X and F X.
func (f *function) sides(a *application, at diag.Span) error {
	sub, entry := core.NewSubst(), f.prog.Entry()
	fun := &core.Fun{Name: entry.Name, Params: sub.Binders(entry.Params)}
	b := &core.Builder{}
	for _, s := range entry.Body.Stms {
		if s.Exp != core.Exp(f.diff) {
			b.Stms = append(b.Stms, sub.Stm(s))
			continue
		}
		y := b.Inline(sub.Lambda(f.diff.Fn), sub.Atoms(f.diff.Args)...)
		for i, v := range y {
			sub.Vars[s.Pat[i]], sub.Vars[s.Pat[len(y)+i]] = v, v
			if a, ok := v.(*core.Var); ok && a.Type.Rank() > 0 {
				sub.Vars[s.Pat[len(y)+i]] = b.Let("dy", &core.Copy{Arr: a})
			}
		}
	}
	fun.Ret = sub.Binders(entry.Ret)
	fun.Body = b.Body(sub.Atoms(entry.Body.Result)...)
	out, err := f.run(fun, nil)
	if err != nil {
		return err
	}
	all, ok := f.iface.Result(out).(*value.Record)
	if !ok || len(all.Fields) != 3 {
		diag.Bugf("a point and a result are no record of three")
	}
	for i, side := range []**nest{&f.in, &f.out} {
		n, ok := newNest(a.named(all.Fields[i]), display.TypeOf(all.Fields[i]))
		if !ok {
			return usage(at, "values of sum types have no derivatives that could be drawn; this is %s", n.typ)
		}
		*side = n
	}
	return nil
}

// directions computes the derivative in k directions: under JVP with a tangent of the argument as each row of the seeds,
// under VJP with a cotangent of the result. The numbers of the result are for each direction one row.
func (f *function) directions(mode core.DiffMode, k int, seeds []value.Value) ([][]float64, error) {
	from, to, types := f.in, f.out, core.AtomTypes(f.diff.Args)
	sub, entry := core.NewSubst(), f.prog.Entry()
	fun := &core.Fun{Name: entry.Name, Params: sub.Binders(entry.Params)}
	b := &core.Builder{}
	for _, s := range f.before {
		b.Stms = append(b.Stms, sub.Stm(s))
	}
	if mode == core.VJP {
		from, to = f.out, f.in
		ts := f.diff.Types()
		types = ts[len(ts)/2:]
	}
	kVar := core.NewVar("k", core.Prim(prim.I64))
	fun.Params = append(fun.Params, kVar)
	d := &core.Diff{Mode: mode, Fn: sub.Lambda(f.diff.Fn), Args: sub.Atoms(f.diff.Args), Vec: kVar}
	if len(types) != len(from.leaves) {
		diag.Bugf("a side of a Jacobian has %d leaves, not %d", len(from.leaves), len(types))
	}
	for i, l := range from.leaves {
		t := sub.Type(types[i])
		if l.from < 0 {
			d.Seeds = append(d.Seeds, b.ZeroOf(t.Of(kVar)))
			continue
		}
		seed := core.NewVar("seed", core.Prim(l.elem).Of(kVar, core.IntC(int64(l.size))))
		fun.Params = append(fun.Params, seed)
		d.Seeds = append(d.Seeds, b.Let("seed", &core.Reshape{Dims: append([]core.Atom{kVar}, t.Dims...), Arr: seed}))
	}
	res := b.Bind("d", d)
	res = res[len(res)-len(to.leaves):]
	var result []core.Atom
	for i, l := range to.leaves {
		if l.from >= 0 {
			flat := []core.Atom{kVar, core.IntC(int64(l.size))}
			result = append(result, b.Let("d", &core.Reshape{Dims: flat, Arr: res[i]}))
			fun.Ret = append(fun.Ret, core.NewVar("d", core.Prim(l.elem).Of(flat...)))
		}
	}
	fun.Body = b.Body(result...)
	args := append([]value.Value{value.Scalar{Scalar: prim.Int(prim.I64, int64(k))}}, seeds...)
	out, err := f.run(fun, args)
	if err != nil {
		return nil, err
	}
	return to.rows(k, out), nil
}

// rows puts the numbers of leaves together: a row of all of them for each direction.
func (n *nest) rows(k int, leaves []value.Value) [][]float64 {
	rows := make([][]float64, k)
	for i := range rows {
		rows[i] = make([]float64, n.n)
	}
	for i, l := range n.floats() {
		data, _, _ := numbers(leaves[i])
		for r, row := range rows {
			copy(row[l.from:], data[r*l.size:(r+1)*l.size])
		}
	}
	return rows
}

// seeds are directions that are sums of unit vectors: for each leaf of floats an array with a row for each set.
func (n *nest) seeds(sets [][]int) []value.Value {
	var out []value.Value
	for _, l := range n.floats() {
		a := value.NewArray(l.elem, int64(len(sets)), int64(l.size))
		one := value.FromScalars(l.elem, []int64{1}, []prim.Scalar{prim.One(l.elem)}).(*value.Array).Data
		for k, set := range sets {
			for _, i := range set {
				if i >= l.from && i < l.from+l.size {
					copy(a.Data[(k*l.size+i-l.from)*len(one):], one)
				}
			}
		}
		out = append(out, a)
	}
	return out
}

// run compiles a function in the place of the program's entry point and calls it; args come after those of the program.
func (f *function) run(fun *core.Fun, args []value.Value) ([]value.Value, error) {
	prog := &core.Prog{Funs: append(append([]*core.Fun{}, f.prog.Funs[:len(f.prog.Funs)-1]...), fun)}
	program, err := backend.Build(f.c.Context(), f.base.Engine(), prog)
	if err != nil {
		return nil, err
	}
	var out []value.Value
	err = f.base.With(func(base []backend.Value) (err error) {
		out, err = f.call(program, base, args)
		return err
	})
	return out, err
}

// call calls a program with the arguments of the base and some more.
func (f *function) call(program backend.Program, base []backend.Value, args []value.Value) ([]value.Value, error) {
	all := slices.Clone(base)
	for _, a := range args {
		v, err := f.base.Engine().Upload(f.c.Context(), a)
		if err != nil {
			return nil, err
		}
		defer v.Release()
		all = append(all, v)
	}
	results, _, err := program.Run(f.c.Context(), all)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, len(results))
	for i, r := range results {
		defer r.Release()
		if out[i], err = r.Host(f.c.Context()); err != nil {
			return nil, err
		}
	}
	return out, nil
}
