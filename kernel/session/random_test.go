package session

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// randomDefinitions makes the texts of definitions that depend on each other. What a definition is (a function and of how many arguments, a
// constant, a record or not) is drawn anew each time, and it does not know what the others have become: so it often no longer fits. The name
// of rank i mentions names of lower ranks only.
type randomDefinitions struct {
	*rand.Rand
	ranks int
}

// define gives a text for the name of rank i.
func (r randomDefinitions) define(i int) string {
	name := fmt.Sprintf("n%d", i)
	switch r.IntN(11) {
	case 0, 1:
		return fmt.Sprintf("def %s (x: i64) = %s + x", name, r.use(i, "x"))
	case 2:
		return fmt.Sprintf("def %s (x: i64) (y: i64) = %s * y", name, r.use(i, "x"))
	case 3:
		return fmt.Sprintf("def %s = %s", name, r.use(i, "2"))
	case 4:
		return fmt.Sprintf("def %s = {f = %s, g = 1i64}", name, r.use(i, "3"))
	case 5:
		return fmt.Sprintf("module %s = { def f (x: i64) = %s def g = 2i64 }", name, r.use(i, "x"))
	case 6, 7:
		return fmt.Sprintf("let %s = %s", name, r.use(i, "4"))
	case 8:
		return fmt.Sprintf("type n%d = %s", i, []string{"i64", "{f: i64}", "(i64, i64)", r.typ(i)}[r.IntN(4)])
	case 9:
		return fmt.Sprintf("def %s (x: %s) = %s", name, r.typ(i), []string{"x", "x.f", "x + 1", "x.0"}[r.IntN(4)])
	}
	return fmt.Sprintf("def %[1]s (n%[2]d: i64) = n%[2]d + %[3]s", name, r.IntN(r.ranks), r.use(i, "5")) // a parameter may hide a name
}

// use is an expression that mentions a name of a lower rank in one of the forms that it could have.
func (r randomDefinitions) use(i int, arg string) string {
	if i == 0 {
		return arg
	}
	n := fmt.Sprintf("n%d", r.IntN(i))
	return []string{n, n + " " + arg, n + " " + arg, n + " " + arg + " 1", n + ".f", n + ".f " + arg, n + ".g", arg}[r.IntN(8)]
}

func (r randomDefinitions) typ(i int) string {
	if i == 0 || r.IntN(3) == 0 {
		return "i64"
	}
	return fmt.Sprintf("n%d", r.IntN(i))
}

// TestRandomDefinitions: cells define names anew, in changing forms. After them the notebook agrees with one that gets the latest text of each
// definition alone, in the order of dependence: on whether and why a name can't be used, and on what it is.
func TestRandomDefinitions(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	runs := 60
	if n, err := strconv.Atoi(os.Getenv("RAIDO_RANDOM")); err == nil {
		runs = n
	}
	agreed, failed := 0, 0
	for seed := range uint64(runs) {
		r := randomDefinitions{rand.New(rand.NewPCG(seed, 7)), 3 + int(seed%4)}
		long := newNotebookTest(t)
		latest := map[string]string{}
		var log []string
		for range 4 + r.IntN(12) {
			var cell []string
			given := map[string]string{}
			for range 1 + r.IntN(3) {
				i := r.IntN(r.ranks)
				text := r.define(i)
				cell = append(cell, text)
				given[key(text)] = text
			}
			code := strings.Join(cell, "\n")
			log = append(log, code)
			if out := long.cell(code); out == "" {
				for k, text := range given {
					latest[k] = text
				}
			}
		}
		a, f := r.compare(long, latest, seed, log)
		agreed, failed = agreed+a, failed+f
	}
	t.Logf("%d questions answered alike, %d of them by an error", agreed, failed)
}

// key is what a text defines, in its name space.
func key(text string) string {
	words := strings.Fields(text)
	if words[0] == "type" {
		return "type " + words[1]
	}
	return words[1]
}

// compare asks both notebooks what each name is.
func (r randomDefinitions) compare(long *notebookTest, latest map[string]string, seed uint64, log []string) (agreed, failed int) {
	fresh := newNotebookTest(long.T)
	long.cell("%reactive on")
	older := make([]bool, r.ranks) // a value that no longer fits stays what it was, and what mentions it means that
	for i := range r.ranks {
		for _, k := range []string{fmt.Sprintf("type n%d", i), fmt.Sprintf("n%d", i)} {
			bad := latest[k] != "" && fresh.cell(latest[k]) != ""
			older[i] = older[i] || bad && strings.HasPrefix(latest[k], "let")
			for j := range i {
				older[i] = older[i] || older[j] && strings.Contains(latest[k], fmt.Sprintf("n%d", j))
			}
		}
	}
	for i := range r.ranks {
		if older[i] {
			continue
		}
		for _, q := range []string{"n%d", "n%d 7", "n%d 7 8", "n%d.f", "n%d.f 7", "n%d.g", "\\(x: n%d) -> x"} {
			q = "%type " + fmt.Sprintf(q, i)
			for _, q := range []string{q, strings.TrimPrefix(q, "%type ")} {
				a, b := long.cell(q), fresh.cell(q)
				if strings.Contains(b, "Error") {
					failed++
					if !strings.Contains(a, "Error") {
						long.Fatalf("seed %d: %s gives %s\nfresh: %s\nafter\n%s\nlatest %v", seed, q, a, b, strings.Join(log, "\n----\n"), latest)
					}
				} else if a != b {
					long.Fatalf("seed %d: %s gives %s\nfresh: %s\nafter\n%s\nlatest %v", seed, q, a, b, strings.Join(log, "\n----\n"), latest)
				}
				agreed++
			}
		}
	}
	return agreed, failed
}
