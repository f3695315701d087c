package backend

import (
	"path/filepath"
	"reflect"
	"testing"
)

// TestPassesHaveGoldenCases: each pass of both pipelines has a folder of cases in the package that it is of, testdata/PASS, whose tests
// run what is there (golden.Passes). A function that runs several times has its first name.
func TestPassesHaveGoldenCases(t *testing.T) {
	seen := map[uintptr]bool{}
	check := func(name string, pass any, packages ...string) {
		fn := reflect.ValueOf(pass).Pointer()
		if seen[fn] {
			return
		}
		seen[fn] = true
		n := 0
		for _, pkg := range packages {
			files, err := filepath.Glob(filepath.Join("..", pkg, "testdata", name, "*.txtar"))
			if err != nil {
				t.Fatal(err)
			}
			n += len(files)
		}
		if n < 3 {
			t.Errorf("the pass %s has %d golden cases, testdata/%s/*.txtar in %v; 3 show what it is for", name, n, name, packages)
		}
	}
	for _, pass := range Pipeline {
		check(pass.Name, pass.Fn, "lang/opt", "lang/opt/*", "lang/sparse", "ad")
	}
	for _, pass := range KernelPipeline {
		check(pass.Name, pass.Fn, "backend/*")
	}
}
