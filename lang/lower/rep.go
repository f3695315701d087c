package lower

import (
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/types"
)

// A rep is a type as lowering sees it: monomorphic, dimensions are atoms in scope, or nil where a
// size is not known at this point.
//
//sumtype:decl
type rep interface{ rep() }

type (
	rPrim struct{ t prim.Type }
	rArr  struct {
		dim  core.Atom
		elem rep
	}
	rRec struct {
		names  []string
		fields []rep
	}
	// rSum is a tag and the payloads of all constructors; unused payloads are zero.
	rSum struct {
		names []string
		args  [][]rep
	}
	// rAcc is an accumulator for an array like arr; op is what its writes combine with, nil if they overwrite.
	rAcc struct {
		arr rep
		op  val
	}
	rFun struct{}
)

func (rPrim) rep() {}
func (rArr) rep()  {}
func (rRec) rep()  {}
func (rSum) rep()  {}
func (rAcc) rep()  {}
func (rFun) rep()  {}

// repOf is the rep of a type in an environment.
func (l *lowerer) repOf(t types.Type, fr *frame) rep {
	switch t := types.Reveal(t).(type) {
	case types.Prim:
		return rPrim{t.Prim}
	case *types.Array:
		return rArr{l.size(t.Dim, fr), l.repOf(t.Elem, fr)}
	case *types.Record:
		r := rRec{}
		for _, f := range t.Fields {
			r.names = append(r.names, f.Name)
			r.fields = append(r.fields, l.repOf(f.Type, fr))
		}
		return r
	case *types.Sum:
		r := rSum{}
		for _, c := range t.Constrs {
			var args []rep
			for _, a := range c.Args {
				args = append(args, l.repOf(a, fr))
			}
			r.names = append(r.names, c.Name)
			r.args = append(r.args, args)
		}
		return r
	case *types.Func:
		return rFun{}
	case *types.Var:
		if types.IsLinear(t) {
			return rAcc{arr: l.repOf(t.Args[0], fr)}
		}
		if a, ok := fr.typ(t); ok {
			if a.rep != nil {
				return a.rep
			}
			return l.repOf(a.t, a.fr)
		}
		diag.Bugf("lower: type variable %s has no instance", t.Name)
	case *types.Meta:
		diag.Bugf("lower: a type is left open by the checker")
	}
	diag.Bugf("lower: unknown type %T", t)
	return nil
}

// firstOrder reports whether a rep holds no function, and no accumulator, which has one.
func firstOrder(r rep) bool {
	switch r := r.(type) {
	case rFun, rAcc:
		return false
	case rArr:
		return firstOrder(r.elem)
	case rRec:
		for _, f := range r.fields {
			if !firstOrder(f) {
				return false
			}
		}
	case rSum:
		for _, as := range r.args {
			for _, a := range as {
				if !firstOrder(a) {
					return false
				}
			}
		}
	default: // a scalar
	}
	return true
}

// leafTypes are the core types of the leaves of a rep; dimensions may be nil.
func leafTypes(r rep) []core.Type { return appendLeaves(nil, r, nil) }

func appendLeaves(out []core.Type, r rep, dims []core.Atom) []core.Type {
	switch r := r.(type) {
	case rPrim:
		out = append(out, core.Type{Elem: r.t, Dims: dims})
	case rArr:
		out = appendLeaves(out, r.elem, append(dims[:len(dims):len(dims)], r.dim))
	case rAcc:
		out = appendLeaves(out, r.arr, dims)
	case rRec:
		if len(r.fields) == 0 {
			out = append(out, core.Type{Elem: iface.UnitType, Dims: dims})
		}
		for _, f := range r.fields {
			out = appendLeaves(out, f, dims)
		}
	case rSum:
		out = append(out, core.Type{Elem: iface.TagType(len(r.names)), Dims: dims})
		for _, as := range r.args {
			for _, a := range as {
				out = appendLeaves(out, a, dims)
			}
		}
	default: // functions have no leaves
	}
	return out
}

// refresh replaces the dimensions of r by those of its leaves.
func refresh(r rep, leaves []core.Type) rep { r, _ = refreshFrom(r, leaves); return r }

func refreshFrom(r rep, ts []core.Type) (rep, []core.Type) {
	switch r := r.(type) {
	case rPrim:
		return r, ts[1:]
	case rArr:
		n := len(leafTypes(r.elem))
		rows := make([]core.Type, n)
		for i := range rows {
			rows[i] = ts[i].Row()
		}
		elem, _ := refreshFrom(r.elem, rows)
		return rArr{ts[0].Dims[0], elem}, ts[n:]
	case rAcc:
		arr, rest := refreshFrom(r.arr, ts)
		return rAcc{arr, r.op}, rest
	case rRec:
		if len(r.fields) == 0 {
			return r, ts[1:]
		}
		out := rRec{names: r.names, fields: make([]rep, len(r.fields))}
		for i, f := range r.fields {
			out.fields[i], ts = refreshFrom(f, ts)
		}
		return out, ts
	case rSum:
		out := rSum{names: r.names, args: make([][]rep, len(r.args))}
		ts = ts[1:]
		for i, as := range r.args {
			out.args[i] = make([]rep, len(as))
			for j, a := range as {
				out.args[i][j], ts = refreshFrom(a, ts)
			}
		}
		return out, ts
	default: // functions have no leaves
	}
	return r, ts
}

// repKey is the rep without its dimensions, as a key.
func repKey(b *strings.Builder, r rep) {
	switch r := r.(type) {
	case rPrim:
		b.WriteString(r.t.String())
	case rArr:
		b.WriteString("[]")
		repKey(b, r.elem)
	case rRec:
		b.WriteByte('{')
		for i, f := range r.fields {
			b.WriteString(r.names[i] + ":")
			repKey(b, f)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case rSum:
		b.WriteByte('(')
		for i, as := range r.args {
			b.WriteString("#" + r.names[i])
			for _, a := range as {
				b.WriteByte(' ')
				repKey(b, a)
			}
		}
		b.WriteByte(')')
	case rFun:
		b.WriteString("->")
	default: // accumulators are in no function of core
	}
}
