package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"raido/backend"
	"raido/tests/turns"
)

// problem is a data set of NIST with its certified answer.
type problem struct {
	name      string
	starts    [2][]float64
	certified []float64
	residual  float64 // certified residual sum of squares
	x, y      []float64
}

// problems are the data sets that nist/fit.fut knows, in its order, and whether the fit gets to the certified
// values from the first start too, which NIST chose to be far away. The interpreter tries both starts with Jacobians from
// each mode.
var problems = []struct {
	name  string
	first bool
}{
	{"BoxBOD", true}, {"Chwirut2", true}, {"DanWood", true}, {"ENSO", true}, {"Eckerle4", true}, {"Gauss1", true},
	{"Hahn1", true}, {"Kirby2", true}, {"Lanczos3", true}, {"MGH09", true}, {"MGH17", false}, {"Misra1a", true},
	{"Rat42", true}, {"Thurber", true},
}

// TestNIST fits curves to NIST's Statistical Reference Datasets on every engine, by turns. The certified values are a
// check of the derivatives that nobody here wrote.
func TestNIST(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	t.Parallel()
	shared := os.Getenv("RAIDO_SHARED")
	if shared == "" {
		shared = "../../shared"
	}
	folder := filepath.Join(shared, "nist")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("NIST's data sets are not there: %v", err)
	}
	bin := build(t)
	program, err := os.ReadFile("nist/fit.fut")
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range engineNames(t) {
		if engine == backend.OpenCL && !turns.Has("nist") {
			engine = backend.Wasm
		}
		t.Run(engine, func(t *testing.T) {
			text := string(program)
			for which, p := range problems {
				if !turns.Has(p.name) {
					continue
				}
				data := readProblem(t, filepath.Join(folder, p.name+".dat"))
				for run := range 4 {
					if start := run / 2; (start > 0 || p.first) && (engine == "interp" || run == 3) {
						text += data.block(which, start, run%2 == 1)
					}
				}
			}
			file := filepath.Join(t.TempDir(), "fits.fut")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(bin, "test", "--backend", engine, file).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// block is a test block that fits the curve; Jacobians are from reverse or forward mode.
func (p *problem) block(which, start int, reverse bool) string {
	all := strings.TrimSuffix(strings.Repeat("true, ", len(p.certified)+2), ", ")
	return fmt.Sprintf("\n-- %s from start %d\n-- ==\n-- entry: agrees\n-- input { %di64 %t %s %s %s %s %gf64 }\n-- output { [%s] }\n",
		p.name, start+1, which, reverse, futhark(p.starts[start]), futhark(p.x), futhark(p.y), futhark(p.certified), p.residual, all)
}

// futhark is an array in Futhark's text format.
func futhark(xs []float64) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = strconv.FormatFloat(x, 'g', -1, 64) + "f64"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

var (
	parameterLine = regexp.MustCompile(`^\s*b\d+ =\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$`)
	residualLine  = regexp.MustCompile(`^Residual Sum of Squares:\s+(\S+)`)
	dataLine      = regexp.MustCompile(`^\s+(\S+)\s+(\S+)\s*$`)
)

// readProblem reads a file of NIST.
func readProblem(t *testing.T, path string) *problem {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		return x
	}
	p := &problem{name: filepath.Base(path)}
	head, data, _ := strings.Cut(string(text), "\nData:   ")
	head2, data, _ := strings.Cut(data, "\nData:  ")
	for _, line := range strings.Split(head+head2, "\n") {
		line = strings.TrimRight(line, "\r")
		if m := parameterLine.FindStringSubmatch(line); m != nil {
			p.starts[0] = append(p.starts[0], number(m[1]))
			p.starts[1] = append(p.starts[1], number(m[2]))
			p.certified = append(p.certified, number(m[3]))
		}
		if m := residualLine.FindStringSubmatch(line); m != nil {
			p.residual = number(m[1])
		}
	}
	for _, line := range strings.Split(data, "\n")[1:] {
		if m := dataLine.FindStringSubmatch(strings.TrimRight(line, "\r")); m != nil {
			p.y, p.x = append(p.y, number(m[1])), append(p.x, number(m[2]))
		}
	}
	if len(p.certified) < 2 || p.residual == 0 || len(p.x) < 6 {
		t.Fatalf("%s: %d parameters, residual %g, %d observations", path, len(p.certified), p.residual, len(p.x))
	}
	return p
}
