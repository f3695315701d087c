package session

import (
	"slices"

	"raido/lang/value"
)

// outcome is what a definition came to when it was computed last, and of which values.
type outcome struct {
	inputs []*held
	result *held         // let go of by now, maybe
	small  []value.Value // its leaves on the host, if they were shown and are small
}

// smallOutcome is how many bytes are kept of a result that no name holds.
const smallOutcome = 1 << 16

// value computes a prepared program, unless that was done before with the same values: then it is what it was, since
// programs do nothing but compute. One that traces is run again for what it says.
func (c *cell) value(p *prepared) (*held, error) {
	l := p.memo.last
	if l == nil || !slices.Equal(l.inputs, p.inputs) {
		return c.runPrepared(c.ctx, p)
	}
	if l.result.leaves != nil && !l.result.lost() {
		return l.result, nil
	}
	if l.small == nil {
		return c.runPrepared(c.ctx, p)
	}
	h := &held{iface: l.result.iface, typ: l.result.typ, engine: l.result.engine}
	h.computedBy(p)
	c.made = append(c.made, h)
	for _, v := range l.small {
		up, err := p.memo.engine.Upload(c.ctx, v)
		if err != nil {
			return nil, err
		}
		h.leaves = append(h.leaves, up)
	}
	return h, nil
}

// remember keeps the leaves of a small result that was shown.
func (p *prepared) remember(h *held, leaves []value.Value) {
	if l := p.memo.last; l != nil && l.result == h && h.bytes() <= smallOutcome {
		l.small = leaves
	}
}
