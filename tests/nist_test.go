package tests

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
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

// TestNIST fits curves to NIST's Statistical Reference Datasets on every engine. The certified values are a
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
	for _, engine := range engineNames(t) {
		for which, p := range problems {
			for run := range 4 {
				start, reverse := run/2, run%2 == 1
				if start == 0 && !p.first || engine != "interp" && run < 3 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/start%d/reverse=%t", engine, p.name, start+1, reverse), func(t *testing.T) {
					data := readProblem(t, filepath.Join(folder, p.name+".dat"))
					data.check(t, bin, engine, which, start, reverse)
				})
			}
		}
	}
}

// check fits the curve and compares; Jacobians are from reverse or forward mode.
func (p *problem) check(t *testing.T, bin, engine string, which, start int, reverse bool) {
	input := fmt.Sprintf("%di64 %t %s %s %s", which, reverse, futhark(p.starts[start]), futhark(p.x), futhark(p.y))
	cmd := exec.Command(bin, "run", "--backend", engine, "--entry", "fit", "nist/fit.fut")
	cmd.Stdin = strings.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if stderr.Len() > 0 {
		t.Errorf("it says: %s", stderr.String())
	}
	got := numbers(t, string(out))
	n := len(p.certified)
	if len(got) != n+3 {
		t.Fatalf("not %d values and 3 numbers: %s", n, out)
	}
	for i, want := range p.certified {
		if !agrees(got[i], want, 1e-6) {
			t.Errorf("b%d is %.11g, certified %.11g", i+1, got[i], want)
		}
	}
	if !agrees(got[n], p.residual, 1e-6) {
		t.Errorf("the sum of squares is %.11g, certified %.11g", got[n], p.residual)
	}
	if gap := got[n+2]; !(gap <= 1e-10) {
		t.Errorf("jvp and vjp differ by %g", gap)
	}
	t.Logf("%g steps, jvp against vjp %g", got[n+1], got[n+2])
}

func agrees(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*math.Abs(want) }

// futhark is an array in Futhark's text format.
func futhark(xs []float64) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = strconv.FormatFloat(x, 'g', -1, 64) + "f64"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

var suffixed = regexp.MustCompile(`(-?[0-9][-+.e0-9]*|f64\.nan|-?f64\.inf)(f64|i64)?`)

// numbers are the numbers of an output, in order.
func numbers(t *testing.T, text string) []float64 {
	t.Helper()
	var out []float64
	for _, m := range suffixed.FindAllStringSubmatch(text, -1) {
		x, err := strconv.ParseFloat(strings.Replace(m[1], "f64.", "", 1), 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, x)
	}
	return out
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
