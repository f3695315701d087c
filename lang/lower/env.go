package lower

import (
	"raido/lang/core"
	"raido/lang/types"
)

// A frame is the environment of one activation of a function; up is that of the function around it.
type frame struct {
	up    *frame
	syms  map[*types.Symbol]val
	sizes map[*types.SizeVar]sizeArg
	typs  map[*types.Var]typeArg
	// consts are the values of constants, in the frame around a whole function.
	consts map[*types.Def]val
	// open: of a recursive function, which may use what the entry function binds; see Note [Recursion].
	open bool
}

// sizeArg is the meaning of a size: an atom, or a size of another frame, evaluated where it is needed.
type sizeArg struct {
	atom core.Atom
	size types.Size
	fr   *frame
}

// typeArg is the meaning of a type variable: a rep, or a type of another frame.
type typeArg struct {
	rep rep
	t   types.Type
	fr  *frame
}

func newFrame(up *frame) *frame {
	return &frame{up: up, syms: map[*types.Symbol]val{}, sizes: map[*types.SizeVar]sizeArg{}, typs: map[*types.Var]typeArg{}}
}

// newTop is the frame around a function of the program.
func newTop() *frame {
	fr := newFrame(nil)
	fr.consts = map[*types.Def]val{}
	return fr
}

func (f *frame) typ(v *types.Var) (typeArg, bool) {
	for ; f != nil; f = f.up {
		if a, ok := f.typs[v]; ok {
			return a, true
		}
	}
	return typeArg{}, false
}

func (f *frame) sym(s *types.Symbol) (val, bool) {
	for ; f != nil; f = f.up {
		if v, ok := f.syms[s]; ok {
			return v, true
		}
	}
	return nil, false
}

func (f *frame) sizeArg(v *types.SizeVar) (sizeArg, bool) {
	for ; f != nil; f = f.up {
		if a, ok := f.sizes[v]; ok {
			return a, true
		}
	}
	return sizeArg{}, false
}

// setSize gives a size variable its meaning, also as a variable of the program.
func (f *frame) setSize(v *types.SizeVar, a core.Atom) {
	f.sizes[v] = sizeArg{atom: a}
	if v.Sym != nil {
		f.syms[v.Sym] = scalar{a}
	}
}

// size evaluates a size; nil when it is not known here.
func (l *lowerer) size(s types.Size, fr *frame) core.Atom {
	switch s := types.ResolveSize(s).(type) {
	case types.SizeConst:
		return core.IntC(s.N)
	case *types.SizeVar:
		if a, ok := fr.sizeArg(s); ok {
			if a.atom != nil {
				return a.atom
			}
			return l.size(a.size, a.fr)
		}
		if s.Sym != nil {
			return l.symbolSize(s.Sym, fr)
		}
	case *types.SizeExp:
		if l.Sc != nil && l.known(s.Exp, fr) {
			return atomOf(l.exp(s.Exp, fr))
		}
	default: // not known here
	}
	return nil
}

// symbolSize is the value of an i64 symbol as a size: a local variable, a constant, or a value of the session.
func (l *lowerer) symbolSize(s *types.Symbol, fr *frame) core.Atom {
	if v, ok := l.lookup(s, fr); ok {
		return atomOf(v)
	}
	global := s.Kind == types.KindValue && l.inEntry()
	if l.Sc != nil && (global || s.Kind == types.KindDef && s.Def != nil && len(s.Def.Params) == 0) {
		return atomOf(l.ref(&types.Ref{Node: types.Node{T: types.I64}, Sym: s}, fr))
	}
	return nil
}

// inEntry reports whether the entry function or a recursive one is under construction; only these have the
// session's values.
func (l *lowerer) inEntry() bool { return l.Sc != nil && (l.Around(l.entry.sc) || l.top.open) }

// known reports whether every local variable of a size expression has a value here.
func (l *lowerer) known(e types.Exp, fr *frame) bool {
	ok := true
	walk(e, func(x types.Exp) {
		if r, isRef := x.(*types.Ref); isRef && r.Sym.Kind == types.KindLocal {
			_, found := l.lookup(r.Sym, fr)
			ok = ok && found
		}
	})
	return ok
}

// walk calls f for e and every expression inside it.
func walk(e types.Exp, f func(types.Exp)) {
	f(e)
	types.Children(e, func(x types.Exp) { walk(x, f) })
}

// lookup finds the value of a local symbol; a size parameter that no argument has bound is evaluated
// from its instantiation.
func (l *lowerer) lookup(s *types.Symbol, fr *frame) (val, bool) {
	if v, ok := fr.sym(s); ok {
		return v, true
	}
	for f := fr; f != nil; f = f.up {
		for sv, a := range f.sizes {
			if sv.Sym == s && a.atom == nil {
				if at := l.size(a.size, a.fr); at != nil {
					return scalar{at}, true
				}
			}
		}
	}
	return nil, false
}

// eachSize calls f for every dimension of t that is a size variable, with the value's dimension.
func eachSize(t types.Type, v rep, f func(*types.SizeVar, core.Atom)) {
	switch t := types.Reveal(t).(type) {
	case *types.Array:
		r, ok := v.(rArr)
		if !ok {
			return
		}
		if sv, ok := sizeVar(t.Dim); ok && r.dim != nil {
			f(sv, r.dim)
		}
		eachSize(t.Elem, r.elem, f)
	case *types.Var:
		if r, ok := v.(rAcc); ok && types.IsLinear(t) {
			eachSize(t.Args[0], r.arr, f)
		}
	case *types.Record:
		if r, ok := v.(rRec); ok {
			for i, fd := range t.Fields {
				eachSize(fd.Type, r.fields[i], f)
			}
		}
	case *types.Sum:
		if r, ok := v.(rSum); ok {
			for i, c := range t.Constrs {
				for j, a := range c.Args {
					eachSize(a, r.args[i][j], f)
				}
			}
		}
	default: // no dimensions
	}
}

func sizeVar(s types.Size) (*types.SizeVar, bool) {
	v, ok := types.ResolveSize(s).(*types.SizeVar)
	return v, ok
}

// bindSizes gives the size variables vars the dimensions that they have in v, a value of type t.
func bindSizes(vars []*types.SizeVar, t types.Type, v val, fr *frame) {
	if len(vars) == 0 {
		return
	}
	want := map[*types.SizeVar]bool{}
	for _, x := range vars {
		want[x] = true
	}
	eachSize(t, repOfVal(v), func(x *types.SizeVar, d core.Atom) {
		if want[x] {
			want[x] = false
			fr.setSize(x, d)
		}
	})
}

// bindUnknown gives size variables without a meaning the dimensions that they have in v.
func bindUnknown(t types.Type, v val, fr *frame) {
	eachSize(t, repOfVal(v), func(x *types.SizeVar, d core.Atom) {
		if _, ok := fr.sizeArg(x); ok {
			return
		}
		if x.Sym != nil {
			if _, ok := fr.sym(x.Sym); ok || x.Sym.Kind != types.KindLocal {
				return
			}
		}
		fr.setSize(x, d)
	})
}
