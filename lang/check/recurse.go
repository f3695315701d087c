package check

import (
	"slices"

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
func (c *checker) assume(sc *scope, d funDecl, sym *types.Symbol, sch *types.Scheme, params []types.Param) *types.Meta {
	var ret types.Type
	var exts []*types.SizeVar
	var unique fresh
	var self *types.Meta
	if d.ret == nil {
		self = c.u.Fresh()
		self.At = d.body.ExpSpan()
		ret = self
	} else {
		before := len(c.diags) // reported when the body is checked
		t, u := c.resultType(sc, d.ret, &exts)
		c.diags = c.diags[:before]
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
func (c *checker) selfRefs(d *types.Def) {
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
func (c *checker) selfRef(r *types.Ref) {
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
func (c *checker) sameSelfSizes(declared []*types.SizeVar) {
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

func (c *checker) selfSizeError(r *types.Ref, m *types.Mismatch) {
	p := types.NewPrinter()
	ws, gs := p.Size(m.WantSize), p.Size(m.GotSize)
	d := c.error(diag.Size, codeSize, r.At, "%s calls itself here with an array of size %s where its body needs size %s", r.Sym.Name, gs, ws)
	c.sizePlace(d, m.WantSize, ws)
	c.sizePlace(d, m.GotSize, gs)
	d.Hint = "say that the sizes are equal with :>, checked at run time"
}

// recursion checks the rules for a function that calls itself; see Note [Recursion].
func (c *checker) recursion(d *types.Def) {
	if len(c.selfUses) == 0 {
		return
	}
	if types.HasFunc(d.Ret) {
		e := c.error(diag.Type, codeRecursion, d.Sym.Span, "%s calls itself, but its result holds a function: it has type %s", d.Sym.Name, types.Print(d.Ret))
		e.Hint = "add the parameters of the result to " + d.Sym.Name
		return
	}
	if slices.ContainsFunc(d.Params, func(p types.Param) bool { return types.HasFunc(p.Pat.Type()) }) {
		c.passedOn(d, d.Body)
	}
}

// passedOn demands of each use of a recursive function that takes functions that it is a call, and gives them unchanged.
func (c *checker) passedOn(d *types.Def, e types.Exp) {
	self := func(e types.Exp) bool {
		r, ok := e.(*types.Ref)
		return ok && r.Sym == d.Sym
	}
	bad := func(e types.Exp, what string) {
		x := c.error(diag.Type, codeRecursion, e.Span(), "%s calls itself here %s", d.Sym.Name, what)
		note(x, d.Sym.Span, "%s takes a function", d.Sym.Name)
		x.Hint = "a recursive function must give itself all of its arguments, and the functions among its parameters as they are: which function is called must be known when the program is compiled"
	}
	a, ok := e.(*types.Apply)
	switch {
	case ok && self(a.Fn) && len(a.Args) < len(d.Params) || self(e):
		bad(e, "without all of its arguments")
		return
	case ok && self(a.Fn):
		for i, p := range d.Params {
			if !types.HasFunc(p.Pat.Type()) {
				continue
			}
			v, named := p.Pat.(*types.PatVar)
			if r, ok := a.Args[i].(*types.Ref); !named || !ok || r.Sym != v.Sym {
				bad(a.Args[i], "with another function")
			}
		}
		for _, arg := range a.Args {
			c.passedOn(d, arg)
		}
		return
	}
	types.Children(e, func(x types.Exp) { c.passedOn(d, x) })
}

// endless tells that an expression calls a function in any case: as the function's body it never ends.
func endless(f *types.Symbol, e types.Exp) bool {
	switch x := e.(type) {
	case *types.Lambda:
		return false
	case *types.LetFun:
		return endless(f, x.Body)
	case *types.If:
		return endless(f, x.Cond) || endless(f, x.Then) && endless(f, x.Else)
	case *types.Match:
		all := true
		for _, k := range x.Cases {
			all = all && endless(f, k.Body)
		}
		return all || endless(f, x.Scrut)
	case *types.Loop:
		return endless(f, x.Init)
	case *types.Apply:
		if r, ok := x.Fn.(*types.Ref); ok && r.Sym == f && len(x.Args) == len(f.Def.Params) {
			return true
		}
	}
	any := false
	types.Children(e, func(x types.Exp) { any = any || endless(f, x) })
	return any
}
