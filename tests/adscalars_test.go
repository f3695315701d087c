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

	"raido/lang/prelude"
)

// scalarPoints are arguments of the functions of the float modules: inside the domain, away from jumps and kinks
// (corners are in ad/corners.fut), each a number of f16. Functions without an entry get those of their arity.
var scalarPoints = map[string][][]float64{
	"acosh": {{1.5}, {4}}, "asin": inUnit, "acos": inUnit, "asinpi": inUnit, "acospi": inUnit, "atanh": inUnit,
	"sqrt": abovezero, "rsqrt": abovezero, "log": abovezero, "log2": abovezero, "log10": abovezero,
	"log1p": {{-0.5}, {0.25}, {3}}, "gamma": {{0.75}, {2.5}, {4}, {-0.25}, {-1.75}},
	"lgamma": {{0.75}, {2.5}, {6}, {-0.25}, {-1.75}}, "tan": inUnit, "tanpi": {{0.125}, {-0.25}},
	"**": {{0.5, 2}, {2, 0.5}, {1.5, -1.25}, {3, 0}}, "cbrt": {{0.5}, {-2}, {5}},
	"%": {{7.5, 2}, {-7.5, 2}, {7.25, -3}, {1.5, 4}}, "lerp": {{1, 3, 0.25}, {-2, 0.5, 0.75}},
}

var (
	inUnit      = [][]float64{{0.125}, {-0.5}, {0.75}}
	abovezero   = [][]float64{{0.25}, {1.5}, {9}}
	otherPoints = map[int][][]float64{
		1: {{0.25}, {-0.75}, {1.375}, {-2.25}},
		2: {{0.5, 1.25}, {-1.5, 0.75}, {2.25, -3.5}, {-0.375, -0.25}},
		3: {{0.5, 1.25, -2}, {-1.5, 0.75, 0.25}},
	}
	// notSmooth are the functions whose derivative differences do not show; ad/corners.fut has them.
	notSmooth = map[string]bool{"nextafter": true, "from_bits": true, "to_bits": true, "set_bit": true, "get_bit": true,
		"bool": true, "i8": true, "i16": true, "i32": true, "i64": true, "u8": true, "u16": true, "u32": true, "u64": true,
		"f16": true, "f32": true, "f64": true, "to_i64": true, "to_f64": true, "ldexp": true, "from_fraction": true}
	scalarTolerance = map[string]float64{"f16": 8e-3, "f32": 4e-6, "f64": 1e-7}
)

// scalarFunction is a function of the float modules.
type scalarFunction struct {
	name  string
	arity int
	logic bool // the result is a bool
}

var scalarDef = regexp.MustCompile(`(?m)^  (?:#\[prim\] )?def (\S+)((?: \(\w+: f64\))+): (f64|bool) =`)

// scalarFunctions are those of the prelude's text whose parameters are floats.
func scalarFunctions() []scalarFunction {
	var out []scalarFunction
	text := ""
	for _, s := range prelude.Sources() {
		if s.ID.Part == "f64" {
			text = s.Text
		}
	}
	for _, m := range scalarDef.FindAllStringSubmatch(text, -1) {
		f := scalarFunction{strings.Trim(m[1], "()"), strings.Count(m[2], "("), m[3] == "bool"}
		if !notSmooth[f.name] {
			out = append(out, f)
		}
	}
	return out
}

// call is the application at type t to expressions.
func (f scalarFunction) call(t string, args []string) string {
	e := t + "." + f.name + " " + strings.Join(args, " ")
	if strings.Trim(f.name, "+-*/%<>=!") == "" {
		e = args[0] + " " + f.name + " " + args[1]
	}
	if f.logic { // through a bool nothing comes
		return fmt.Sprintf("%s.bool (%s)", t, e)
	}
	return e
}

// scalarProgram gives all derivatives of one width by mode, and the differences in f64, in the same order.
func scalarProgram(t string, fs []scalarFunction) (program string, names []string) {
	parts := map[string][]string{}
	for _, f := range fs {
		ps := scalarPoints[f.name]
		if ps == nil {
			ps = otherPoints[f.arity]
		}
		vars := strings.Fields("x y z")[:f.arity]
		at := make([]string, f.arity)
		for i := range at {
			col := make([]string, len(ps))
			for k, p := range ps {
				col[k] = strconv.FormatFloat(p[i], 'g', -1, 64)
			}
			at[i] = "(map (+ zero) [" + strings.Join(col, ", ") + "])"
		}
		for i, v := range vars {
			args := append([]string{}, vars...)
			for j, x := range args {
				if j != i {
					args[j] = fmt.Sprintf("(%s.f64 %s)", t, x)
				}
			}
			args[i] = "v"
			g := fmt.Sprintf(`(\v -> %s)`, f.call(t, args))
			h := fmt.Sprintf(`(\%s -> %s)`, v, f.call("f64", vars))
			each := fmt.Sprintf(`map%s (\%s -> `, []string{"", "", "2", "3"}[f.arity], strings.Join(vars, " "))
			end := ") " + strings.Join(at, " ")
			parts["fwd"] = append(parts["fwd"], fmt.Sprintf("%sf64.%s (jvp %s (%s.f64 %s) 1)%s", each, t, g, t, v, end))
			parts["rev"] = append(parts["rev"], fmt.Sprintf("%sf64.%s (vjp %s (%s.f64 %s) 1)%s", each, t, g, t, v, end))
			parts["dif"] = append(parts["dif"], fmt.Sprintf("%sdifference %s %s%s", each, h, v, end))
			for _, p := range ps {
				names = append(names, fmt.Sprintf("%s.%s %v, argument %d", t, f.name, p, i))
			}
		}
	}
	b := &strings.Builder{}
	b.WriteString("def difference (f: f64 -> f64) (x: f64): f64 = let h = 1e-3 in (8 * (f (x + h) - f (x - h)) - (f (x + 2 * h) - f (x - 2 * h))) / (12 * h)\n")
	for _, mode := range []string{"fwd", "rev", "dif"} {
		fmt.Fprintf(b, "entry %s (zero: f64): []f64 =\n  %s\n", mode, strings.Join(parts[mode], "\n  ++ "))
	}
	return b.String(), names
}

// TestScalarDerivatives compares the derivative of every function of the float modules, in every width, forward and
// reverse, through source programs, with differences in f64 (RAIDO_FULL=1: every width on the device too).
func TestScalarDerivatives(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	bin := build(t)
	fs := scalarFunctions()
	if len(fs) < 55 {
		t.Fatalf("only %d functions found", len(fs))
	}
	for width, tolerance := range scalarTolerance {
		program, names := scalarProgram(width, fs)
		file := filepath.Join(t.TempDir(), width+".fut")
		if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		numbers := func(engine, entry string) []float64 {
			cmd := exec.Command(bin, "run", "--backend="+engine, "--entry="+entry, file)
			cmd.Stdin = strings.NewReader("0.0")
			out, err := cmd.CombinedOutput()
			var xs []float64
			for _, s := range strings.Split(strings.Trim(strings.TrimSpace(string(out)), "[]"), ", ") {
				s = strings.TrimSuffix(s, "f64")
				x, bad := strconv.ParseFloat(strings.TrimPrefix(s, "f64."), 64)
				if bad != nil || err != nil {
					t.Fatalf("%s %s: %v\n%s", engine, entry, err, out)
				}
				xs = append(xs, x)
			}
			return xs
		}
		want := numbers("interp", "dif")
		use := []string{"interp", "dual"}
		if width == "f32" || os.Getenv("RAIDO_FULL") == "1" { // the device's compiler takes seconds for each
			use = append(engineNames(t), "dual")
		}
		for _, engine := range use {
			for _, mode := range []string{"fwd", "rev"} {
				got := numbers(engine, mode)
				if len(got) != len(names) || len(want) != len(names) {
					t.Fatalf("%d and %d numbers, want %d", len(got), len(want), len(names))
				}
				for i, name := range names {
					if !(math.Abs(got[i]-want[i]) <= tolerance*(1+math.Abs(want[i]))) { // also for NaN
						t.Errorf("%s %s %s: %v, differences give %v", engine, mode, name, got[i], want[i])
					}
				}
			}
		}
	}
}
