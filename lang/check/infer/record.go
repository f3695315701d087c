package infer

import (
	"sort"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// recordExp is tuples, records and projections.
func (c *Checker) recordExp(sc *locals, e syntax.Exp, hint types.Type) types.Exp {
	switch x := e.(type) {
	case *syntax.TupleExp:
		out := &types.MkRecord{}
		ts := make([]types.Type, len(x.Elems))
		for i, el := range x.Elems {
			v := c.exp(sc, el, fieldHint(hint, itoa(i)))
			ts[i] = v.Type()
			out.Fields, out.Order = append(out.Fields, v), append(out.Order, i)
		}
		out.Node = node(types.TupleOf(ts...), x.Span)
		return out
	case *syntax.RecordExp:
		return c.record(sc, x, hint)
	case *syntax.ProjectExp:
		return c.project(c.exp(sc, x.Rec, nil), x.Field, x.Span)
	default: // not of this file: exp sends none
	}
	return c.hole(e.ExpSpan())
}

func fieldHint(hint types.Type, name string) types.Type {
	if hint == nil {
		return nil
	}
	t, _ := types.FieldType(hint, name)
	return t
}

func (c *Checker) record(sc *locals, x *syntax.RecordExp, hint types.Type) types.Exp {
	r := &types.Record{}
	vals := map[string]types.Exp{}
	var order []string
	for _, f := range x.Fields {
		v := c.exp(sc, f.Exp, fieldHint(hint, f.Name))
		if vals[f.Name] != nil {
			d := c.Error(diag.Name, fault.CodeDuplicate, f.Span, "field %s appears twice", f.Name)
			fault.Note(d, vals[f.Name].Span(), "its first value is here")
			d.Hint = "leave one out, or give it another name"
			continue
		}
		vals[f.Name], order = v, append(order, f.Name)
		r.Fields = append(r.Fields, types.Field{Name: f.Name, Type: v.Type()})
	}
	types.SortFields(r)
	out := &types.MkRecord{Node: node(r, x.Span)}
	for _, f := range r.Fields {
		out.Fields = append(out.Fields, vals[f.Name])
	}
	for _, n := range order {
		out.Order = append(out.Order, sort.Search(len(r.Fields), func(i int) bool { return !types.FieldLess(r.Fields[i].Name, n) }))
	}
	return out
}

// project is e.field; a record type not known yet must get the field.
func (c *Checker) project(e types.Exp, field string, at diag.Span) types.Exp {
	t := c.fieldOf(e.Type(), field, at)
	return &types.Project{Node: node(t, at), Rec: e, Field: field}
}

func (c *Checker) fieldOf(t types.Type, field string, at diag.Span) types.Type {
	if ft, ok := types.FieldType(t, field); ok {
		return ft
	}
	ft := c.u.Fresh()
	ft.At = at
	if m := c.u.NeedField(t, field, ft); m != nil {
		if m.Kind == types.MisField {
			p := types.NewPrinter()
			what := "type " + p.Type(t)
			if m, open := types.Resolve(t).(*types.Meta); open && m.Class != nil {
				what = m.Class.Name()
			}
			d := c.Error(diag.Type, fault.CodeField, at, "%s has no field %s", what, field)
			d.Hint = explain.FieldHint(t, field)
		} else {
			c.mismatch(at, m, t, t, explain.Why{What: explain.As("this record")})
		}
	} else if meta, ok := types.Resolve(t).(*types.Meta); ok {
		meta.At = at
	}
	return ft
}

// recordWith is e with f.g = v. The new value may have other sizes than the old one.
func (c *Checker) recordWith(e types.Exp, path []string, val func(types.Type) types.Exp, at diag.Span) types.Exp {
	t := e.Type()
	for _, f := range path {
		if m, open := types.Resolve(t).(*types.Meta); open {
			d := c.Error(diag.Type, fault.CodeAmbiguous, at, "the type of this record is not known here, so that its field %s can't be updated", f)
			fault.Note(d, m.At, "its type is to be inferred")
			d.Hint = "say the type where the record is bound: (r: {" + f + ": t})"
			return c.hole(at)
		}
		t = c.fieldOf(t, f, at)
	}
	v := val(t)
	w := explain.Why{What: explain.As("the new value of the field")}
	if types.HasFunc(t) {
		c.unify(v.Span(), t, v.Type(), w)
		return &types.RecordWith{Node: node(e.Type(), at), Rec: e, Path: path, Val: v}
	}
	c.unify(v.Span(), c.anySizes(t), v.Type(), w)
	return &types.RecordWith{Node: node(withFieldType(e.Type(), path, v.Type()), at), Rec: e, Path: path, Val: v}
}

// withFieldType is a record type whose field at a path has type t; a type that is not known yet stays.
func withFieldType(r types.Type, path []string, t types.Type) types.Type {
	if len(path) == 0 {
		return t
	}
	x, ok := types.Resolve(r).(*types.Record)
	if !ok {
		return r
	}
	out := &types.Record{Fields: append([]types.Field{}, x.Fields...)}
	for i, f := range out.Fields {
		if f.Name == path[0] {
			out.Fields[i].Type = withFieldType(f.Type, path[1:], t)
		}
	}
	return out
}
