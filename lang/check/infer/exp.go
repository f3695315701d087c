package infer

import (
	"sort"
	"strings"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

func node(t types.Type, at diag.Span) types.Node { return types.Node{T: t, At: at} }

// exp infers an expression. hint is the type that it should have, or nil; it helps to infer lambdas
// and literals but is no demand.
func (c *Checker) exp(sc *locals, e syntax.Exp, hint types.Type) types.Exp {
	diag.Poll()
	switch x := e.(type) {
	case *syntax.NumLit, *syntax.BoolLit, *syntax.CharLit:
		return c.literal(e, hint)
	case *syntax.StrLit:
		t := &types.Array{Dim: types.SizeConst{N: int64(len(x.Val))}, Elem: types.Prim{Prim: prim.U8}}
		return &types.Str{Node: node(t, x.Span), Val: x.Val}
	case *syntax.VarExp:
		return c.variable(sc, x)
	case *syntax.HoleExp:
		m := c.u.Fresh()
		m.At = x.Span
		return &types.Hole{Node: node(m, x.Span)}
	case *syntax.ParenExp:
		return c.exp(sc, x.Exp, hint)
	case *syntax.LocalOpen:
		return c.localOpen(sc, x, hint)
	case *syntax.TupleExp, *syntax.RecordExp, *syntax.ProjectExp:
		return c.bounded(c.recordExp(sc, e, hint))
	case *syntax.ArrayExp, *syntax.TableExp, *syntax.IndexExp, *syntax.RangeExp, *syntax.WithExp, *syntax.LetWithExp:
		return c.arrayExp(sc, e, hint)
	case *syntax.ConstrExp:
		return c.constr(sc, x, nil, x.Span, hint)
	case *syntax.ApplyExp:
		return c.apply(sc, x, hint)
	case *syntax.BinExp, *syntax.NegExp, *syntax.NotExp, *syntax.SectionL, *syntax.SectionR,
		*syntax.SectionPath:
		return c.opExp(sc, e, hint)
	case *syntax.AscriptExp:
		return c.ascript(sc, x)
	case *syntax.CoerceExp:
		return c.coerce(sc, x)
	case *syntax.LambdaExp:
		return c.lambda(sc, x, hint)
	case *syntax.LetExp:
		return c.let(sc, x, hint)
	case *syntax.LetFunExp:
		return c.letFun(sc, x, hint)
	case *syntax.IfExp:
		return c.ifExp(sc, x, hint)
	case *syntax.MatchExp:
		return c.match(sc, x, hint)
	case *syntax.LoopExp:
		return c.loop(sc, x)
	case *syntax.AssertExp:
		cond := c.check(sc, x.Cond, types.Bool, explain.Why{What: explain.As("the condition of assert")})
		v := c.exp(sc, x.Exp, hint)
		return &types.Assert{Node: node(v.Type(), x.Span), Cond: cond, E: v, Text: x.Cond.ExpSpan().Text()}
	case *syntax.AttrExp:
		c.attribute(sc, x.Attr)
		if types.ParamOf(x.Attr.Text) != "" {
			v := c.check(sc, x.Exp, types.I64, explain.Why{What: explain.As("what a tuning parameter stands for")})
			return &types.Attr{Node: node(v.Type(), x.Span), Name: x.Attr.Text, E: v}
		}
		v := c.exp(sc, x.Exp, hint)
		in := v
		for a, more := in.(*types.Attr); more; a, more = in.(*types.Attr) {
			in = a.E
		}
		if l, ok := in.(*types.Loop); ok {
			l.Attrs = append(l.Attrs, x.Attr.Text)
		}
		return &types.Attr{Node: node(v.Type(), x.Span), Name: x.Attr.Text, E: v}
	default: // a cell's expression stands at top level alone
	}
	return c.hole(e.ExpSpan())
}

// hole stands for an expression that is in error; its type fits anything.
func (c *Checker) hole(at diag.Span) types.Exp {
	return &types.Hole{Node: node(c.u.Fresh(), at)}
}

// Ref is a use of a symbol, with fresh variables for the parameters of its type.
func (c *Checker) Ref(s *types.Symbol, at diag.Span) *types.Ref {
	r := &types.Ref{Node: node(s.Scheme.Type, at), Sym: s}
	if s == c.self {
		c.selfRef(r)
	}
	if len(s.Scheme.Types)+len(s.Scheme.Sizes) == 0 {
		return r
	}
	var sub types.Subst
	for _, n := range s.Scheme.Sizes {
		m := c.u.FreshSize()
		sub.BindSize(n, m)
		r.SizeArgs = append(r.SizeArgs, m)
	}
	b := scope.BuiltinOf(s)
	for _, v := range s.Scheme.Types {
		m := c.u.Fresh()
		m.Lift, m.At = v.Lift, at
		if b != nil {
			m.Class = b.Class
		}
		sub.BindType(v, m)
		r.TypeArgs = append(r.TypeArgs, m)
	}
	r.T = sub.Type(r.T)
	c.refs = append(c.refs, r)
	return r
}

// variable is a name: a value, one in a module, or fields of either, as in m.x.f. What is not a field is the
// longest path that leads to a value.
func (c *Checker) variable(sc *locals, x *syntax.VarExp) types.Exp {
	n := x.Name
	if n.Library {
		s, ok := c.OfLibrary(n.Base)
		if !ok {
			diag.Bugf("the library has no %s", n.Base)
		}
		return c.global(s, x.Span)
	}
	c.underscore(n.Base, x.Span)
	if len(n.Quals) == 0 {
		return c.named(sc, n.Base, x.Span)
	}
	path := append(append([]string(nil), n.Quals...), n.Base)
	for i := len(n.Quals); i >= 0; i-- {
		var e types.Exp
		if i == 0 {
			v, _, ok := c.value(sc, path[0])
			if _, mod := c.modNamed(sc, path[0]); !ok || mod && !scope.HidesModule(v) { // the module is meant
				break
			}
			e = c.named(sc, path[0], x.Span)
		} else if s := c.member(sc, path[:i], path[i]); s != nil {
			e = c.global(s, x.Span)
		} else {
			continue
		}
		for _, f := range path[i+1:] {
			e = c.project(e, f, x.Span)
		}
		return e
	}
	env, ok := c.ModPath(sc, n.Quals, x.Span)
	if !ok {
		return c.hole(x.Span)
	}
	var names []string
	for k := range env.AllValues() {
		names = append(names, k)
	}
	d, module := c.Unknown(scope.KindValue, n.Base, x.Span, names), n.Quals[len(n.Quals)-1]
	d.Msg += " in module " + module
	if sort.Strings(names); d.Hint == "" && len(names) > 0 && len(names) <= 8 {
		d.Hint = module + " has " + strings.Join(names, ", ")
	}
	return c.hole(x.Span)
}

// underscore refuses to use a value whose name begins with an underscore, but as a size in a type: such a name says that the
// value is not used.
func (c *Checker) underscore(name string, at diag.Span) {
	if strings.HasPrefix(name, "_") && !c.inSize {
		d := c.Error(diag.Name, fault.CodeUnderscore, at, "%s is used here, but its name begins with an underscore: such a name is for what is not used", name)
		d.Hint = "rename it: " + strings.TrimLeft(name, "_")
	}
}

// member is the value of that name in a module, nil if there is none.
func (c *Checker) member(sc *locals, path []string, name string) *types.Symbol {
	m, ok := c.modNamed(sc, path[0])
	for _, q := range path[1:] {
		if !ok {
			break
		}
		m, ok = m.Env().Module(q)
	}
	if !ok {
		return nil
	}
	s, _ := m.Env().Value(name)
	return s
}

func (c *Checker) global(s *types.Symbol, at diag.Span) types.Exp {
	if s.Scheme == nil { // its definition is in error
		c.meets()
		return c.hole(at)
	}
	c.use(s)
	return c.Ref(s, at)
}

func (c *Checker) named(sc *locals, name string, at diag.Span) types.Exp {
	if name == "&&" || name == "||" {
		return c.logicFn(name, at)
	}
	s, global, ok := c.value(sc, name)
	if !ok {
		c.unknownValue(sc, name, at)
		return c.hole(at)
	}
	if global {
		return c.global(s, at)
	}
	return c.Ref(s, at)
}

func (c *Checker) localOpen(sc *locals, x *syntax.LocalOpen, hint types.Type) types.Exp {
	env, ok := c.ModPath(sc, append(append([]string(nil), x.Mod.Quals...), x.Mod.Base), x.Mod.Span)
	if !ok {
		return c.hole(x.Span)
	}
	return c.exp(&locals{parent: sc, env: env}, x.Exp, hint)
}

func (c *Checker) ascript(sc *locals, x *syntax.AscriptExp) types.Exp {
	t, _ := c.typeExp(sc, x.Type, c.freeSizes)
	return c.check(sc, x.Exp, t, explain.Why{What: explain.As("this expression"), Note: "the type is given here", At: x.Type.TypeSpan()})
}

// coerce is e :> t: the types must agree but for sizes, which are checked at run time.
func (c *Checker) coerce(sc *locals, x *syntax.CoerceExp) types.Exp {
	t, _ := c.typeExp(sc, x.Type, c.metaSizes)
	e := c.exp(sc, x.Exp, nil)
	c.unify(x.Span, c.anySizes(t), c.anySizes(e.Type()), explain.Why{What: explain.As("the coerced expression")})
	// Sizes written [] keep the operand's.
	c.anonFrom(t, e.Type())
	return &types.Coerce{Node: node(t, x.Span), E: e}
}

// anySizes is t with a fresh variable for each of its sizes.
func (c *Checker) anySizes(t types.Type) types.Type {
	return types.MapType(t, func(types.Type) types.Type { return nil }, func(types.Size) types.Size { return c.u.FreshSize() })
}

// anonFrom solves the open sizes of t by those of the type from, which has the same shape.
func (c *Checker) anonFrom(t, from types.Type) {
	var got []types.Size
	types.EachSize(from, func(s types.Size) { got = append(got, s) })
	i := 0
	types.EachSize(t, func(s types.Size) {
		if m, ok := types.ResolveSize(s).(*types.SizeMeta); ok && i < len(got) {
			c.u.Size(m, got[i])
		}
		i++
	})
}

// attributes are the known ones. None changes what a program means (param, what whoever runs it may change); the others are left out with a warning,
// since Futhark ignores them and a misspelled one would go unnoticed.
var attributes = map[string]bool{
	"unroll": true, "sequential": true, "sequential_outer": true, "sequential_inner": true, "inline": true,
	"noinline": true, "opaque": true, "trace": true, "break": true, "blank": true, "scratch": true,
	"unsafe": true, "warn": true, "flattening": true, "incremental_flattening": true, "stripmine": true, "bound": true,
	"true_dep": true, "prop": true, "param": true, "cpu_function": true,
}

// attribute warns of an attribute that nothing knows; names with a $ in it must be in scope.
func (c *Checker) attribute(sc *locals, a syntax.Attr) {
	name, args, _ := strings.Cut(strings.TrimSpace(a.Text), "(")
	name = strings.TrimSpace(name)
	for _, part := range strings.FieldsFunc(name+","+args, func(r rune) bool { return strings.ContainsRune("(), \t\n", r) }) {
		if v, ok := strings.CutPrefix(part, "$"); ok {
			if _, _, found := c.value(sc, v); !found {
				c.unknownValue(sc, v, a.Span)
			}
		}
	}
	if attributes[name] || strings.HasPrefix(name, "$") || c.Library {
		return
	}
	w := &diag.Diag{Class: diag.Name, Code: fault.CodeAttribute, Warning: true, Span: a.Span, Msg: "unknown attribute " + name + " is ignored"}
	var names []string
	for n := range attributes {
		names = append(names, n)
	}
	sort.Strings(names)
	if near := diag.Nearest(name, names); near != "" {
		w.Hint = "did you mean " + near + "?"
	}
	c.Warnings = append(c.Warnings, w)
}
