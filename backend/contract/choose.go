package contract

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// chooser puts launches of kernels for several sizes in the place of launches of contractions.
type chooser struct {
	target  seg.Target
	kernels *[]*seg.Kernel
}

func (c *chooser) host(h seg.Host) (out seg.Host) {
	for _, s := range h {
		l, ok := s.(*seg.HLaunch)
		if !ok {
			out = append(out, s.Map(seg.Mapper{Host: c.host}))
			continue
		}
		x := &choice{chooser: c, launch: l}
		if l.Kernel.Contraction {
			x.sizes()
		} else {
			x.run(l.Kernel)
		}
		out = append(out, x.code...)
	}
	return out
}

// choice is code of the host that launches one of several kernels.
type choice struct {
	*chooser
	launch *seg.HLaunch
	code   seg.Host
}

// sizes chooses by the numbers of points.
func (c *choice) sizes() {
	k := c.launch.Kernel
	t := operandsOf(k, c.target)
	s := spaceOf(k)
	lanes := t.lanes()
	line, most := t.size(1, lineVectors, lanes), t.mostLanes()
	points := func(c *choice) { c.run(k) }
	in := func(t *tile) func(*choice) { return func(c *choice) { c.run(t.kernel(k)) } }
	if len(k.Space) == 1 {
		c.either(c.less(s.nj, lineVectors*most), points, in(line))
		return
	}
	rows := t.rows()
	wide, narrow := t.size(rows, tileVectors, lanes), t.size(rows, 1, max(2, lanes/2))
	narrow.beside = min(narrow.beside, wide.width()/narrow.width())
	short := c.less(s.nj, wide.width())
	thin := core.Atom(core.BoolC(false)) // few rows, which need no packing
	none := c.less(s.ni, t.fitting(tileVectors, mostRegisters))
	if t.direct {
		thin, none = c.less(s.ni, rows), c.op(prim.And, c.less(s.nj, tileVectors*most), none)
	}
	c.either(c.op(prim.Or, c.less(s.nj, max(2, most/2)), none), points, func(c *choice) {
		c.either(short, in(narrow), func(c *choice) {
			c.either(thin, func(c *choice) { c.thin(t, s, lanes, rows) }, in(wide))
		})
	})
}

// thin chooses where there are fewer rows than a tile has, and at least two vectors of columns.
func (c *choice) thin(t *operands, s *space, lanes, rows int) {
	in := func(t *tile) func(*choice) { return func(c *choice) { c.run(t.kernel(c.launch.Kernel)) } }
	alone := func(c *choice) {
		line := t.size(1, lineVectors, lanes)
		c.either(c.less(s.nj, line.width()), in(t.size(1, tileVectors, lanes)), in(line))
	}
	if rows <= lowRows {
		alone(c)
		return
	}
	low := t.size(lowRows, tileVectors, lanes)
	low.below = 1
	c.either(c.less(s.ni, lowRows), alone, in(low))
}

// run launches a kernel.
func (c *choice) run(k *seg.Kernel) {
	*c.kernels = append(*c.kernels, k)
	c.code = append(c.code, &seg.HLaunch{Kernel: k, Src: c.launch.Src})
}

// either does one of two things; if it is known which, only that is there.
func (c *choice) either(cond core.Atom, yes, no func(*choice)) {
	if k, ok := cond.(core.Const); ok {
		if k.Bool() {
			yes(c)
		} else {
			no(c)
		}
		return
	}
	branch := func(f func(*choice)) seg.Host {
		x := &choice{chooser: c.chooser, launch: c.launch}
		f(x)
		return x.code
	}
	c.code = append(c.code, &seg.HIf{Cond: cond, Then: branch(yes), Else: branch(no)})
}

// less reports whether a number of points is less than a bound.
func (c *choice) less(n core.Atom, bound int) core.Atom {
	if k, ok := core.IntConst(n); ok {
		return core.BoolC(k < int64(bound))
	}
	return c.let(prim.Lt, prim.I64, n, core.IntC(int64(bound)))
}

// op is a conjunction or a disjunction.
func (c *choice) op(op *prim.Op, a, b core.Atom) core.Atom {
	for _, x := range [][2]core.Atom{{a, b}, {b, a}} {
		if k, ok := x[0].(core.Const); ok {
			if k.Bool() == (op == prim.Or) {
				return k
			}
			return x[1]
		}
	}
	return c.let(op, prim.Bool, a, b)
}

func (c *choice) let(op *prim.Op, t prim.Type, args ...core.Atom) core.Atom {
	v := core.NewVar("few", core.Prim(prim.Bool))
	c.code = append(c.code, &seg.HLet{V: v, Op: op, T: t, Args: args})
	return v
}
