package tests

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"raido/backend/engines"
	"raido/tests/turns"
)

// TestLanguage runs the test blocks of the programs under lang, as a user would: raido test, on every backend
// that is there. Programs take turns on the device (turns.Has). The driver's compiler optimises programs of arrays, and with RAIDO_FULL=1 all.
func TestLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	bin := build(t)
	turn, others := byTurn("language", programsIn("lang"))
	optimised := map[bool][]string{}
	for _, f := range turn {
		folder := filepath.Base(filepath.Dir(f))
		of := slices.Contains([]string{"accs", "arrays", "floats", "parallel", "programs", "slices", "soacs", "update"}, folder)
		of = of || os.Getenv("RAIDO_FULL") == "1"
		optimised[of] = append(optimised[of], f)
	}
	for of, programs := range optimised {
		t.Run(fmt.Sprintf("optimised %v", of), func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(bin, append([]string{"test"}, programs...)...)
			if cmd.Env = os.Environ(); !of && os.Getenv("RAIDO_LIMITS") == "" {
				cmd.Env = append(cmd.Env, "RAIDO_LIMITS=normal,Plain=true")
			}
			allRight(t, cmd, len(programs))
		})
	}
	if len(others) > 0 {
		allRight(t, exec.Command(bin, append([]string{"test", "--backend", "interp"}, others...)...), len(others))
	}
}

// programsIn are the files of folders and below that have test blocks, and files themselves.
func programsIn(parts ...string) (out []string) {
	for _, part := range parts {
		filepath.WalkDir(part, func(path string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".fut" {
				if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), "\n-- ==\n") {
					out = append(out, path)
				}
			}
			return err
		})
	}
	return out
}

// byTurn are the cases of a test that have their turn on the device in this run, and the others.
func byTurn(test string, cases []string) (turn, others []string) {
	for _, c := range cases {
		if turns.Has(test + " " + c) {
			turn = append(turn, c)
		} else {
			others = append(others, c)
		}
	}
	return turn, others
}

// allRight runs raido test, which should find that many programs or more, all right and with nothing left out.
func allRight(t *testing.T, cmd *exec.Cmd, least int) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	for _, part := range regexp.MustCompile(`(?m)^FAIL (?s:.*?)\n(?:$|\S)`).FindAllString(string(out), -1) {
		t.Error(part)
	}
	m := regexp.MustCompile(`(?m)^(\d+) programs, (\d+) failed; (.*)$`).FindStringSubmatch(string(out))
	if m == nil || err != nil || m[2] != "0" {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(m[0])
	if n, _ := strconv.Atoi(m[1]); n < least {
		t.Errorf("only %d programs", n)
	}
	if strings.Contains(m[3], "skipped") {
		t.Errorf("tests are left out: %s", m[3])
	}
}

// smallest are the parts of the programs that also run with small limits (see lang/limits), where a handful of elements take the
// forms of code that large data take: all with RAIDO_FULL=1, else those that differ most.
var smallest = []struct {
	shape string
	parts []string
}{
	{"cpu", []string{"lang/parallel", "lang/soacs", "lang/loops", "lang/programs", "lang/update", "lang/accs", "lang/arrays", "lang/slices", "ad/operators.fut", "ad/buckets.fut"}},
	{"gpu", []string{"lang/parallel", "lang/soacs", "lang/loops", "lang/update", "lang/accs"}},
}

// TestLanguageSmall runs programs in the forms for large data, in both shapes, by turns (turns.Has). RAIDO_LIMITS may ask for other limits than small. In the
// shape for CPUs the device gives the bits that the embedded engine gives.
func TestLanguageSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	needDevice(t)
	bin := build(t)
	for _, s := range smallest {
		t.Run(s.shape, func(t *testing.T) {
			t.Parallel()
			parts := s.parts
			if os.Getenv("RAIDO_FULL") == "1" {
				parts = []string{"lang", "ad"}
			}
			turn, _ := byTurn("small "+s.shape, programsIn(parts...))
			got := digests(t, bin, "opencl", smallEnv("RAIDO_SHAPE="+s.shape), turn...)
			if len(got) < len(turn) {
				t.Errorf("%d of %d programs ran", len(got), len(turn))
			}
			if s.shape != "cpu" {
				return
			}
			if d := differing(got, embeddedSmall(t, bin)); len(d) > 0 {
				t.Errorf("other bits than the embedded engine's in %v", d)
			}
		})
	}
}

// embeddedSmall are the digests of programs on the embedded engine in the forms for large data.
func embeddedSmall(t *testing.T, bin string) map[string]string {
	small.Do(func() { small.digests = digests(t, bin, "wasm", smallEnv(), smallest[0].parts...) })
	return small.digests
}

// small is what embeddedSmall has found.
var small struct {
	sync.Once
	digests map[string]string
}

// TestLanguageEmbedded runs all programs on the embedded engine, and those parts in the forms for large data.
func TestLanguageEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	t.Parallel()
	bin := build(t)
	if n := len(digests(t, bin, "wasm", nil, "lang", "ad/operators.fut", "ad/buckets.fut", "ad/loops.fut")); n < 200 {
		t.Errorf("only %d programs", n)
	}
	if n := len(embeddedSmall(t, bin)); n < 50 {
		t.Errorf("only %d programs in the forms for large data", n)
	}
}

// shapes are the environments in which small data run every form of code: both shapes, and lanes as a CPU chooses them itself.
var shapes = []struct{ name, shape, limits string }{
	{"cpu", "cpu", "small"},
	{"cpu lanes", "cpu", "small,Lanes=0"},
	{"gpu", "gpu", "small,Lanes=0"},
}

// comparisons are the tests that compare engines, or ways to take derivatives, on a device if there is one.
const comparisons = "^(TestDerivatives|TestScalarDerivatives|TestFailuresAgree|TestSlices|TestManyConstructors|TestJacobian|TestGrad|TestHessian|TestCompressed)$"

// TestComparisonsSmall runs those tests with small limits, each in a process of its own (RAIDO_FULL=1).
func TestComparisonsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	needDevice(t)
	if os.Getenv("RAIDO_FULL") != "1" {
		t.Skip("they take minutes; RAIDO_FULL=1 asks for them")
	}
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run", comparisons, "-test.timeout", "30m")
			cmd.Env = append(os.Environ(), "RAIDO_FULL=0", "RAIDO_SHAPE="+s.shape, "RAIDO_LIMITS="+s.limits)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%.20000s", err, out)
			}
		})
	}
}

// smallEnv asks for small limits, if none are chosen already.
func smallEnv(more ...string) []string {
	if os.Getenv("RAIDO_LIMITS") == "" {
		more = append(more, "RAIDO_LIMITS=small")
	}
	return more
}

// needDevice skips a test where there is no device.
func needDevice(t *testing.T) {
	t.Helper()
	e, err := engines.Open("opencl")
	if err != nil {
		t.Skip(err)
	}
	e.Close()
}

// built is where the command lies, once one of the tests has asked for it.
var built struct {
	sync.Once
	dir, said string
	err       error
}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(code)
}

// build makes the command, once for all tests of the package.
func build(t *testing.T) string {
	t.Helper()
	built.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "raido-tests"); built.err != nil {
			return
		}
		build := exec.Command("go", "build", "-o", filepath.Join(built.dir, "raido"), "../kernel/raido")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		var out []byte
		out, built.err = build.CombinedOutput()
		built.said = string(out)
	})
	if built.err != nil {
		t.Fatalf("%v\n%s", built.err, built.said)
	}
	return filepath.Join(built.dir, "raido")
}

// TestLanguageReasons checks that every program says in its first line what it is for.
func TestLanguageReasons(t *testing.T) {
	files, err := filepath.Glob("lang/*/*.fut")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		line, rest, _ := strings.Cut(string(text), "\n")
		if !regexp.MustCompile(`^-- \S.{15,}`).MatchString(line) {
			t.Errorf("%s: the first line gives no reason: %s", f, line)
		}
		if !strings.Contains(rest, "\n-- ==\n") && !strings.HasPrefix(rest, "-- ==\n") && !strings.Contains(line, "imported") {
			t.Errorf("%s has no test block", f)
		}
	}
}
