package backend

import (
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// TestPassesHaveGoldenCases: each pass of the pipeline has a folder of cases in the package of its function, testdata/PASS, whose tests
// run what is there (golden.Passes).
func TestPassesHaveGoldenCases(t *testing.T) {
	for _, pass := range Pipeline {
		name, _, _ := strings.Cut(pass.Name, "-") // simplify-fused is another run of simplify
		fn := runtime.FuncForPC(reflect.ValueOf(pass.Fn).Pointer()).Name()
		pkg, _, _ := strings.Cut(strings.TrimPrefix(fn, "raido/"), ".")
		cases := filepath.Join("..", pkg, "testdata", name, "*.txtar")
		if files, err := filepath.Glob(cases); err != nil || len(files) < 3 {
			t.Errorf("the pass %s (%s) has %d golden cases at %s; 3 show what it is for", pass.Name, fn, len(files), cases)
		}
	}
}
