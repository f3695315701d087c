package main

import (
	"fmt"
	"os"
	"slices"

	"raido/backend"
	"raido/lang/prim"
)

// scalable are the micro benchmarks whose cost for an element must not depend on how many there are.
var scalable = []string{"map", "exp", "sum", "scan", "hist1023"}

// scalingGroup prints nanoseconds an element from 10^5 to 10^8 elements.
func scalingGroup(s *settings) error {
	return withEngine(s, "scaling", func(eng backend.Engine) error { return scalingTables(s, eng) })
}

func scalingTables(s *settings, eng backend.Engine) error {
	sizes := []int64{100_000, 1_000_000, 10_000_000, 100_000_000}
	begin(fmt.Sprintf("scaling, ns an element, f32: %s (%s), threads %d", eng.Name(), eng.Device(), s.threads))
	head := []string{""}
	for _, n := range sizes {
		head = append(head, fmt.Sprintf("%.0e", float64(n)))
	}
	row(append(head, "most/least", "")...)
	for _, m := range micros {
		if !slices.Contains(scalable, m.name) || !s.wants(m.name) {
			continue
		}
		for _, entry := range []string{"primal", "gradient"} {
			cells, note, each := []string{m.name + " " + entry}, "", []float64{}
			for _, n := range sizes {
				if free := freeMemory(); free > 0 && free < 48*n {
					cells = append(cells, "-")
					note = "the memory is too small for all "
					continue
				}
				fmt.Fprintf(os.Stderr, "scaling %s %s %d ...\n", m.name, entry, n)
				f := runEntry(s, eng, m.name, typed(m.text, prim.F32), entry, inputs(m.params, prim.F32, n))
				note += remark(f, nothing, prim.F32, fmt.Sprint(n))
				if f.ms < 0 {
					cells = append(cells, "-")
					continue
				}
				each = append(each, f.ms*1e6/float64(n))
				cells = append(cells, fmt.Sprintf("%.3f", each[len(each)-1]))
			}
			spread := "-"
			if len(each) > 0 {
				spread = ratio(slices.Max(each), slices.Min(each))
			}
			row(append(cells, spread, note)...)
		}
	}
	return nil
}
