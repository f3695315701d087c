package infer

import (
	"slices"
	"strings"

	"raido/lang/check/fault"
	"raido/lang/check/final"
	"raido/lang/diag"
	"raido/lang/types"
)

// finish completes a definition: open types become parameters or get their defaults, unification
// variables go, and the passes over the finished tree run. value says that it is a constant whose
// type must be known in full.
func (c *Checker) finish(d *types.Def, value bool) {
	defer func() { c.Diags = append(c.Diags, c.Warnings...) }()
	defer func() { d.Uses = c.uses }()
	sch, before := d.Sym.Scheme, len(c.Diags)
	c.settleSums()
	if !value {
		c.generaliseTypes(d)
	}
	c.sameSelfSizes(sch.Sizes)
	c.generaliseSizes(d, 0)
	c.selfRefs(d)
	c.openSizes()
	c.openValues(d.Body)
	c.openHoles(d.Body)
	if value {
		types.MapType(sch.Type, func(t types.Type) types.Type {
			if m, ok := t.(*types.Meta); ok && m.Class == nil && len(c.Diags) == 0 {
				e := c.Error(diag.Type, fault.CodeAmbiguous, d.Sym.Span, "the type %s of %s is not determined", types.Print(sch.Type), d.Sym.Name)
				e.Hint = "say the type: e : t"
			}
			return nil
		}, func(s types.Size) types.Size { return s })
	}
	z := &types.Zonker{OnType: c.DefaultType, OnSize: func(*types.SizeMeta) types.Size { return types.SizeConst{} }}
	z.Def(d)
	if c.whole != nil {
		z.Pat(c.whole)
	}
	for _, l := range c.lits {
		c.settle(l)
	}
	for _, t := range c.tabs {
		c.settleTable(t)
	}
	if c.Faulty { // what is not determined may be so because of what is in error
		c.Diags = c.Diags[:before]
		return
	}
	if len(c.Diags.Errors()) > 0 {
		return
	}
	c.shown(c.bodyExts, d.Ret, d.Sym.Span) // once more, now that all is known
	final.Check(final.Subject{Def: d, Whole: c.whole, Local: func(s *types.Symbol) bool { _, local := c.born[s]; return local },
		CallsItself: len(c.selfUses) > 0, Facts: c.facts, Quiet: c.Library || c.Instance}, c.Reporter)
	if c.Instance { // what it says of abstract types was said; it need not hold for those in their place, but for accumulators
		c.Diags = slices.DeleteFunc(c.Diags, func(d *diag.Diag) bool { return d.Code != fault.CodeLinear })
	}
}

// openSizes reports instantiations with a size that nothing determines.
func (c *Checker) openSizes() {
	for _, r := range c.refs {
		for i, s := range r.SizeArgs {
			if _, open := types.ResolveSize(s).(*types.SizeMeta); !open {
				continue
			}
			r.SizeArgs[i] = nil
			if len(c.Diags) == 0 {
				e := c.Error(diag.Size, fault.CodeOpenSize, r.At, "the size %s of %s is not determined here", r.Sym.Scheme.Sizes[i].Name, r.Sym.Name)
				fault.Note(e, r.Sym.Span.OfUser(), "%s has type %s", r.Sym.Name, types.PrintScheme(r.Sym.Scheme))
				e.Hint = "say the type of the result or of the argument, with sizes: e : [3]t"
			}
		}
	}
}

// settleSums gives constructor patterns their sum types.
func (c *Checker) settleSums() {
	for _, s := range c.sums {
		switch t := types.Resolve(s.t).(type) {
		case *types.Sum:
			s.p.T = t
		default:
			c.ambiguousSum(t, s.at)
			s.p.T = &types.Sum{Constrs: []types.Constr{{Name: s.p.Name}}}
		}
	}
}

func (c *Checker) ambiguousSum(t types.Type, at diag.Span) {
	m, ok := t.(*types.Meta)
	if !ok || len(m.Constrs) == 0 {
		return
	}
	e := c.Error(diag.Type, fault.CodeAmbiguous, at, "the sum type of #%s is not determined: it has at least %s", m.Constrs[0].Name, types.Print(m))
	e.Hint = "say the type, with all constructors: (#some 1 : #some i32 | #none)"
	m.Bound = &types.Sum{Constrs: m.Constrs}
}

// generaliseTypes turns the open types of a definition's type into type parameters; overloaded ones get
// their default.
func (c *Checker) generaliseTypes(d *types.Def) {
	sch := d.Sym.Scheme
	used := map[string]bool{}
	for _, v := range sch.Types {
		used[v.Name] = true
	}
	fresh := freshNames(used, typeNames)
	types.MapType(sch.Type, func(t types.Type) types.Type {
		m, ok := t.(*types.Meta)
		if !ok || m.Bound != nil {
			return nil
		}
		if m.Class != nil || len(m.Fields)+len(m.Constrs) > 0 {
			m.Bound = c.DefaultType(m)
			return nil
		}
		v := &types.Var{Name: fresh(), Lift: m.Lift}
		m.Bound = v
		sch.Types = append(sch.Types, v)
		return nil
	}, func(s types.Size) types.Size { return s })
}

// DefaultType is the type of a variable that nothing determined.
func (c *Checker) DefaultType(m *types.Meta) types.Type {
	switch {
	case m.Bound != nil:
		return m.Bound
	case m.Class != nil && m.Class.Prims != nil:
		m.Bound = types.Prim{Prim: m.Class.Prims[0]}
	case len(m.Constrs) > 0:
		c.ambiguousSum(m, m.At)
	case len(m.Fields) > 0 && len(c.Diags) > 0:
		m.Bound = types.Unit // another fault may be the reason
	case len(m.Fields) > 0:
		e := c.Error(diag.Type, fault.CodeAmbiguous, m.At, "the record type is not determined: it has at least %s", types.Print(m))
		e.Hint = "say the type of the parameter, with all its fields: (x: " + strings.ReplaceAll(strings.TrimSuffix(types.Print(m), ", ...}")+"}", "_", "i32") + ")"
		m.Bound = types.Unit
	default:
		m.Bound = types.Unit
	}
	return m.Bound
}
