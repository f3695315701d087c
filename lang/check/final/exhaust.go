package final

import (
	"slices"
	"strconv"
	"strings"

	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/types"
)

// exhaustive demands that every match has a case for every value, and that other patterns cannot fail.
// It searches for a value that no pattern matches, column by column [ours; the usual matrix method].
func (c *checks) exhaustive(d *types.Def) {
	for _, p := range d.Params {
		c.irrefutable(p.Pat, "a parameter")
	}
	if c.Whole != nil {
		c.irrefutable(c.Whole, "a let")
	}
	c.exhaustiveExp(d.Body)
}

func (c *checks) exhaustiveExp(e types.Exp) {
	switch x := e.(type) {
	case *types.Match:
		var rows [][]types.Pat
		for _, k := range x.Cases {
			rows = append(rows, []types.Pat{k.Pat})
		}
		if w, missing := uncovered(rows, []types.Type{x.Scrut.Type()}); missing {
			e := c.Error(diag.Type, fault.CodeMatch, x.At, "this match has no case for %s", w[0])
			e.Hint = "add case _ -> ..."
			if w[0] != "_" {
				e.Hint = "add case " + w[0] + " -> ..., or case _ -> ..."
			}
		}
	case *types.Lambda:
		for _, p := range x.Params {
			c.irrefutable(p.Pat, "a parameter")
		}
	case *types.LetFun:
		for _, p := range x.Def.Params {
			c.irrefutable(p.Pat, "a parameter")
		}
	case *types.Let:
		c.irrefutable(x.Pat, "a let")
	case *types.Loop:
		c.irrefutable(x.Pat, "a loop parameter")
		if x.ForPat != nil {
			c.irrefutable(x.ForPat, "a loop over elements")
		}
	default: // matches nothing itself
	}
	types.Children(e, c.exhaustiveExp)
}

func (c *checks) irrefutable(p types.Pat, where string) {
	switch p.(type) {
	case *types.PatVar, *types.PatWild:
		return
	default: // may fail
	}
	if w, missing := uncovered([][]types.Pat{{p}}, []types.Type{p.Type()}); missing {
		e := c.Error(diag.Type, fault.CodeRefutable, p.Span(), "the pattern of %s must match every value, but does not match %s", where, w[0])
		e.Hint = "use match"
	}
}

// uncovered finds a row of values of types ts that no row of patterns matches.
func uncovered(rows [][]types.Pat, ts []types.Type) ([]string, bool) {
	if len(ts) == 0 {
		return nil, len(rows) == 0
	}
	if allWild(rows) {
		w, missing := uncovered(rest(rows), ts[1:])
		return append([]string{"_"}, w...), missing
	}
	switch t := types.Resolve(ts[0]).(type) {
	case *types.Record:
		return uncoveredRecord(rows, t, ts[1:])
	case *types.Sum:
		return uncoveredSum(rows, t, ts[1:])
	default: // values without parts: literals
	}
	return uncoveredLit(rows, ts)
}

func isWild(p types.Pat) bool {
	switch p.(type) {
	case *types.PatVar, *types.PatWild:
		return true
	default: // looks at the value
	}
	return false
}

func allWild(rows [][]types.Pat) bool {
	for _, r := range rows {
		if !isWild(r[0]) {
			return false
		}
	}
	return true
}

func rest(rows [][]types.Pat) [][]types.Pat {
	out := make([][]types.Pat, len(rows))
	for i, r := range rows {
		out[i] = r[1:]
	}
	return out
}

func wilds(ts []types.Type) []types.Pat {
	out := make([]types.Pat, len(ts))
	for i, t := range ts {
		out[i] = &types.PatWild{T: t}
	}
	return out
}

func joinPats(a, b []types.Pat) []types.Pat { return append(append([]types.Pat(nil), a...), b...) }

func joinTypes(a, b []types.Type) []types.Type { return append(append([]types.Type(nil), a...), b...) }

func uncoveredRecord(rows [][]types.Pat, t *types.Record, ts []types.Type) ([]string, bool) {
	var parts []types.Type
	for _, f := range t.Fields {
		parts = append(parts, f.Type)
	}
	var open [][]types.Pat
	for _, r := range rows {
		sub := wilds(parts)
		if p, ok := r[0].(*types.PatRecord); ok {
			sub = p.Fields
		}
		open = append(open, joinPats(sub, r[1:]))
	}
	w, missing := uncovered(open, joinTypes(parts, ts))
	if !missing {
		return nil, false
	}
	n := len(parts)
	if types.IsTuple(t) {
		return append([]string{"(" + strings.Join(w[:n], ", ") + ")"}, w[n:]...), true
	}
	var fs []string
	for i, f := range t.Fields {
		fs = append(fs, f.Name+" = "+w[i])
	}
	return append([]string{"{" + strings.Join(fs, ", ") + "}"}, w[n:]...), true
}

func uncoveredSum(rows [][]types.Pat, t *types.Sum, ts []types.Type) ([]string, bool) {
	for _, k := range t.Constrs {
		var sub [][]types.Pat
		for _, r := range rows {
			if p, ok := r[0].(*types.PatConstr); ok {
				if p.Name == k.Name {
					sub = append(sub, joinPats(p.Args, r[1:]))
				}
			} else {
				sub = append(sub, joinPats(wilds(k.Args), r[1:]))
			}
		}
		w, missing := uncovered(sub, joinTypes(k.Args, ts))
		if !missing {
			continue
		}
		name := "#" + k.Name
		for _, a := range w[:len(k.Args)] {
			if strings.HasPrefix(a, "#") && strings.Contains(a, " ") {
				a = "(" + a + ")"
			}
			name += " " + a
		}
		return append([]string{name}, w[len(k.Args):]...), true
	}
	return nil, false
}

func uncoveredLit(rows [][]types.Pat, ts []types.Type) ([]string, bool) {
	var vals []prim.Scalar
	seen := map[prim.Scalar]bool{}
	var wild [][]types.Pat
	for _, r := range rows {
		p, ok := r[0].(*types.PatLit)
		if !ok {
			wild = append(wild, r)
		} else if !seen[p.Val] {
			seen[p.Val] = true
			vals = append(vals, p.Val)
		}
	}
	isBool := types.SamePrim(ts[0], prim.Bool)
	if isBool {
		vals = []prim.Scalar{prim.BoolOf(true), prim.BoolOf(false)}
	}
	for _, v := range vals {
		var sub [][]types.Pat
		for _, r := range rows {
			if p, ok := r[0].(*types.PatLit); !ok || p.Val == v {
				sub = append(sub, r[1:])
			}
		}
		if w, missing := uncovered(sub, ts[1:]); missing {
			return append([]string{v.String()}, w...), true
		}
	}
	if isBool {
		return nil, false
	}
	w, missing := uncovered(rest(wild), ts[1:])
	return append([]string{otherLit(ts[0], vals)}, w...), missing
}

// otherLit is a value of type t that is not among the given ones.
func otherLit(t types.Type, vals []prim.Scalar) string {
	p, ok := types.Resolve(t).(types.Prim)
	if !ok || !p.Prim.IsInt() {
		return "_"
	}
	for n := range len(vals) + 1 {
		if !slices.Contains(vals, prim.Int(p.Prim, int64(n))) {
			return strconv.Itoa(n)
		}
	}
	return "_"
}
