package lower

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/emit"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/types"
)

// maxDepth bounds nested expressions and applications.
const maxDepth = 100000

// exp lowers an expression.
func (l *lowerer) exp(e types.Exp, fr *frame) val {
	diag.Poll()
	if l.depth++; l.depth > maxDepth {
		panic(emit.Unsupported("the program is nested too deeply"))
	}
	defer func() { l.depth-- }()
	return l.at(e.Span(), func() val { return l.node(e, fr) })
}

func (l *lowerer) node(e types.Exp, fr *frame) val {
	switch e := e.(type) {
	case *types.Lit:
		return scalar{core.Const{Scalar: e.Val}}
	case *types.Str:
		return l.str(e.Val)
	case *types.Table:
		return l.table(e)
	case *types.Ref:
		return l.ref(e, fr)
	case *types.MkRecord:
		return l.mkRecord(e, fr)
	case *types.Project:
		return l.exp(e.Rec, fr).(record).field(e.Field)
	case *types.RecordWith:
		rec := l.exp(e.Rec, fr)
		return withField(rec.(record), e.Path, l.exp(e.Val, fr))
	case *types.ArrayLit:
		return l.arrayLit(e, fr)
	case *types.MkConstr:
		return l.mkConstr(e, fr)
	case *types.Lambda:
		return &closure{params: e.Params, body: e.Body, fr: fr}
	case *types.Apply:
		return l.application(e, fr)
	case *types.Let:
		v := l.exp(e.Rhs, fr)
		bindSizes(e.Sizes, e.Pat.Type(), v, fr)
		l.bindPat(e.Pat, v, fr)
		return l.body(e.Body, e.Exts, fr)
	case *types.LetFun:
		fr.syms[e.Def.Sym] = &closure{params: e.Def.Params, body: e.Def.Body, fr: fr, def: e.Def}
		return l.body(e.Body, e.Exts, fr)
	default: // control has the others
	}
	return l.control(e, fr)
}

// body lowers the body of a let, and gives a meaning to sizes of its type that mention what the let binds.
func (l *lowerer) body(e types.Exp, exts []*types.SizeVar, fr *frame) val {
	v := l.exp(e, fr)
	bindSizes(exts, e.Type(), v, fr)
	return v
}

func (l *lowerer) control(e types.Exp, fr *frame) val {
	switch e := e.(type) {
	case *types.If:
		return l.ifExp(e, fr)
	case *types.Match:
		return l.match(e, fr)
	case *types.Loop:
		return l.loop(e, fr)
	case *types.Index:
		return l.index(e, fr)
	case *types.With:
		return l.with(e, fr)
	case *types.Range:
		return l.rangeExp(e, fr)
	case *types.Coerce:
		return l.coerce(e, fr)
	case *types.Assert:
		l.Assert(atomOf(l.exp(e.Cond, fr)), "assertion is false: "+escape(e.Text))
		return l.exp(e.E, fr)
	case *types.Attr:
		if v := l.tuned(e); v != nil {
			return v
		}
		v := l.exp(e.E, fr)
		l.traceAttr(e.Name, v)
		return v
	case *types.Hole:
		return l.hole(e, fr)
	default: // node has the others; size values stand in types alone
	}
	diag.Bugf("lower: unknown expression %T", e)
	return nil
}

// hole fails when it is evaluated; where it is a function, when that is called.
func (l *lowerer) hole(e *types.Hole, fr *frame) val {
	switch t := types.Reveal(e.T).(type) {
	case *types.Func:
		body := &types.Hole{Node: types.Node{T: t.Result, At: e.At}}
		return &closure{params: []types.Param{{Pat: &types.PatWild{T: t.Param, At: e.At}}}, body: body, fr: fr}
	case *types.Record:
		if !types.HasFunc(t) {
			break
		}
		r := record{}
		for _, f := range t.Fields {
			r.names = append(r.names, f.Name)
			r.fields = append(r.fields, l.hole(&types.Hole{Node: types.Node{T: f.Type, At: e.At}}, fr))
		}
		return r
	case *types.Var:
		if a, ok := fr.typ(t); ok && a.rep == nil {
			return l.hole(&types.Hole{Node: types.Node{T: a.t, At: e.At}}, a.fr)
		}
	default: // data: there when it fails
	}
	l.Assert(core.BoolC(false), "a hole (???) is evaluated")
	return l.zero(l.repOf(e.T, fr))
}

// escape makes text safe for Assert, where %d stands for an argument.
func escape(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+1 < len(text) && text[i+1] == 'd' {
			out = append(out, '%', ' ')
			continue
		}
		out = append(out, text[i])
	}
	return string(out)
}

func (r record) index(name string) int {
	for i, n := range r.names {
		if n == name {
			return i
		}
	}
	diag.Bugf("lower: no field %s", name)
	return 0
}

func (r record) field(name string) val { return r.fields[r.index(name)] }

func withField(r record, path []string, v val) val {
	i := r.index(path[0])
	if len(path) > 1 {
		v = withField(r.fields[i].(record), path[1:], v)
	}
	out := record{r.names, append([]val{}, r.fields...)}
	out.fields[i] = v
	return out
}

func (l *lowerer) mkRecord(e *types.MkRecord, fr *frame) val {
	t := l.recordType(e.T, fr)
	r := record{fields: make([]val, len(e.Fields)), names: t}
	if len(e.Order) == len(e.Fields) {
		for _, i := range e.Order {
			r.fields[i] = l.exp(e.Fields[i], fr)
		}
		return r
	}
	for i, f := range e.Fields {
		r.fields[i] = l.exp(f, fr)
	}
	return r
}

func (l *lowerer) recordType(t types.Type, fr *frame) []string {
	r, ok := l.repOf(t, fr).(rRec)
	if !ok {
		diag.Bugf("lower: %T is no record", t)
	}
	return r.names
}

func (l *lowerer) mkConstr(e *types.MkConstr, fr *frame) val {
	args := make([]val, len(e.Args))
	for i, a := range e.Args {
		args[i] = l.exp(a, fr)
	}
	t, ok := l.repOf(e.T, fr).(rSum)
	if !ok {
		diag.Bugf("lower: %T is no sum", e.T)
	}
	s := sum{names: t.names, args: make([][]val, len(t.args))}
	for i, n := range t.names {
		if n == e.Name {
			s.tag = core.Const{Scalar: iface.TagOf(len(t.names), i)}
			s.args[i] = args
			continue
		}
		for _, r := range t.args[i] {
			s.args[i] = append(s.args[i], l.zero(r))
		}
	}
	return s
}

// zero is a value of zeros; sizes that are not known are 0. Nothing has asked for an array of these sizes, so
// that one may be negative; it counts as 0.
func (l *lowerer) zero(r rep) val {
	var leaves []core.Atom
	for _, t := range leafTypes(r) {
		dims := make([]core.Atom, len(t.Dims))
		for i, d := range t.Dims {
			switch {
			case d == nil:
				dims[i] = core.IntC(0)
			case l.IsSize(d):
				dims[i] = d
			default:
				dims[i] = l.I64(prim.Max, core.IntC(0), d)
			}
		}
		var a core.Atom = core.Zero(t.Elem)
		if len(dims) > 0 {
			a = l.Let("zero", &core.Replicate{Dims: dims, Val: a})
		}
		leaves = append(leaves, a)
	}
	return build(r, leaves)
}

func (l *lowerer) str(s string) val {
	lit := &core.ArrayLit{Elem: core.Prim(prim.U8), Elems: make([]core.Atom, len(s)), Plain: true}
	for i := range len(s) {
		lit.Elems[i] = core.Const{Scalar: prim.Int(prim.U8, int64(s[i]))}
	}
	return ofRows(core.IntC(int64(len(s))), rPrim{prim.U8}, []*core.Var{l.Let("str", lit)})
}

func (l *lowerer) table(e *types.Table) val {
	t := e.Vals[0].Type
	lit := &core.ArrayLit{Elem: core.Prim(t), Elems: make([]core.Atom, len(e.Vals)), Plain: true}
	for i, v := range e.Vals {
		lit.Elems[i] = core.Const{Scalar: v}
	}
	return ofRows(core.IntC(int64(len(e.Vals))), rPrim{t}, []*core.Var{l.Let("arr", lit)})
}

func (l *lowerer) arrayLit(e *types.ArrayLit, fr *frame) val {
	n := core.IntC(int64(len(e.Elems)))
	if len(e.Elems) == 0 {
		r, ok := l.repOf(e.T, fr).(rArr)
		if !ok {
			diag.Bugf("lower: an array literal has no array type")
		}
		r.dim = n
		return l.zero(r)
	}
	vals := make([]val, len(e.Elems))
	for i, x := range e.Elems {
		vals[i] = l.exp(x, fr)
	}
	return l.arrayOfVals(vals)
}

// arrayOfVals makes an array of at least one element.
func (l *lowerer) arrayOfVals(vals []val) val {
	elem := repOfVal(vals[0])
	ts := leafTypes(elem)
	elems := make([][]core.Atom, len(ts))
	for _, v := range vals {
		for i, a := range l.CastAll(flatten(v), ts) {
			elems[i] = append(elems[i], a)
		}
	}
	leaves := make([]*core.Var, len(ts))
	for i, t := range ts {
		leaves[i] = l.Let("arr", core.NewArrayLit(t, elems[i]))
	}
	return ofRows(core.IntC(int64(len(vals))), elem, leaves)
}

// coerce checks the sizes of E :> T.
func (l *lowerer) coerce(e *types.Coerce, fr *frame) val {
	v := l.exp(e.E, fr)
	want := leafTypes(l.repOf(e.T, fr))
	leaves := flatten(v)
	done := map[[2]core.Atom]bool{}
	for i, a := range leaves {
		for j, have := range a.AtomType().Dims {
			w := want[i].Dims[j]
			key := [2]core.Atom{have, w}
			if w == nil || emit.SameAtom(have, w) || done[key] {
				continue
			}
			done[key] = true
			l.Assert(l.I64(prim.Eq, have, w), "size coercion fails: the size is %d, but %d is wanted", have, w)
		}
	}
	return build(repOfVal(v), l.CastAll(leaves, want))
}
