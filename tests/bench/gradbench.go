package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"raido/backend"
	"raido/lang/prim"
	"raido/tests/adbench"
	"raido/tests/gradbench"
)

// tools are libraries for C++ that overload operators: what to define, what to link with, and the package of Debian or its kin that has it.
var tools = []struct{ name, define, library, debian string }{
	{"CppAD", "CPPAD", "", "cppad"}, {"Adept", "ADEPT", "adept", "libadept-dev"}, {"ADOL-C", "ADOLC", "adolc", "libadolc-dev"},
}

// gradbenchGroup compares GradBench's problems with C by hand and with tools that overload operators.
func gradbenchGroup(s *settings) error {
	return withPeers(s, "gradbench", func(eng backend.Engine, p *peers) error { return gradbenchTable(s, eng, p) })
}

func gradbenchTable(s *settings, eng backend.Engine, p *peers) error {
	files, err := fs.Glob(gradbench.Sources, "c/*")
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := gradbench.Sources.ReadFile(f)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(p.dir, filepath.Base(f)), text, 0o666); err != nil {
			return err
		}
	}
	there := p.tools()
	begin(fmt.Sprintf("gradbench, f64, ms: %s (%s), threads %d; C: %s; tools: g++ with the same flags%s", eng.Name(), eng.Device(), s.threads, cFlags, p.note()))
	row("", "primal", "gradient", "C", "C grad", "CppAD", "Adept", "ADOL-C", "/C", "grad/C", "grad/CppAD", "grad/Adept", "grad/ADOL-C", "peak MB", "C MB", "compile s", "")
	var toC, toTools []float64
	for _, c := range gradbench.Large() {
		if !s.wants(c.Name) && !s.wants(c.Program) {
			continue
		}
		fmt.Fprintf(os.Stderr, "gradbench %s ...\n", c.Name)
		g, theirs, best, err := gradbenchRow(s, eng, p, c, there)
		if err != nil {
			return err
		}
		if g.ms > 0 && theirs.ms > 0 {
			toC = append(toC, g.ms/theirs.ms)
		}
		if g.ms > 0 && best > 0 {
			toTools = append(toTools, g.ms/best)
		}
	}
	summary := "gradbench: "
	if len(toC) > 0 {
		summary += fmt.Sprintf("gradient / C %.2f in %d cases", geomean(toC), len(toC))
	}
	if len(toTools) > 0 {
		summary += fmt.Sprintf(", / best tool %.2f in %d", geomean(toTools), len(toTools))
	}
	fmt.Fprintln(tables, summary+" (geometric means)")
	return nil
}

// gradbenchRow measures a case; best is the time of the fastest tool, 0 if there is none.
func gradbenchRow(s *settings, eng backend.Engine, p *peers, c gradbench.Case, there map[string]string) (g, theirs figure, best float64, err error) {
	path, file := filepath.Join("tests", "gradbench", c.Program+".fut"), filepath.Join(p.dir, "args")
	if err := adbench.WriteArgs(file, c.Args); err != nil {
		return g, theirs, 0, err
	}
	a, g := runEntry(s, eng, c.Name, path, "primal", c.Args), runEntry(s, eng, c.Name, path, "gradient", c.Args)
	hand := get(p.c(c.C(), prim.F64, false, file, fmt.Sprint(s.runs), c.Name), c.Name)
	cells := []string{c.Name, ms(a.ms), ms(g.ms), ms(hand.primal.ms), ms(hand.gradient.ms)}
	ratios := []string{ratio(a.ms, hand.primal.ms), ratio(g.ms, hand.gradient.ms)}
	remarks := remark(a, hand.primal, prim.F64, "primal") + remark(g, hand.gradient, prim.F64, "gradient")
	for _, t := range tools {
		got := noPair
		if binary := there[t.name]; binary != "" && gradbench.Overloaded[c.Program] {
			got = get(p.run(exec.Command(binary, file, fmt.Sprint(s.runs), c.Name, c.Program)), c.Name)
			remarks += remark(got.gradient, hand.gradient, prim.F64, t.name)
		}
		cells, ratios = append(cells, ms(got.gradient.ms)), append(ratios, ratio(g.ms, got.gradient.ms))
		if got.gradient.ms > 0 && (best == 0 || got.gradient.ms < best) {
			best = got.gradient.ms
		}
	}
	row(append(append(cells, ratios...), megabytes(g.peak), megabytes(hand.bytes), fmt.Sprintf("%.1f", g.compile/1e3), remarks)...)
	printKernels("primal", a)
	printKernels("gradient", g)
	return g, hand.gradient, best, nil
}

// tools compiles the program for each tool that is installed, and tells where it is.
func (p *peers) tools() map[string]string {
	out := map[string]string{}
	for _, t := range tools {
		binary := filepath.Join(p.dir, "tools-"+t.define)
		flags := append(strings.Fields(cFlags)[1:], "-D"+t.define, "-o", binary, filepath.Join(p.dir, "tools.cpp"))
		if t.library != "" {
			flags = append(flags, "-l"+t.library)
		}
		if msg, err := exec.Command("g++", flags...).CombinedOutput(); err != nil {
			why := "no " + t.name + " (apt install " + t.debian + ")"
			if text := string(msg); text != "" && !strings.Contains(text, "No such file") && !strings.Contains(text, "cannot find -l") {
				why = "tools.cpp with " + t.name + ": " + firstLine(text)
			}
			p.absent = append(p.absent, why)
			continue
		}
		out[t.name] = binary
	}
	return out
}
