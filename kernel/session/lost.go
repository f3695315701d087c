package session

import (
	"fmt"
	"slices"

	"raido/backend"
	"raido/backend/worker"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/types"
	"raido/lang/value"
)

// Values on a device are lost when the process of its driver ends. What they mean is known, so they are computed again.

// lost reports whether a value, or a part of it, is lost.
func (h *held) lost() bool { return slices.ContainsFunc(h.leaves, backend.Value.Lost) }

// lost reports whether a value of the entry is lost.
func (e *entry) lost() bool {
	for _, h := range e.values {
		if h.lost() {
			return true
		}
	}
	return false
}

// loaded is the value of an entry that %load made.
func (e *entry) loaded() *held {
	for _, h := range e.values {
		if h.from != nil {
			return h
		}
	}
	return nil
}

// maxLineage bounds the chain of values that one was computed from.
const maxLineage = 1000

// computedBy notes what a value came from.
func (h *held) computedBy(p *prepared) {
	h.def, h.inputs = p.def, p.inputs
	for _, in := range p.inputs {
		h.depth = max(h.depth, in.depth+1)
	}
	if h.depth > maxLineage {
		h.def, h.inputs = nil, nil
	}
}

// restore brings a lost value back. Note [Lineage].
func (c *cell) restore(h *held, name string) error {
	if !h.lost() {
		return nil
	}
	again, err := c.again(h, name, map[*held]*held{})
	if err != nil {
		return err
	}
	for i, l := range again.leaves {
		h.leaves[i].Release()
		h.leaves[i] = l.Retain()
	}
	return nil
}

// What is done with a worker is done again if it was lost meanwhile: up to maxGuilty times if that may be why, since a driver that ends on a
// program ends again, and up to maxLost times in all.
const (
	maxGuilty = 3
	maxLost   = 10
)

// insist does something with values, and again if they, or the worker, were lost meanwhile. Only what itself ends the worker each time
// fails. Note [Lineage].
func (c *cell) insist(values []*held, f func(again bool) error) error {
	err := f(false)
	for lost, guilty := 1, 0; lost < maxLost; lost++ {
		was, mayBe := worker.Ended(err)
		if mayBe {
			guilty++
		}
		if !was || guilty == maxGuilty {
			return err
		}
		if c.ctx.Err() != nil { // it is not done again
			return diag.Interrupted()
		}
		err = nil
		for _, h := range values {
			if err == nil {
				err = c.restore(h, "an argument")
			}
		}
		if err == nil {
			err = f(true)
		}
	}
	return err
}

// with does something with the arguments of a program, as insist does.
func (c *cell) with(p *prepared, f func() error) error {
	return c.insist(p.inputs, func(again bool) error {
		if again {
			p.args = nil
			if err := c.takeInputs(p, p.engine); err != nil {
				return err
			}
		}
		return f()
	})
}

// leaves brings the parts of a value to the host.
func (c *cell) leaves(h *held) (out []value.Value, err error) {
	err = c.insist([]*held{h}, func(bool) error {
		out, err = c.download(h.leaves)
		return err
	})
	return out, err
}

// download brings parts of values to the host.
func (c *cell) download(parts []backend.Value) (out []value.Value, err error) {
	for _, p := range parts {
		v, err := p.Host(c.ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// host brings a value to the host.
func (c *cell) host(h *held) (value.Value, error) {
	leaves, err := c.leaves(h)
	if err != nil {
		return nil, err
	}
	return h.assemble(leaves), nil
}

// hostArguments brings the arguments of a program to the host.
func (c *cell) hostArguments(p *prepared) (args []value.Value, err error) {
	err = c.with(p, func() error {
		args, err = c.download(p.args)
		return err
	})
	return args, err
}

// again gives a value that is there: the value itself, or a new one from what it came from. done are those made.
func (c *cell) again(h *held, name string, done map[*held]*held) (*held, error) {
	if h.leaves != nil && !h.lost() {
		return h, nil
	}
	if new := done[h]; new != nil {
		return new, nil
	}
	var out *held
	var err error
	switch {
	case h.from != nil:
		var v value.Value
		if v, err = c.readAgain(h, name); err == nil {
			out = &held{iface: h.iface, typ: h.typ}
			err = c.upload(out, &types.Def{Sym: &types.Symbol{Name: name}}, v)
		}
	case h.def != nil:
		out, err = c.computeAgain(h, done)
	default:
		err = lostValue(name)
	}
	if err != nil {
		return nil, err
	}
	done[h] = out
	return out, nil
}

// readAgain reads a loaded value from where it came from.
func (c *cell) readAgain(h *held, name string) (value.Value, error) {
	v, err := h.from.Read()
	if err != nil {
		return nil, &diag.Diag{Class: diag.Device, Code: codeLost, Hint: "%load it again",
			Msg: fmt.Sprintf("the value of %s was on the device, whose process ended, and %v", name, err)}
	}
	return v, nil
}

// computeAgain computes a value from its definition and inputs, in silence.
func (c *cell) computeAgain(h *held, done map[*held]*held) (*held, error) {
	p, engine, err := c.compile(h.def)
	if err != nil {
		return nil, err
	}
	for i, in := range h.inputs {
		in, err := c.again(in, p.iface.Globals[i].Sym.Name, done)
		if err != nil {
			return nil, err
		}
		p.inputs = append(p.inputs, in)
	}
	if err := c.takeInputs(p, engine); err != nil {
		return nil, err
	}
	results, prof, err := p.program.Run(eval.WithTrace(c.ctx, func(string) {}), p.args)
	if err != nil {
		return nil, err
	}
	for _, s := range results[:p.iface.NumExts] {
		s.Release()
	}
	out := &held{iface: p.iface, leaves: results[p.iface.NumExts:], typ: h.typ, engine: prof.Engine}
	c.made = append(c.made, out)
	return out, nil
}

// lostValue says that a value that a cell mentions is lost.
func lostValue(name string) error {
	return &diag.Diag{Class: diag.Device, Code: codeLost, Msg: "the value of " + name + " was on the device, whose process ended, and what it came from is gone",
		Hint: "run the cell that defines it again"}
}

// Note [Lineage]
//
// A value remembers the definition that it was computed by and the values that it was computed from, also where names mean
// others by now: a program does nothing but compute, so it gives the same again. When the process of the device's driver has
// ended, a lost value is made again when a cell needs it, and its lost inputs before it; inputs that were let go of are made
// for this alone. A loaded value is read again from its file if that has the same contents. The value stays the same *held,
// so that whatever was computed from it is still known to be (outcome.go).
