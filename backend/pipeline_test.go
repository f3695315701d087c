package backend

import (
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// TestPassesHaveGoldenCases: each pass of both pipelines has a folder of cases in the package of its function, testdata/PASS, whose tests
// run what is there (golden.Passes). A function that runs several times has its first name.
func TestPassesHaveGoldenCases(t *testing.T) {
	seen := map[string]bool{}
	check := func(name string, pass any) {
		fn := runtime.FuncForPC(reflect.ValueOf(pass).Pointer()).Name()
		if seen[fn] {
			return
		}
		seen[fn] = true
		pkg, _, _ := strings.Cut(strings.TrimPrefix(fn, "raido/"), ".")
		cases := filepath.Join("..", pkg, "testdata", name, "*.txtar")
		if files, err := filepath.Glob(cases); err != nil || len(files) < 3 {
			t.Errorf("the pass %s (%s) has %d golden cases at %s; 3 show what it is for", name, fn, len(files), cases)
		}
	}
	for _, pass := range Pipeline {
		check(pass.Name, pass.Fn)
	}
	for _, pass := range KernelPipeline {
		check(pass.Name, pass.Fn)
	}
}
