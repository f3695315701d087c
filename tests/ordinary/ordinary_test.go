package ordinary

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"raido/backend"
	"raido/lang/check"
	"raido/lang/eval"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/onhost"
	"raido/tests/turns"
)

const small = 6 // the most that a size of a C program is here

// TestPrograms compares each form with the C by hand, at small sizes, on the interpreter, and as kernels that run on the host.
func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc to compile the C by hand")
	}
	files, err := filepath.Glob("progs/*.fut")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".fut")
		if !turns.Has("ordinary " + name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prog := program(t, file)
			want, input := byHand(t, name)
			for _, d := range prog.Entries {
				t.Run(d.Sym.Name, func(t *testing.T) {
					p, iface, err := lower.Program(d)
					if err != nil {
						t.Fatal(err)
					}
					args, err := iface.Args(input)
					if err != nil {
						t.Fatal(err)
					}
					if p, err = backend.Passes(p); err != nil {
						t.Fatal(err)
					}
					results, _, err := eval.RunCounted(context.Background(), p, args)
					if err != nil {
						t.Fatal(err)
					}
					kind, _, _ := strings.Cut(d.Sym.Name, "_")
					compare := func(what string, results []value.Value) {
						if got := probe(results); !(math.Abs(got-want[kind]) <= 1e-6*math.Abs(want[kind])) {
							t.Errorf("%s: the weighted sum of the results is %v, C has %v", what, got, want[kind])
						}
					}
					compare("interpreter", results)
					onhost.Run(p, args, func(what string, results []value.Value, err error) bool {
						if err != nil {
							t.Fatal(what, err)
						}
						compare(what, results)
						return true
					})
				})
			}
		})
	}
}

// program is the checked program of a file.
func program(t *testing.T, file string) *check.Program {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	prog, ds := load.New().Program(file, string(text))
	if es := ds.Errors(); len(es) > 0 {
		t.Fatal(es)
	}
	return prog
}

var sizes = regexp.MustCompile(`\b([A-Z]+)=(\d+)`)

// byHand compiles a C program, of small sizes, and gives the weighted sums of its results and its input.
func byHand(t *testing.T, name string) (map[string]float64, []value.Value) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("c", name+".c"))
	if err != nil {
		t.Fatal(err)
	}
	first, last, _ := strings.Cut(string(text), "};") // sizes are an enumeration, which stands first
	first = sizes.ReplaceAllStringFunc(first, func(s string) string {
		m := sizes.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[2])
		return fmt.Sprintf("%s=%d", m[1], min(n, small))
	})
	dir := t.TempDir()
	source, binary, input := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.out"), filepath.Join(dir, "in")
	if err := os.WriteFile(source, []byte(first+"};"+last), 0o666); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command("gcc", "-std=gnu11", "-I", "c", "-o", binary, source, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	if err := exec.Command(binary, "-w", input).Run(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "1").Output()
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]float64{}
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var x struct {
			What  string
			Probe float64
		}
		if err := json.Unmarshal(line, &x); err != nil {
			t.Fatal(err)
		}
		sums[x.What] = x.Probe
	}
	data, err := os.ReadFile(input)
	if err != nil {
		t.Fatal(err)
	}
	vals, err := value.ReadAll(data)
	if err != nil {
		t.Fatal(err)
	}
	return sums, vals
}

// probe is the weighted sum of the numbers of results, as lg.h has it; lengths among the results are not counted.
func probe(results []value.Value) (sum float64) {
	k := 0
	for _, r := range results {
		var xs []float64
		switch r := r.(type) {
		case value.Scalar:
			if r.Type.IsFloat() {
				xs = []float64{r.Float64()}
			}
		case *value.Array:
			if r.Elem == prim.F64 {
				xs = value.Of[float64](r)
			}
		default: // results are leaves
		}
		for _, x := range xs {
			sum += (2*math.Abs(x) + x) * float64(k%7+1)
			k++
		}
	}
	return sum
}
