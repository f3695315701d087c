package ordinary

import (
	"os"
	"path/filepath"
	"testing"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/lower"
)

// TestWorkIsKnown: the work of each loop on the host is computed from the sizes of the arguments, so that it runs as one task where it is small.
// An operator that the estimate did not follow once made the gradient of a maximum in a loop 20 times as slow as its task.
func TestWorkIsKnown(t *testing.T) {
	shared := os.Getenv("RAIDO_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	for _, pattern := range []string{"progs/*.fut", "../gradbench/*.fut", "../adbench/*.fut", shared + "/ordinary/progs/*.fut"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 && filepath.Dir(pattern) != filepath.Join(shared, "ordinary/progs") {
			t.Fatal("no programs", err)
		}
		for _, file := range files {
			switch filepath.Base(file) {
			case "det.fut", "lifting.fut", "mgrid.fut":
				continue // their arrays grow or shrink from row to row, or halve from grid to grid: no task has room for what is not known before
			}
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				known(t, file)
			})
		}
	}
}

// known looks at the loops of all entry points of a program.
func known(t *testing.T, file string) {
	for _, d := range program(t, file).Entries {
		p, _, err := lower.Program(d)
		if err != nil {
			t.Fatal(err)
		}
		if p, err = backend.Passes(p); err != nil {
			t.Fatal(err)
		}
		s, err := flat.Program(p)
		if err != nil {
			continue // it is a task only
		}
		seg.WalkHost(s.Body, func(h seg.HostStm) {
			small, ok := h.(*seg.HSmall)
			if !ok {
				return
			}
			for _, part := range small.Work.Parts {
				if n, ok := core.IntConst(part.All); ok && n >= seg.HugeWork {
					t.Errorf("%s: the work of a loop is not known", d.Sym.Name)
				}
			}
		})
	}
}
