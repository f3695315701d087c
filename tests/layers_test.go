package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// layers reads the table of ARCHITECTURE.md: package -> layer.
func layers(t *testing.T) map[string]int {
	text, err := os.ReadFile(filepath.Join("..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \|`).FindAllStringSubmatch(string(text), -1) {
		for _, p := range strings.Split(m[2], ",") {
			n := 0
			for _, d := range m[1] {
				n = n*10 + int(d-'0')
			}
			out[strings.TrimSpace(p)] = n
		}
	}
	return out
}

// TestLayers compares what packages import with the table of ARCHITECTURE.md: lower layers only.
func TestLayers(t *testing.T) {
	table := layers(t)
	if len(table) < 25 {
		t.Fatalf("only %d packages in the table of ARCHITECTURE.md", len(table))
	}
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}}: {{join .Imports \" \"}}", "raido/...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		path, imports, _ := strings.Cut(line, ": ")
		pkg := strings.TrimPrefix(path, "raido/")
		if strings.HasPrefix(pkg, "tests") {
			continue
		}
		layer, ok := table[pkg]
		if !ok {
			t.Errorf("package %s is not in the table of ARCHITECTURE.md", pkg)
			continue
		}
		seen[pkg] = true
		for _, imp := range strings.Fields(imports) {
			dep, ok := strings.CutPrefix(imp, "raido/")
			if !ok {
				continue
			}
			if strings.HasPrefix(dep, "tests") {
				t.Errorf("%s imports %s, which is for tests", pkg, dep)
			} else if table[dep] >= layer {
				t.Errorf("%s (layer %d) imports %s (layer %d)", pkg, layer, dep, table[dep])
			}
		}
	}
	for p := range table {
		if !seen[p] {
			t.Errorf("ARCHITECTURE.md lists %s, which is not there", p)
		}
	}
}
