package rev_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/lang/core"
)

var update = flag.Bool("update", false, "rewrite the wanted output in testdata")

// TestGolden compares derivatives as text: above the line "-- vjp" stands the primal, below its derivative.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	const mark = "-- vjp\n"
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in, want, _ := strings.Cut(string(data), mark)
			got := core.Canon(vjp(t, parse(t, in)))
			if *update {
				if err := os.WriteFile(file, []byte(in+mark+got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
