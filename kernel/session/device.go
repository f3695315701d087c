package session

import (
	"raido/backend"
	"raido/backend/engines"
	"raido/lang/types"
)

// openEngine is replaced by tests.
var openEngine = engines.Open

// setEngine opens another engine, on which the notebook's cells run from now on, and brings the values along.
func (c *cell) setEngine(name string) (backend.Engine, error) {
	next, err := openEngine(name)
	if err != nil {
		return nil, err
	}
	if err := next.Ready(c.ctx); err != nil {
		next.Close()
		return nil, err
	}
	before := c.next
	if _, gone := c.ready(); gone != nil {
		c.next = next // computes what the other one has lost
	}
	err = c.move(next)
	if c.next = before; err != nil {
		next.Close()
		return nil, err
	}
	if c.next != nil {
		c.passed = append(c.passed, c.next)
	}
	c.next = next
	return next, nil
}

// move brings all held values to another engine.
func (c *cell) move(next backend.Engine) error {
	for _, e := range c.st.order {
		moved := map[*types.Symbol]*held{}
		for sym, h := range e.values {
			m := &held{iface: h.iface, typ: h.typ, from: h.from, engine: h.engine, def: h.def, inputs: h.inputs, depth: h.depth}
			if err := c.restore(h, sym.Name); err != nil {
				return err
			}
			moved[sym] = m
			c.made = append(c.made, m)
			leaves, err := c.leaves(h)
			if err != nil {
				return err
			}
			for _, v := range leaves {
				up, err := next.Upload(c.ctx, v)
				if err != nil {
					return err
				}
				m.leaves = append(m.leaves, up)
			}
		}
		if e.values != nil {
			e.values = moved
		}
	}
	return nil
}
