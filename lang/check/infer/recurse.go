package infer

import (
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/types"
)

// Note [Recursion]. A top-level function may call itself. Inside its body it has one type: its own type
// parameters are not instantiated, but the size parameters that it declares are, and those that an anonymous
// size in the type of a parameter stands for. Without a declared result type the result is inferred. Lowering must know each function statically, so a
// recursive function may not give a function, and one that takes functions must give itself all of its arguments, its functional
// parameters unchanged.

// assume gives a recursive function the type that it has inside its body; it returns the variable for its
// result, nil if the result type is declared.
func (c *Checker) assume(sc *locals, d funDecl, sym *types.Symbol, sch *types.Scheme, params []types.Param) *types.Meta {
	var ret types.Type
	var exts []*types.SizeVar
	var unique uniqueness.Fresh
	var self *types.Meta
	if d.ret == nil {
		self = c.u.Fresh()
		self.At = d.body.ExpSpan()
		ret = self
	} else {
		before := len(c.Diags) // reported when the body is checked
		t, u := c.resultType(sc, d.ret, &exts)
		c.Diags = c.Diags[:before]
		ret, unique = t, u.of(t)
	}
	for _, p := range params {
		types.EachSize(c.patType(p.Pat), func(s types.Size) {
			if m, ok := types.ResolveSize(s).(*types.SizeMeta); ok {
				c.selfSizes = append(c.selfSizes, m)
			}
		})
	}
	t, _, _ := c.funcType(params, ret, exts, unique, d.at)
	c.self = sym
	sym.Scheme = &types.Scheme{Sizes: sch.Sizes, Type: t}
	return self
}

// selfRefs completes the uses of a recursive function in its body: they are at its own type parameters, and
// at its own sizes but for those that it declares.
func (c *Checker) selfRefs(d *types.Def) {
	for _, use := range c.selfUses {
		r := use.ref
		for _, v := range d.Sym.Scheme.Types {
			r.TypeArgs = append(r.TypeArgs, v)
		}
		for _, n := range d.Sym.Scheme.Sizes[len(r.SizeArgs):] {
			var arg types.Size = n
			for i, m := range c.selfSizes {
				if types.ResolveSize(m) == types.Size(n) {
					arg = use.sizes[i]
					break
				}
			}
			r.SizeArgs = append(r.SizeArgs, arg)
		}
	}
}

// selfUse is a use of a recursive function in its body; sizes stand for selfSizes.
type selfUse struct {
	ref   *types.Ref
	sizes []*types.SizeMeta
}

// selfRef makes r a use of a recursive function in its body.
func (c *Checker) selfRef(r *types.Ref) {
	use := selfUse{ref: r}
	for range c.selfSizes {
		use.sizes = append(use.sizes, c.u.FreshSize())
	}
	r.T = types.MapType(r.T, func(types.Type) types.Type { return nil }, func(s types.Size) types.Size {
		for i, m := range c.selfSizes {
			if types.ResolveSize(s) == types.ResolveSize(m) {
				return use.sizes[i]
			}
		}
		return s
	})
	c.selfUses = append(c.selfUses, use)
}

// sameSelfSizes demands of the sizes at each use what the body made of selfSizes: that some are equal, or known.
func (c *Checker) sameSelfSizes(declared []*types.SizeVar) {
	for _, use := range c.selfUses {
		var sub types.Subst
		for i, n := range declared {
			sub.BindSize(n, use.ref.SizeArgs[i])
		}
		for i, m := range c.selfSizes {
			size := types.ResolveSize(m)
			_, any := size.(*types.SizeMeta)
			want := sub.Size(size)
			for j, other := range c.selfSizes[:i] {
				if types.ResolveSize(other) == size {
					want, any = use.sizes[j], false
					break
				}
			}
			if any {
				continue
			}
			if bad := c.u.Size(want, use.sizes[i]); bad != nil {
				c.selfSizeError(use.ref, bad)
			}
		}
	}
}

func (c *Checker) selfSizeError(r *types.Ref, m *types.Mismatch) {
	p := types.NewPrinter()
	ws, gs := p.Size(m.WantSize), p.Size(m.GotSize)
	d := c.Error(diag.Size, fault.CodeSize, r.At, "%s calls itself here with an array of size %s where its body needs size %s", r.Sym.Name, gs, ws)
	explain.NotePlace(d, m.WantSize, ws)
	explain.NotePlace(d, m.GotSize, gs)
	d.Hint = "say that the sizes are equal with :>, checked at run time"
}
