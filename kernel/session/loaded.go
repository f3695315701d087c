package session

import (
	"slices"

	"raido/backend"
	"raido/kernel/magic"
	"raido/lang/lower"
	"raido/lang/lower/iface"
	"raido/lang/syntax"
	"raido/lang/types"
	"raido/lang/value"
)

// This file is about values that no program of the notebook computed: a magic has read them from somewhere.

// bindLoaded enters a definition that has no other meaning than the value v.
func (c *cell) bindLoaded(d syntax.Decl, v value.Value, from magic.Origin) error {
	e, errs := c.declare(&piece{src: d.DeclSpan().Piece(), decl: d})
	if bad := errs.Errors(); len(bad) > 0 {
		return bad
	}
	h := &held{from: from, typ: types.Print(e.defs[0].Ret)}
	if err := c.upload(h, e.defs[0], v); err != nil {
		return err
	}
	e.values = map[*types.Symbol]*held{e.defs[0].Sym: h}
	c.finished(&piece{defines: e.names})
	return nil
}

// upload brings the value of a loaded definition to the engine.
func (c *cell) upload(h *held, def *types.Def, v value.Value) error {
	engine, err := c.ready()
	if err != nil {
		return err
	}
	if h.iface == nil {
		if _, h.iface, err = lower.Program(def); err != nil {
			return err
		}
	}
	one := iface.Iface{Globals: []iface.Global{{Sym: def.Sym, Rep: h.iface.Ret}}}
	leaves, err := one.Leaves([]value.Value{arranged(v, h.iface.Ret.Names)})
	if err != nil {
		return err
	}
	var up []backend.Value
	c.made = append(c.made, h)
	for _, l := range leaves {
		u, err := engine.Upload(c.ctx, l)
		if err != nil {
			return err
		}
		up = append(up, u)
		h.leaves = up
	}
	return nil
}

// arranged is a record with its fields in the order of its type.
func arranged(v value.Value, names []string) value.Value {
	r, ok := v.(*value.Record)
	if !ok {
		return v
	}
	out := &value.Record{Names: names}
	for _, n := range names {
		out.Fields = append(out.Fields, r.Fields[slices.Index(r.Names, n)])
	}
	return out
}
