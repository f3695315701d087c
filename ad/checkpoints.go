package ad

import (
	"slices"
	"strings"

	"raido/lang/core"
)

// Checkpoints asks for `stripmine(2)` of the for loops that reverse derivatives run, but for those inside of others, and, if deep, for
// stripmine(3) of all: their return sweeps then need less memory and more time. What the user asked for stays. A program without such
// loops is given back as it is. [Peng23, 3.4]
func Checkpoints(p *core.Prog, deep bool) *core.Prog {
	c := &checkpoints{deep: deep, attr: "stripmine(2)"}
	if deep {
		c.attr = "stripmine(3)"
	}
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c.funs = funs
		return c.body(f.Body, region{reverse: f != p.Entry()}) // those that are not inlined may be called by what is derived
	})
	if !c.found {
		return p
	}
	return out
}

type checkpoints struct {
	deep  bool
	attr  string
	found bool
	funs  map[*core.Fun]*core.Fun
}

// region is where a body stands.
type region struct {
	reverse bool // in a function whose reverse derivative is taken
	loop    bool // in a for loop
}

func (c *checkpoints) body(b core.Body, in region) core.Body {
	out := core.Body{Result: b.Result}
	for _, st := range b.Stms {
		out.Stms = append(out.Stms, core.Stm{Pat: st.Pat, Exp: c.exp(st.Exp, in), Src: st.Src})
	}
	return out
}

func (c *checkpoints) exp(e core.Exp, in region) core.Exp {
	inside := in
	switch e := e.(type) {
	case *core.Call:
		return &core.Call{Fun: c.funs[e.Fun], Args: e.Args}
	case *core.Diff:
		inside.reverse = in.reverse || e.Mode == core.VJP
	case *core.Loop:
		inside.loop = in.loop || e.I != nil
	default: // no region of its own
	}
	out := core.Inside(e, func(b core.Body) core.Body { return c.body(b, inside) })
	l, ok := out.(*core.Loop)
	if !ok || l.I == nil || !in.reverse || in.loop && !c.deep || slices.ContainsFunc(l.Attrs, settled) {
		return out
	}
	c.found = true
	marked := *l
	marked.Attrs = append(slices.Clone(l.Attrs), c.attr)
	return &marked
}

// settled reports whether an attribute of a loop says how its return sweep keeps values.
func settled(attr string) bool {
	return strings.HasPrefix(attr, "stripmine") || strings.HasPrefix(attr, "unroll")
}
