package eval

import "raido/lang/core"

// copying is one part of a parallel assignment.
type copying struct {
	from, to int
	arr      bool
}

// move compiles the parallel assignment of atoms to variables, which it binds unless they are bound
// already. Arrays in local leave their slots: this is the end of the body that bound them.
func (c *compiler) move(from []core.Atom, to []*core.Var, local map[*core.Var]bool) op {
	var ms []copying
	for i, v := range to {
		m := copying{from: c.slot(from[i]), arr: !v.Type.IsScalar()}
		if _, ok := c.slots[v]; !ok {
			c.binder(v)
		}
		if m.to = c.slots[v]; m.to != m.from {
			ms = append(ms, m)
		}
	}
	ms = c.parallel(ms)
	var last []*core.Var
	for _, a := range from {
		if v, ok := a.(*core.Var); ok && local[v] && !v.Type.IsScalar() {
			last = append(last, v)
		}
	}
	run := assign(ms)
	if clear := c.clear(last); clear != nil {
		return sequence([]op{run, clear})
	}
	return run
}

// parallel orders assignments so that running them one after the other is the same as at once; where
// one would overwrite what a later one reads, all go by way of temporary slots.
func (c *compiler) parallel(ms []copying) []copying {
	conflict := false
	for i, m := range ms {
		for _, n := range ms[i+1:] {
			conflict = conflict || m.arr == n.arr && m.to == n.from
		}
	}
	if !conflict {
		return ms
	}
	var in, out []copying
	for _, m := range ms {
		t := c.ns
		if m.arr {
			t = c.na
			c.na++
		} else {
			c.ns++
		}
		in = append(in, copying{m.from, t, m.arr})
		out = append(out, copying{t, m.to, m.arr})
	}
	return append(in, out...)
}

func assign(ms []copying) op {
	if len(ms) == 1 {
		from, to := ms[0].from, ms[0].to
		if ms[0].arr {
			return func(m *machine) { m.a[to] = m.a[from] }
		}
		return func(m *machine) { m.s[to] = m.s[from] }
	}
	return func(m *machine) {
		for _, x := range ms {
			if x.arr {
				m.a[x.to] = m.a[x.from]
			} else {
				m.s[x.to] = m.s[x.from]
			}
		}
	}
}
