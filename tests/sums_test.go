package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"raido/tests/turns"
)

// manyConstructors is a program with a sum type of n constructors, the last with a payload.
func manyConstructors(n int) string {
	var t, of, to strings.Builder
	for i := range n - 1 {
		fmt.Fprintf(&t, "#c%d | ", i)
		fmt.Fprintf(&of, "case %d -> #c%d ", i, i)
		fmt.Fprintf(&to, "case #c%d -> %d ", i, i)
	}
	fmt.Fprintf(&t, "#c%d f64", n-1)
	fmt.Fprintf(&of, "case _ -> #c%d x", n-1)
	fmt.Fprintf(&to, "case #c%d x -> %d + x * x", n-1, n)
	return "type t = " + t.String() + "\ndef of (i: i64) (x: f64): t = match i " + of.String() +
		"\ndef to (v: t): f64 = match v " + to.String() + `
entry back (is: []i64) = let vs = map (\i -> of i 0.5) is in map to (reverse vs)
entry equal (is: []i64) = map (\i -> map (\j -> of i 1 == of j 1) is) is
entry slope (is: []i64) = map (\i -> (vjp to (of i 3) 1 |> to) + jvp (\x -> to (of i x)) 3 1) is
`
}

// TestManyConstructors: sums of one to a thousand constructors, on both sides of the widths of a tag, on all engines, by turns.
func TestManyConstructors(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	t.Parallel()
	raido := build(t)
	for _, n := range []int{1, 2, 127, 128, 129, 255, 256, 257, 1000} {
		if !turns.Has(fmt.Sprint(n, " constructors")) {
			continue
		}
		path := filepath.Join(t.TempDir(), "sums.fut")
		if err := os.WriteFile(path, []byte(manyConstructors(n)), 0o600); err != nil {
			t.Fatal(err)
		}
		is := []int{0, 1, 126, 127, 128, 254, 255, 256, 998}
		var in, back, equal, slope []string
		kind := func(i int) int { return min(i, n-1) }
		for _, i := range is {
			in = append(in, fmt.Sprintf("%di64", i))
			value, d := float64(kind(i)), 0.0
			s := value
			if kind(i) == n-1 { // with a payload: x * x at 3
				value, d = float64(n)+0.25, 6
				s = float64(n) + d*d + d
			}
			back = append([]string{fmt.Sprintf("%.2f", value)}, back...)
			slope = append(slope, fmt.Sprintf("%.2f", s))
			for _, j := range is {
				equal = append(equal, fmt.Sprint(kind(i) == kind(j)))
			}
		}
		entries := map[string][]string{"back": back, "equal": equal, "slope": slope}
		engines := []string{"interp", "dual"}
		switch n {
		case 257: // compiling takes its time
			engines = append(engines, "opencl")
		case 1000:
			engines, entries = engines[:1], map[string][]string{"back": back, "slope": slope}
		}
		for _, engine := range engines {
			for entry, want := range entries {
				cmd := exec.Command(raido, "run", "--backend", engine, "--entry", entry, path)
				cmd.Stdin = strings.NewReader("[" + strings.Join(in, ", ") + "]")
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%d constructors, %s, %s: %v\n%s", n, engine, entry, err, out)
				}
				if got := plainNumbers(string(out)); got != strings.Join(want, " ") {
					t.Errorf("%d constructors, %s, %s: %s, want %s", n, engine, entry, got, strings.Join(want, " "))
				}
			}
		}
	}
}

// plainNumbers are the elements of an array as text, floats with two decimals.
func plainNumbers(text string) string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[], \n", r) }) {
		var x float64
		if number, ok := strings.CutSuffix(w, "f64"); ok {
			fmt.Sscan(number, &x)
			w = fmt.Sprintf("%.2f", x)
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}
