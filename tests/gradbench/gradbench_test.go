package gradbench

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/engines"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/adbench"
)

// peer is where the C of ADBench's problems is, and what all of it includes.
const peer = "../bench/peer"

// TestValues compares both entries of each program with the C by hand, on the interpreter and on a device.
func TestValues(t *testing.T) {
	names := []string{"interp"}
	if err := cl.Available(); err != nil {
		t.Logf("SKIP opencl: %v", err)
	} else if !testing.Short() {
		names = append(names, "opencl")
	}
	for _, name := range names {
		eng, err := engines.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer eng.Close()
		for _, c := range Small() {
			t.Run(name+"/"+c.Name, func(t *testing.T) {
				want := byHand(t, c)
				for _, entry := range []string{"primal", "gradient"} {
					if diff := differ(compute(t, eng, c, source(t, c), entry), want[entry]); diff != "" {
						t.Errorf("%s: %s", entry, diff)
					}
				}
			})
		}
	}
}

// TestModes compares the ways to nest derivatives.
func TestModes(t *testing.T) {
	eng := interpreter(t)
	for _, c := range []Case{particle(), saddle()} {
		want := compute(t, eng, c, source(t, c), "gradient")
		for _, entry := range []string{"ff", "fr", "rf"} {
			if diff := differ(compute(t, eng, c, source(t, c), entry), want); diff != "" {
				t.Errorf("%s, %s: %s", c.Name, entry, diff)
			}
		}
	}
}

// TestWrongGradient: gradients that are wrong by some hundred thousandths are noticed. Those of descents are twice as long, since descents correct
// smaller faults.
func TestWrongGradient(t *testing.T) {
	eng := interpreter(t)
	faults := map[string][2]string{
		"hello":    {"square x 1", "square x 1.00001"},
		"llsq":     {"n) x 1", "n) x 1.00001"},
		"lse":      {"lse xs 1", "lse xs 1.00001"},
		"det":      {"det a 1", "det a 1.00001"},
		"ode":      {"s)) x 1", "s)) x 1.00001"},
		"kmeans":   {"(replicate d 1)", "(replicate d 1.00001)"},
		"gmm":      {"icf) 1", "icf) 1.00001"},
		"lstm":     {"extra) 1", "extra) 1.00001"},
		"ba":       {"jacobian cams xs ws feats", "let (j, w) = jacobian cams xs ws feats in (j, map (* 1.00001) w)"},
		"ht":       {"jacobian_forward", "map (map (* 1.00001)) <| jacobian_forward"},
		"particle": {"(outer f)", "(map (* 2) <-< outer f)"},
		"saddle":   {"(outer greatest)", "(map (* 2) <-< outer greatest)"},
	}
	for _, c := range Small() {
		t.Run(c.Name, func(t *testing.T) {
			fault, text := faults[c.Program], source(t, c)
			wrong := strings.Replace(text, fault[0], fault[1], 1)
			if wrong == text {
				t.Fatalf("the program has no %q", fault[0])
			}
			if differ(compute(t, eng, c, wrong, "gradient"), byHand(t, c)["gradient"]) == "" {
				t.Errorf("a gradient by %q is taken for the right one", fault[1])
			}
		})
	}
}

// TestDiffer: each number counts.
func TestDiffer(t *testing.T) {
	want := []float64{3, -1e-3, 2e5}
	if diff := differ([]float64{3, -1e-3, 2e5 + 1e-6}, want); diff != "" {
		t.Error(diff)
	}
	for _, got := range [][]float64{{3, -1e-3}, {3.00001, -1e-3, 2e5}, {3, 1e-3, 2e5}, {3, -1e-3, math.NaN()}} {
		if differ(got, want) == "" {
			t.Errorf("%v is taken for %v", got, want)
		}
	}
}

// differ says how numbers differ from those that are wanted, or nothing if they do not.
func differ(got, want []float64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d numbers, C has %d", len(got), len(want))
	}
	most := 0.0
	for _, x := range want {
		most = math.Max(most, math.Abs(x))
	}
	for i, x := range want {
		if !(math.Abs(got[i]-x) <= 1e-8*math.Abs(x)+1e-12*most) {
			return fmt.Sprintf("number %d is %v, C has %v", i, got[i], x)
		}
	}
	return ""
}

func interpreter(t *testing.T) backend.Engine {
	eng, err := engines.Open("interp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { eng.Close() })
	return eng
}

func source(t *testing.T, c Case) string {
	text, err := os.ReadFile(c.Program + ".fut")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// byHand gives the numbers of the C program by entry.
func byHand(t *testing.T, c Case) map[string][]float64 {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc to compile the C by hand")
	}
	dir, file := t.TempDir(), filepath.Join("c", c.C()+".c")
	if _, err := os.Stat(file); err != nil {
		file = filepath.Join(peer, c.C()+".c")
	}
	args, binary := filepath.Join(dir, "args"), filepath.Join(dir, "a.out")
	if err := adbench.WriteArgs(args, c.Args); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O1", "-fopenmp", "-I", peer, "-o", binary, file, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(binary, args, "0", c.Name).Output()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string][]float64{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			x, err := strconv.ParseFloat(w, 64)
			if err != nil {
				t.Fatal(err)
			}
			values[words[0]] = append(values[words[0]], x)
		}
	}
	return values
}

// compute runs an entry of a program's text and gives the numbers of its results.
func compute(t *testing.T, eng backend.Engine, c Case, text, entry string) (out []float64) {
	t.Helper()
	ctx := context.Background()
	prog, ds := load.New().Program(c.Program+".fut", text)
	if es := ds.Errors(); len(es) > 0 {
		t.Fatal(es)
	}
	for _, d := range prog.Entries {
		if d.Sym.Name != entry {
			continue
		}
		p, iface, err := lower.Program(d)
		if err != nil {
			t.Fatal(err)
		}
		host, err := iface.Args(c.Args)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = backend.Passes(p); err != nil {
			t.Fatal(err)
		}
		compiled, err := eng.Compile(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		var args []backend.Value
		for _, v := range host {
			a, err := eng.Upload(ctx, v)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, a)
		}
		defer backend.ReleaseAll(args)
		results, prof, err := compiled.Run(ctx, args)
		if err != nil {
			t.Fatal(err)
		}
		defer backend.ReleaseAll(results)
		if prof.Fallback != "" {
			t.Error(prof.Fallback)
		}
		for _, r := range results {
			v, err := r.Host(ctx)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, numbers(v)...)
		}
		return out
	}
	t.Fatalf("%s has no entry %s", c.Program, entry)
	return nil
}

// numbers are those of a result; lengths among the results are not counted.
func numbers(v value.Value) []float64 {
	switch v := v.(type) {
	case value.Scalar:
		if v.Type.IsFloat() {
			return []float64{v.Float64()}
		}
	case *value.Array:
		if v.Elem == prim.F64 {
			return value.Of[float64](v)
		}
	default: // results are leaves
	}
	return nil
}
