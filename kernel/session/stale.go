package session

import (
	"fmt"
	"slices"
	"strings"

	"raido/lang/check/scope"
)

// This file is about values that were computed from an older meaning of something: which they are, and how they are computed again.

// staleEntries are the values computed from an older meaning, and those that are lost, in dependency order.
func (s *state) staleEntries() []*entry {
	var out []*entry
	done := map[*entry]bool{}
	var visit func(e *entry)
	visit = func(e *entry) {
		if done[e] {
			return
		}
		done[e] = true
		for _, d := range e.deps {
			if o := s.entries[d]; o != nil {
				visit(o)
			}
		}
		if e.stale || e.lost() {
			out = append(out, e)
		}
	}
	for _, e := range s.order {
		visit(e)
	}
	return out
}

// dependsOn reports whether an entry depends on one of those, through whatever.
func (s *state) dependsOn(e *entry, those map[*entry]bool) bool {
	seen := map[*entry]bool{}
	var visit func(e *entry) bool
	visit = func(e *entry) bool {
		if seen[e] {
			return false
		}
		seen[e] = true
		return slices.ContainsFunc(e.deps, func(n scope.Name) bool {
			o := s.entries[n]
			return o != nil && (those[o] || visit(o))
		})
	}
	return len(those) > 0 && visit(e)
}

// newest is the highest version of what an entry depends on, through whatever.
func (s *state) newest(e *entry) int64 {
	seen := map[*entry]bool{e: true}
	var visit func(e *entry) int64
	visit = func(e *entry) (v int64) {
		for _, n := range e.deps {
			if o := s.entries[n]; o != nil && !seen[o] {
				seen[o] = true
				v = max(v, o.version, visit(o))
			}
		}
		return v
	}
	return visit(e)
}

// refreshStale checks and computes every stale value again, dependencies first.
func (c *cell) refreshStale() error {
	for _, e := range c.st.staleEntries() {
		if err := c.refreshEntry(e); err != nil {
			return err
		}
	}
	return nil
}

// refreshEntry checks and computes one stale value again, after those it depends on.
func (c *cell) refreshEntry(e *entry) error {
	if !e.stale || e.loaded() != nil { // lost, with the meaning that it had
		err := c.restoreAll(e)
		if err == nil || e.loaded() != nil {
			return err
		}
	}
	earlier := e.earlier()
	c.st.refresh(e.deps)
	if c.st.recheck(e); e.broken != nil {
		return e.broken
	}
	e.values, e.stale = earlier, false
	inputs, err := c.compute(e)
	if err != nil {
		return err
	}
	c.keepEarlier(e, inputs)
	c.st.invalidate(e.names, e) // definitions that were checked since mean the value of before
	return nil
}

// restoreAll brings the lost values of an entry back.
func (c *cell) restoreAll(e *entry) error {
	for sym, h := range e.values {
		if err := c.restore(h, sym.Name); err != nil {
			return err
		}
	}
	return nil
}

// react is what %reactive does at the end of a cell. The cell stands also where a value cannot be computed again: that
// is said, and the value stays stale, with those that depend on it.
func (c *cell) react() error {
	left := map[*entry]bool{} // what stays stale
	for _, e := range c.st.staleEntries() {
		if c.st.dependsOn(e, left) {
			left[e] = true
			continue
		}
		c.st.refresh(e.deps)
		env, before, newest := c.st.env, *e, c.st.newest(e)
		if e.gaveUp == newest { // said before, and nothing has changed since
			left[e] = true
			continue
		}
		err := c.refreshEntry(e)
		if err == nil {
			continue
		}
		c.st.env, *e = env, before
		if c.ctx.Err() != nil {
			return err
		}
		e.gaveUp, left[e] = newest, true
		if !c.silent {
			c.out.Stream("stderr", fmt.Sprintf("%s cannot be computed again and stays stale:\n%s\n", nameList(e.names), strings.Join(failed(err).Err.Traceback, "\n")))
		}
	}
	return nil
}
