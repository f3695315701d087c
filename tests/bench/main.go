package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"raido/lang/prim"
)

// settings are the flags.
type settings struct {
	n       int64
	threads int
	runs    int
	only    []string
	kernels bool
	torch   bool
	atEnd   []func() // what is done when all groups have run
	backend string
	elem    string
	source  string
	tapes   bool
}

// wants reports whether the flag -only lets a benchmark through.
func (s *settings) wants(name string) bool { return len(s.only) == 0 || slices.Contains(s.only, name) }

// elems are the element types to measure.
func (s *settings) elems() []prim.Type {
	switch s.elem {
	case "f32":
		return []prim.Type{prim.F32}
	case "f64":
		return []prim.Type{prim.F64}
	}
	return []prim.Type{prim.F32, prim.F64}
}

// group is a table or several.
type group struct {
	name string
	run  func(*settings) error
}

var groups = []group{{"kernel", kernelGroup}, {"front", frontGroup}, {"latency", latencyGroup}, {"micro", microGroup},
	{"adbench", adbenchGroup}, {"overheads", overheadsGroup}, {"scaling", scalingGroup}, {"ordinary", ordinaryGroup},
	{"gradbench", gradbenchGroup}}

func main() {
	s := &settings{}
	flag.Int64Var(&s.n, "n", 0, "elements of the micro benchmarks; 0 chooses by the free memory")
	flag.StringVar(&s.backend, "backend", "opencl", "the engine")
	flag.StringVar(&s.elem, "elem", "", "f32 or f64; both if empty")
	flag.StringVar(&s.source, "source", "", "a folder for the OpenCL C of what is measured")
	flag.BoolVar(&s.tapes, "tapes", true, "count the tapes of ordinary programs, which takes a run of the interpreter")
	flag.BoolVar(&s.torch, "torch", true, "compare with PyTorch where it is installed")
	flag.IntVar(&s.threads, "threads", 1, "threads of a CPU device; 0 for all")
	flag.IntVar(&s.runs, "runs", 7, "timed runs of each figure")
	only := flag.String("only", "", "benchmarks by name, with commas between; all if empty")
	flag.BoolVar(&s.kernels, "kernels", false, "list the time of each device kernel, its place in the source and how close it is to what the device can do")
	figures := flag.Bool("figures", false, "write the tables of the groups into "+figuresFile)
	child := flag.String("session", "", "run the cells of the group latency in this process: what the group starts")
	flag.Parse()
	if *child != "" {
		if err := sessionCells(*child); err != nil {
			fmt.Fprintf(os.Stderr, "bench: %v\n", err)
			os.Exit(1)
		}
		return
	}
	if *only != "" {
		s.only = strings.Split(*only, ",")
	}
	for _, name := range flag.Args() {
		if !slices.ContainsFunc(groups, func(g group) bool { return g.name == name }) {
			fmt.Fprintf(os.Stderr, "bench: no group %q\n", name)
			os.Exit(3)
		}
	}
	status := 0
	for _, g := range groups {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), g.name) {
			continue
		}
		run := g.run
		if *figures {
			run = func(s *settings) error { return keep(g, s) }
		}
		if err := run(s); err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", g.name, err)
			status = 1
		}
	}
	for _, f := range s.atEnd {
		f()
	}
	os.Exit(status)
}

// tables is where tables are printed.
var tables io.Writer = os.Stdout

// table prints aligned columns: the first to the left, the others to the right, the last as it is.
type table struct {
	title string
	rows  [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print() {
	var width []int
	for _, r := range t.rows {
		for i, c := range r {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], len([]rune(c)))
		}
	}
	fmt.Fprintf(tables, "\n%s\n", t.title)
	for _, r := range t.rows {
		line(r, width)
	}
}

// begin prints the title of a table that takes long: its rows are printed as they come.
func begin(title string) { fmt.Fprintf(tables, "\n%s\n", title) }

// row prints a row of such a table.
func row(cells ...string) {
	width := []int{30}
	for range len(cells) - 2 {
		width = append(width, 9)
	}
	line(cells, append(width, 0))
}

func line(cells []string, width []int) {
	text := ""
	for i, c := range cells {
		pad := strings.Repeat(" ", max(0, width[i]-len([]rune(c))))
		switch i {
		case 0:
			text += c + pad
		case len(width) - 1:
			text += "  " + c
		default:
			text += "  " + pad + c
		}
	}
	fmt.Fprintln(tables, strings.TrimRight(text, " "))
}

// ms formats milliseconds with three digits or so.
func ms(x float64) string {
	switch {
	case x < 0:
		return "-"
	case x < 10:
		return fmt.Sprintf("%.3f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// ratio formats a/b; a figure that is not there is negative.
func ratio(a, b float64) string {
	if a < 0 || b <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.2fx", a/b)
}

func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

func since(start time.Time) float64 { return time.Since(start).Seconds() * 1e3 }
