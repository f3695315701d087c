package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"raido/backend"
	"raido/backend/engines"
)

// withEngine runs f with the engine of the flags, which has as many threads as they say. Where there is none the table says so.
func withEngine(s *settings, table string, f func(backend.Engine) error) error {
	if s.threads > 0 {
		os.Setenv("POCL_MAX_PTHREAD_COUNT", strconv.Itoa(s.threads)) // read when the driver is first used
		os.Setenv("RAIDO_THREADS", strconv.Itoa(s.threads))
	}
	eng, err := engines.Open(s.backend)
	if err != nil {
		fmt.Fprintf(tables, "\n%s: absent: %v\n", table, err)
		return nil
	}
	defer eng.Close()
	return f(eng)
}

// withPeers is withEngine with the programs to compare with.
func withPeers(s *settings, table string, f func(backend.Engine, *peers) error) error {
	return withEngine(s, table, func(eng backend.Engine) error {
		p, err := newPeers(s)
		if err != nil {
			return err
		}
		defer p.close()
		return f(eng, p)
	})
}

// elements is what the flag says, or ten million where there is room.
func (s *settings) elements() int64 {
	switch {
	case s.n > 0:
		return s.n
	case s.backend == "interp":
		return 100_000
	case freeMemory() > 6<<30:
		return 10_000_000
	}
	return 1_000_000
}

// freeMemory is MemAvailable, 0 if unknown.
func freeMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if kib, err := strconv.ParseInt(f[1], 10, 64); f[0] == "MemAvailable:" && err == nil {
			return kib << 10
		}
	}
	return 0
}

// microGroup compares loops over arrays and small models with C and PyTorch.
func microGroup(s *settings) error {
	return withPeers(s, "micro", func(eng backend.Engine, p *peers) error { return microTables(s, eng, p) })
}

func microTables(s *settings, eng backend.Engine, p *peers) error {
	n := s.elements()
	for _, elem := range s.elems() {
		begin(fmt.Sprintf("micro, ms: %s (%s), threads %d; n = %d; C: %s, products by OpenBLAS%s", eng.Name(), eng.Device(),
			s.threads, n, cFlags, p.note()))
		row("", "", "primal", "gradient", "grad/primal", "C", "C grad", "Torch", "Torch grad", "/C", "grad/C", "grad/Torch", "")
		var names []string
		for _, m := range micros {
			if s.wants(m.name) {
				names = append(names, m.name)
			}
		}
		if len(names) == 0 {
			return nil
		}
		args := append([]string{fmt.Sprint(n), fmt.Sprint(s.runs)}, names...)
		theirs := p.c("arrays", elem, false, args...)
		maps.Copy(theirs, p.c("learning", elem, true, args...))
		maps.Copy(theirs, p.c("loops", elem, false, args...))
		torch := p.torch("torch_micro.py", append([]string{elem.String()}, args...)...)
		for _, m := range micros {
			if !slices.Contains(names, m.name) {
				continue
			}
			fmt.Fprintf(os.Stderr, "micro %s %s ...\n", elem, m.name)
			vals := inputs(m.params, elem, n)
			a, g := runEntry(s, eng, m.name+"-"+elem.String(), typed(m.text, elem), "primal", vals), runEntry(s, eng, m.name+"-"+elem.String(), typed(m.text, elem), "gradient", vals)
			c, py := get(theirs, m.name), get(torch, m.name)
			row(m.name, elem.String(), ms(a.ms), ms(g.ms), ratio(g.ms, a.ms), ms(c.primal.ms), ms(c.gradient.ms),
				ms(py.primal.ms), ms(py.gradient.ms), ratio(a.ms, c.primal.ms), ratio(g.ms, c.gradient.ms), ratio(g.ms, py.gradient.ms),
				remark(a, c.primal, elem, "primal")+remark(g, c.gradient, elem, "gradient"))
			printKernels("primal", a)
			printKernels("gradient", g)
		}
	}
	return nil
}
