package adtext

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/lang/check/scope"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/spec"
	"raido/lang/types"
	"raido/lang/value"
	"raido/tests/turns"
)

// TestPrograms takes the entry points of the test programs through %ad and back, by turns.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	kinds, turn, total := map[string]int{}, 0, 0
	for _, glob := range []string{"../lang/*/*.fut", "../ad/*.fut"} {
		files, err := filepath.Glob(glob)
		if err != nil || len(files) == 0 {
			t.Fatal("no programs", err)
		}
		for _, file := range files {
			if total++; turns.Has("adtext " + file) {
				turn++
				program(t, file, kinds)
			}
		}
	}
	t.Logf("derivatives by outcome, of %d of %d programs: %v", turn, total, kinds)
	if kinds[""] < 700*turn/total || unsayable > 8 {
		t.Errorf("%d derivatives are the same, and %d cannot be said", kinds[""], unsayable)
	}
}

// unsayable counts the derivatives for which Futhark has no words.
var unsayable int

// program checks the entry points of a file, each at its first input.
func program(t *testing.T, file string, kinds map[string]int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Parse(string(text))
	if err != nil || s.Error != nil {
		return
	}
	prog, ds := load.New().Program(file, string(text))
	if len(ds.Errors()) > 0 {
		return
	}
	for _, def := range prog.Entries {
		for _, c := range s.Cases {
			if c.Entry != def.Sym.Name || c.Error != nil || c.Input.IsScript {
				continue
			}
			in, err := c.Input.Values(filepath.Dir(file))
			if err == nil {
				entry(t, file, prog.Env, def, in, kinds)
			}
			break
		}
	}
}

func entry(t *testing.T, file string, env *scope.Env, def *types.Def, in []value.Value, kinds map[string]int) {
	defer func() {
		if r := recover(); r != nil {
			kinds["none"]++ // it cannot be lowered
		}
	}()
	_, iface, err := lower.Program(def)
	if err != nil {
		return
	}
	point, err := iface.Leaves(in)
	if err != nil {
		return
	}
	for _, forward := range []bool{false, true} {
		out := Check(env, def, point, forward)
		if out.Kind == "check" && unsized[filepath.Base(file)+" "+def.Sym.Name] {
			unsayable++
			continue
		}
		if strings.Contains(out.Why, "polygamma") { // the derivative of a gamma function, which the prelude does not have
			unsayable++
			continue
		}
		kinds[out.Kind]++
		if out.Failed() {
			t.Errorf("%s: %s, forward %v: %s: %s\n%s", file, def.Sym.Name, forward, out.Kind, out.Why, out.Text)
		}
	}
}

// unsized are derivatives in which the size of an array that a loop carries is a variable of the loop and the length of a part of a
// tape, or the size of another array, at once, which the checker takes for two sizes.
var unsized = map[string]bool{"arrays.fut a": true, "nested_sizes_vary.fut one_of_two": true}
