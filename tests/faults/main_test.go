//go:build linux

package faults

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"raido/tests/load"
)

// raido is the binary under test, built once.
var raido string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	flag.Parse()
	if testing.Short() {
		return m.Run() // nothing needs the binary
	}
	dir, err := os.MkdirTemp("", "raido-faults-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	raido = filepath.Join(dir, "raido")
	cmd := exec.Command("go", "build", "-o", raido, "raido/kernel/raido")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	os.Setenv("RAIDO_DRIVER_PATIENCE", load.Bound(5*time.Second).String())
	status := m.Run()
	printTable()
	return status
}

// outcome is what came of one case.
type outcome struct {
	group, name string // group: "driver", "kill", "memory", "disk"; name: what fails
	came        string // of it, in a few words that many cases share: "answered", "error E1314"
	took        time.Duration
}

var table struct {
	sync.Mutex
	rows []outcome
}

// record enters what came of a case into the table.
func record(group, name, came string, took time.Duration) {
	table.Lock()
	defer table.Unlock()
	table.rows = append(table.rows, outcome{group, name, came, took})
}

// printTable prints the cases by group and outcome: how many, how long the longest took, which.
func printTable() {
	type key struct{ group, came string }
	names := map[key][]string{}
	longest := map[key]time.Duration{}
	var keys []key
	for _, o := range table.rows {
		k := key{o.group, o.came}
		if names[k] == nil {
			keys = append(keys, k)
		}
		names[k] = append(names[k], o.name)
		longest[k] = max(longest[k], o.took)
	}
	slices.SortFunc(keys, func(a, b key) int { return strings.Compare(a.group+a.came, b.group+b.came) })
	for _, k := range keys {
		slices.Sort(names[k])
		fmt.Printf("%-8s %-28s %3d  at most %6.1f s  %s\n", k.group, k.came, len(names[k]), longest[k].Seconds(), strings.Join(names[k], ", "))
	}
	fmt.Printf("%d cases\n", len(table.rows))
}
