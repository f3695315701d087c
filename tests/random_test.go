package tests

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRandomPrograms makes well-typed programs at random and demands that every backend gives what the
// interpreter gives, OpenCL by turns (turns.Has). RAIDO_RANDOM is the number of programs, RAIDO_SEED the first seed.
func TestRandomPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	t.Parallel()
	count, seed := 4, 1
	if n, err := strconv.Atoi(os.Getenv("RAIDO_RANDOM")); err == nil {
		count = n
	}
	if n, err := strconv.Atoi(os.Getenv("RAIDO_SEED")); err == nil {
		seed = n
	}
	dir := t.TempDir()
	for i := range count {
		text := randomProgram(uint64(seed + i))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("seed%d.fut", seed+i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	bin, programs := build(t), programsIn(dir)
	runRandom(t, nil, bin, append([]string{"--backend", "wasm"}, programs...)...)
	runRandom(t, smallEnv(), bin, append([]string{"--backend", "wasm"}, programs...)...)
	needDevice(t)
	for _, shape := range []string{"", "cpu", "gpu"} { // the latter in the forms for large data
		turn, _ := byTurn("random "+shape, programs)
		if len(turn) == 0 || t.Failed() {
			continue
		}
		var env []string
		if shape != "" {
			env = smallEnv("RAIDO_SHAPE=" + shape)
		}
		runRandom(t, env, bin, append([]string{"--backend", "opencl"}, turn...)...)
	}
}

func runRandom(t *testing.T, env []string, bin string, args ...string) {
	t.Helper()
	cmd := exec.Command(bin, append([]string{"test"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return
	}
	t.Errorf("%v\n%s", err, out)
	for _, m := range regexp.MustCompile(`FAIL .*seed(\d+)\.fut`).FindAllStringSubmatch(string(out), -1) {
		n, _ := strconv.Atoi(m[1])
		t.Logf("seed %d:\n%s", n, randomProgram(uint64(n)))
	}
}

// randomProgram is a program with some entry points and inputs for them.
func randomProgram(seed uint64) string {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 0))}
	var names []string
	var defs strings.Builder
	for i := range 6 {
		names = append(names, fmt.Sprintf("e%d", i))
		v := vars{s: []string{"k"}, a: []string{"xs"}}
		parts := []func(vars, int) string{g.array, g.scalar, g.matrix}
		first, second := g.IntN(3), g.IntN(3)
		fmt.Fprintf(&defs, "entry e%d [n] (xs: [n]i64) (k: i64) = (%s, %s)\n", i, parts[first](v, 4), parts[second](v, 4))
	}
	return "-- A random program.\n-- ==\n-- entry: " + strings.Join(names, " ") + `
-- input { [3i64, -1, 4, 1, -5] 2i64 } auto output
-- input { [7i64] -3i64 } auto output
-- random input { [40]i64 5i64 } auto output
` + defs.String()
}

// gen writes expressions: scalars of type i64, arrays of type [n]i64, matrices of type [n][3]i64. They never
// fail where n > 0.
type gen struct {
	*rand.Rand
	names int
}

// vars are the variables in scope by type.
type vars struct{ s, a, m []string }

func (v vars) with(s, a, m []string) vars {
	return vars{slices.Concat(v.s, s), slices.Concat(v.a, a), slices.Concat(v.m, m)}
}

func (v vars) scalar(names ...string) vars { return v.with(names, nil, nil) }

func (v vars) array(names ...string) vars { return v.with(nil, names, nil) }

func (g *gen) pick(xs ...string) string { return xs[g.IntN(len(xs))] }

func (g *gen) fresh() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

func (g *gen) number() string { return fmt.Sprintf("(%d)", g.IntN(13)-3) }

// operator is an associative operator with its neutral element.
func (g *gen) operator() string {
	return g.pick("(+) 0", "i64.max i64.lowest", "i64.min i64.highest", `(\p q -> p + q) 0`)
}

func (g *gen) scalar(v vars, d int) string {
	if d <= 0 {
		return g.pick(append(slices.Clone(v.s), g.number())...)
	}
	a := func() string { return g.scalar(v, d-1) }
	f := fmt.Sprintf
	x, y := g.fresh(), g.fresh()
	switch g.IntN(16) {
	case 0, 1:
		return f("(%s %s %s)", a(), g.pick("+", "-", "*"), a())
	case 2:
		return f("(%s %s %s)", a(), g.pick("%", "/", "//", "%%"), g.pick("3", "7", "(-2)", "5"))
	case 3:
		return f("(if %s %s %s then %s else %s)", a(), g.pick("<", "==", ">="), a(), a(), a())
	case 4:
		return f("(i64.%s %s %s)", g.pick("max", "min"), a(), a())
	case 5:
		return f("(reduce %s %s)", g.operator(), g.array(v, d-1))
	case 6:
		return f("%s[%s %% n]", g.pick(v.a...), a())
	case 7:
		return f("(let %s = %s in %s)", x, a(), g.scalar(v.scalar(x), d-1))
	case 8:
		return f("(loop %s = %s for %s < %d do %s %% 1000)", x, a(), y, g.IntN(5), g.scalar(v.scalar(x, y), d-1))
	case 9:
		return f("(loop %s = %s while %s < %d && %s > -50 do %s + i64.abs (%s) %% 9 + 1)", x, a(), x, g.IntN(50), x, x, g.scalar(v.scalar(x), d-2))
	case 10:
		return f(`(length (filter (\z -> z %% %d == %d) %s))`, 2+g.IntN(3), g.IntN(2), g.array(v, d-1))
	case 11:
		return f("(let %s = %s in %s)", x, g.array(v, d-1), g.scalar(v.array(x), d-1))
	case 12:
		return f("(i64.sum (flatten %s))", g.matrix(v, d-1))
	case 13:
		return f(`(let (%s, %s) = reduce (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest) (zip %s %s) in %s)`,
			x, y, g.array(v, d-1), g.array(v, d-1), g.scalar(v.scalar(x, y), d-1))
	case 14:
		return f("(i64.sum %s[::%s])", g.array(v, d-1), g.pick("2", "-1", "-2", "3"))
	}
	return f("(last (scan %s %s))", g.operator(), g.array(v, d-1))
}

func (g *gen) array(v vars, d int) string {
	if d <= 0 {
		return g.pick(append(slices.Clone(v.a), "(iota n)")...)
	}
	b := func() string { return g.array(v, d-1) }
	f := fmt.Sprintf
	x, y := g.fresh(), g.fresh()
	inner := v.scalar(x)
	switch g.IntN(19) {
	case 0, 1:
		return f(`(map (\%s -> %s) %s)`, x, g.scalar(inner, d-1), b())
	case 2:
		return f(`(map2 (\%s %s -> %s) %s %s)`, x, y, g.scalar(v.scalar(x, y), d-1), b(), b())
	case 3:
		return f("(scan %s %s)", g.operator(), b())
	case 4:
		return f("(rotate %s %s)", g.scalar(v, 0), b())
	case 5:
		return f("(reverse %s)", b())
	case 6:
		return f("(copy %s with [%s %% n] = %s)", b(), g.scalar(v, d-1), g.scalar(v, d-1))
	case 7: // equal values, since the places may be equal
		return f(`(scatter (copy %s) (map (\q -> q %% 8 - 1) %s) (replicate n %s))`, b(), b(), g.scalar(v, d-1))
	case 8:
		return f(`(reduce_by_index (copy %s) %s (map (\q -> q %% 11 - 2) %s) %s)`, b(), g.operator(), b(), b())
	case 9:
		return f("(loop (%s: [n]i64) = %s for %s < %d do map (%% 1000) %s)", x, b(), y, g.IntN(4), g.array(v.with([]string{y}, []string{x}, nil), d-1))
	case 10:
		return f("(if %s < %s then %s else %s)", g.scalar(v, d-1), g.scalar(v, d-1), b(), b())
	case 11:
		return f(`(map (\%s -> reduce (+) 0 %s) %s)`, x, g.array(inner, d-1), b())
	case 12:
		return f(`(map (\%s -> i64.sum %s) %s)`, x, x, g.matrix(v, d-1))
	case 13:
		return f(`(map (\%s -> %s) %s)`, x, g.scalar(v.scalar(x+"[0]", x+"[2]"), d-1), g.matrix(v, d-1))
	case 14:
		return f("((transpose %s)[%s %% 3])", g.matrix(v, d-1), g.scalar(v, d-1))
	case 15:
		return f("(let %s = %s in %s)", x, g.matrix(v, d-1), g.array(v.with(nil, nil, []string{x}), d-1))
	case 16:
		return f(`(let (%s, %s) = unzip (map (\z -> (z + 1, z * 2)) %s) in %s)`, x, y, b(), g.array(v.array(x, y), d-1))
	case 17:
		return f("(let %s = %s in %s)", x, b(), g.array(v.array(x), d-1))
	}
	return f("(loop %s = copy %s for %s < %d do let w = %s in %s with [%s %% n] = w)", x, b(), y, g.IntN(4), g.scalar(v.scalar(y, x+"[0]"), d-1), x, y)
}

func (g *gen) matrix(v vars, d int) string {
	f := fmt.Sprintf
	if d <= 0 {
		return g.pick(append(slices.Clone(v.m), f(`(map (\z -> [z, z + 1, -z]) %s)`, g.pick(v.a...)))...)
	}
	b := func() string { return g.matrix(v, d-1) }
	x, y := g.fresh(), g.fresh()
	inner := v.scalar(x)
	switch g.IntN(11) {
	case 0:
		return f(`(map (\%s -> [%s, %s, %s]) %s)`, x, g.scalar(inner, d-1), x, g.scalar(inner, d-1), g.array(v, d-1))
	case 1:
		return f(`(map (map (\%s -> %s)) %s)`, x, g.scalar(inner, d-1), b())
	case 2:
		return f("(%s %s)", g.pick("reverse", "map reverse"), b())
	case 3:
		return f("(map (scan %s) %s)", g.operator(), b())
	case 4:
		return f("(scan (map2 (+)) (replicate 3 0) %s)", b())
	case 5:
		return f(`(transpose (map (\%s -> scan %s %s) (transpose %s)))`, x, g.operator(), x, b())
	case 6:
		return f("(copy %s with [%s %% n] = [%s, 1, %s])", b(), g.scalar(v, d-1), g.scalar(v, d-1), g.scalar(v, d-1))
	case 7:
		return f("(copy %s with [:, %d] = %s)", b(), g.IntN(3), g.array(v, d-1))
	case 8:
		return f(`(map2 (\%s r -> copy r with [%s %% 3] = %s) %s %s)`, x, x, g.scalar(v.scalar(x, "r[1]"), d-1), g.array(v, d-1), b())
	case 9:
		return f("(if %s < %s then %s else %s)", g.scalar(v, d-1), g.scalar(v, d-1), b(), b())
	}
	return f("(loop (%s: [n][3]i64) = %s for %s < %d do map (map (%% 100)) %s)", x, b(), y, g.IntN(4), g.matrix(v.with([]string{y}, nil, []string{x}), d-1))
}
