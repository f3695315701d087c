package backend

import (
	"os"
	"path"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestKernelOrder: the passes are in the order that they need, and each has a name of its own.
func TestKernelOrder(t *testing.T) {
	at := map[string]int{}
	for i, p := range KernelPipeline {
		if _, twice := at[p.Name]; twice {
			t.Errorf("two passes are named %s", p.Name)
		}
		at[p.Name] = i
	}
	for _, o := range KernelOrder {
		first, ok := at[o.First]
		then, ok2 := at[o.Then]
		if !ok || !ok2 {
			t.Errorf("the order of %s and %s: there is no such pass", o.First, o.Then)
		} else if first >= then {
			t.Errorf("%s must come before %s: %s", o.First, o.Then, o.Why)
		}
	}
}

// TestKernelPassesAreExplained: the doc.go of the package that a pass is in has its name.
func TestKernelPassesAreExplained(t *testing.T) {
	for _, p := range KernelPipeline {
		name, _, _ := strings.Cut(path.Base(runtime.FuncForPC(reflect.ValueOf(p.Fn).Pointer()).Name()), ".")
		doc, err := os.ReadFile(path.Join(name, "doc.go"))
		if err != nil {
			t.Error(err)
		} else if !regexp.MustCompile(`(?m)^//(\t| .*\b)` + p.Name + `\b`).Match(doc) {
			t.Errorf("backend/%s/doc.go does not say what the pass %s does", name, p.Name)
		}
	}
}
