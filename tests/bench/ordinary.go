package main

import (
	"bufio"
	"bytes"
	"context"
	"debug/elf"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"raido/backend"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

const (
	above    = 2.0              // the ratio to C that no form should exceed
	unmade   = 1e4              // the ratio that counts for a form that gives no result
	rounds   = 3                // of all forms of a program and of C, in turn
	counting = 10 * time.Second // bounds the interpreter's run that counts tapes
)

// ordinaryFolders are the folders with ordinary programs, of shared data and of ours: progs/NAME.fut with entries primal_FORM
// and grad_FORM, c/NAME.c with the same by hand.
func ordinaryFolders() []string {
	shared := filepath.Join("..", "shared")
	if s := os.Getenv("RAIDO_SHARED"); s != "" {
		shared = s
	}
	return []string{filepath.Join(shared, "ordinary"), filepath.Join("tests", "ordinary")}
}

// ordinaryGroup compares ordinary programs, each in several forms, with C by hand. Caches on disk are empty at first, so that
// compile times are cold.
func ordinaryGroup(s *settings) error {
	dir, err := os.MkdirTemp("", "raido-bench")
	if err != nil {
		return err
	}
	s.atEnd = append(s.atEnd, func() { os.RemoveAll(dir) }) // the driver goes on using it in other groups
	os.Setenv("XDG_CACHE_HOME", dir)
	os.Setenv("POCL_CACHE_DIR", filepath.Join(dir, "pocl")) // read when the driver is first used
	return withPeers(s, "ordinary", func(eng backend.Engine, p *peers) error { return ordinaryTable(s, eng, p) })
}

func ordinaryTable(s *settings, eng backend.Engine, p *peers) error {
	var files []string
	note := p.note()
	for _, folder := range ordinaryFolders() {
		some, err := filepath.Glob(filepath.Join(folder, "progs", "*.fut"))
		if err != nil {
			return err
		}
		if files = append(files, some...); len(some) == 0 {
			note += "; absent: the programs in " + folder
		}
	}
	begin(fmt.Sprintf("ordinary, f64, ms: %s (%s), threads %d; C: the lesser of %s and the same with -ffast-math%s", eng.Name(), eng.Device(), s.threads,
		ordinaryFlags, note))
	row("", "primal", "gradient", "grad/primal", "C", "C grad", "/C", "grad/C", "peak MB", "beyond", "C beyond", "/C", "tape MB", "compile s", "")
	sum := &ordinarySum{best: map[string]float64{}, worst: map[string]float64{}}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".fut")
		if !s.wants(name) {
			continue
		}
		if err := ordinaryRows(s, eng, p, file, name, sum); err != nil {
			return err
		}
	}
	sum.print()
	return nil
}

var entryForm = regexp.MustCompile(`(?m)^entry grad_(\w+)`)

// hasEntry reports whether a program has an entry point of that name.
func hasEntry(text, name string) bool {
	return regexp.MustCompile(`(?m)^entry ` + regexp.QuoteMeta(name) + `\b`).MatchString(text)
}

// ordinaryRows prints a row for each form of a program.
func ordinaryRows(s *settings, eng backend.Engine, p *peers, file, name string, sum *ordinarySum) error {
	fmt.Fprintf(os.Stderr, "ordinary %s ...\n", name)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	hand, input, err := p.ordinary(filepath.Join(filepath.Dir(filepath.Dir(file)), "c", name+".c"), name)
	if err != nil {
		row(name, "C: "+firstLine(err.Error()))
		return nil
	}
	vals, err := value.ReadAll(input)
	if err != nil {
		return fmt.Errorf("%s: the input of the C program: %w", name, err)
	}
	var forms []form
	for _, m := range entryForm.FindAllStringSubmatch(string(text), -1) {
		f := form{name: m[1], gradient: prepare(s, eng, name, file, "grad_"+m[1], vals)}
		if hasEntry(string(text), "primal_"+m[1]) { // some forms differ only in how they differentiate
			f.primal = prepare(s, eng, name, file, "primal_"+m[1], vals)
		}
		forms = append(forms, f)
	}
	for range rounds {
		if err := hand.round(s); err != nil {
			row(name, "C: "+firstLine(err.Error()))
			return nil
		}
		for _, f := range forms {
			f.gradient.round(s)
			if f.primal != nil {
				f.primal.round(s)
			}
		}
	}
	for _, f := range forms {
		f.print(s, name, file, vals, hand.pair, sum)
	}
	return nil
}

// form is a form of a program, whose primal may be nil.
type form struct {
	name             string
	primal, gradient *timed
}

// print prints the row of a form that has been timed.
func (f *form) print(s *settings, name, file string, vals []value.Value, c pair, sum *ordinarySum) {
	a, g := nothing, f.gradient.end(s)
	remarks := remark(g, c.gradient, prim.F64, "gradient")
	if f.primal != nil {
		a = f.primal.end(s)
		remarks += remark(a, c.primal, prim.F64, "primal")
	}
	beyond, theirs := g.beyond(), c.bytes
	row(name+" "+f.name, ms(a.ms), ms(g.ms), ratio(g.ms, a.ms), ms(c.primal.ms), ms(c.gradient.ms), ratio(a.over(c.primal), 1), ratio(g.over(c.gradient), 1),
		megabytes(g.peak), megabytes(beyond), megabytes(theirs), ratio(float64(beyond), float64(theirs)), s.tapeBytes(file, "grad_"+f.name, vals),
		fmt.Sprintf("%.1f", g.compile/1e3), remarks)
	printKernels("primal", a)
	printKernels("gradient", g)
	sum.add(name, a, g, c, float64(beyond)/float64(max(1, theirs)), remarks != "")
}

// ordinarySum sums up the forms of all programs.
type ordinarySum struct {
	forms, primals, memory       []float64
	best, worst                  map[string]float64 // gradients by program
	wrong, slow, large, compiled int
}

func (o *ordinarySum) add(name string, a, g figure, c pair, memory float64, wrong bool) {
	of := func(f, peer figure) float64 {
		if r := f.over(peer); r >= 0 {
			return r
		}
		return unmade
	}
	r := of(g, c.gradient)
	o.forms, o.memory = append(o.forms, r), append(o.memory, max(memory, 1e-2))
	if a.ms >= 0 || a.err != nil {
		o.primals = append(o.primals, of(a, c.primal))
	}
	if old, ok := o.best[name]; !ok || r < old {
		o.best[name] = r
	}
	o.worst[name] = max(o.worst[name], r)
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	count(&o.wrong, wrong)
	count(&o.slow, r > above)
	count(&o.large, memory > above)
	count(&o.compiled, g.compile > 2e3)
}

// print prints geometric means, and how many forms miss a bound.
func (o *ordinarySum) print() {
	if len(o.forms) == 0 {
		return
	}
	values := func(m map[string]float64) (out []float64) {
		for _, x := range m {
			out = append(out, x)
		}
		slices.Sort(out) // so that sums do not depend on the order of the map
		return out
	}
	fmt.Fprintf(tables, "ordinary: %d forms of %d programs, %d wrong; gradient / C: best form %.2f, worst form %.2f, all %.2f (geometric means), above %gx: %d; primal / C: %.2f; memory beyond arguments / C: %.2f, above %gx: %d; compiled in more than 2 s: %d\n",
		len(o.forms), len(o.best), o.wrong, geomean(values(o.best)), geomean(values(o.worst)), geomean(o.forms), above, o.slow, geomean(o.primals),
		geomean(o.memory), above, o.large, o.compiled)
}

func geomean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(xs)))
}

// tapeBytes tells how many megabytes of tape are in use at once, as the interpreter counts them; it gives up after a while.
func (s *settings) tapeBytes(file, entry string, vals []value.Value) (text string) {
	if !s.tapes {
		return "-"
	}
	defer func() {
		if recover() != nil {
			text = "-" // runEntry has told the fault
		}
	}()
	p, iface, err := fromFile(file, entry)
	if err != nil {
		return "-"
	}
	host, err := iface.Args(vals)
	if err != nil {
		return "-"
	}
	ctx, cancel := context.WithTimeout(context.Background(), counting)
	defer cancel()
	_, n, err := eval.RunCounted(ctx, p, host)
	if err != nil {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(n.ScratchPeak)/1e6)
}

// ordinaryFlags are those of the C of ordinary programs, which has no directives of OpenMP.
const ordinaryFlags = "gcc -O3 -march=native -fno-math-errno"

// byHand is a program in C by hand, compiled strict and with -ffast-math, and what has been measured of it.
type byHand struct {
	pair
	strict, fast string
	fixed        int64 // bytes of its arrays of fixed size
}

// ordinary compiles a program in C by hand, and gives the input that it writes for the others.
func (p *peers) ordinary(source, name string) (*byHand, []byte, error) {
	binary, input := filepath.Join(p.dir, name), filepath.Join(p.dir, name+".in")
	h := &byHand{pair: noPair, strict: binary, fast: binary + "-fast"}
	for out, more := range map[string]string{h.strict: "", h.fast: "-ffast-math"} {
		flags := append(strings.Fields(ordinaryFlags + " -std=gnu11 -Wno-psabi " + more)[1:], "-o", out, source, "-lm")
		if msg, err := exec.Command("gcc", flags...).CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("%s", firstLine(string(msg)+err.Error()))
		}
	}
	if err := exec.Command(h.strict, "-w", input).Run(); err != nil {
		return nil, nil, err
	}
	var err error
	if h.fixed, err = fixedArrays(h.strict); err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(input)
	return h, data, err
}

// round runs both programs. Of each round the lesser time counts; results are those of the strict one.
func (h *byHand) round(s *settings) error {
	var got [2]pair
	for k, binary := range []string{h.strict, h.fast} {
		text, err := exec.Command(binary, strconv.Itoa(s.runs)).Output()
		if err == nil {
			got[k], err = ordinaryLines(text)
		}
		if err != nil {
			return err
		}
	}
	add := func(f *figure, strict, fast figure) {
		f.probe, f.rounds = strict.probe, append(f.rounds, min(strict.ms, fast.ms))
		f.ms = median(f.rounds)
	}
	add(&h.primal, got[0].primal, got[1].primal)
	add(&h.gradient, got[0].gradient, got[1].gradient)
	h.bytes = got[0].bytes + h.fixed
	return nil
}

// leastArray is how many bytes an array of a program has at least; the harness's own lists have less.
const leastArray = 129

// fixedArrays is how many bytes the arrays have that a program in C declares with a fixed size, as tapes: they are memory as what it allocates, which
// it counts itself.
func fixedArrays(binary string) (total int64, err error) {
	f, err := elf.Open(binary)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && s.Size >= leastArray && int(s.Section) < len(f.Sections) && f.Sections[s.Section].Flags&elf.SHF_WRITE != 0 {
			total += int64(s.Size)
		}
	}
	return total, err
}

// ordinaryLines reads what such a program prints: a line of JSON for the primal, and one for the gradient.
func ordinaryLines(text []byte) (pair, error) {
	out := noPair
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var x struct {
			What      string
			MS, Probe float64
			Held      int64
		}
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			return noPair, fmt.Errorf("%q: %w", lines.Text(), err)
		}
		switch x.What {
		case "primal":
			out.primal = figure{ms: x.MS, probe: x.Probe}
		case "grad":
			out.gradient = figure{ms: x.MS, probe: x.Probe}
		default: // what another tool makes of the C
		}
		out.bytes = x.Held
	}
	return out, nil
}
