package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rule is a sentence of the language reference, in our words, with programs that keep and that break it.
type rule struct {
	says     string
	programs []ruled
}

// ruled is a program of a rule; code is that of the first error, "" if there is none.
type ruled struct{ text, code string }

// rulesOf reads a file of rules: a line "-- # sentence" begins one, "-- passes" and "-- fails: code" a program.
func rulesOf(text string) []rule {
	var out []rule
	for _, line := range strings.Split(text, "\n") {
		if says, ok := strings.CutPrefix(line, "-- # "); ok {
			out = append(out, rule{says: says})
			continue
		}
		if len(out) == 0 {
			continue
		}
		r := &out[len(out)-1]
		if code, fails := strings.CutPrefix(line, "-- fails: "); fails {
			r.programs = append(r.programs, ruled{code: code})
		} else if line == "-- passes" {
			r.programs = append(r.programs, ruled{})
		} else if n := len(r.programs); n > 0 {
			r.programs[n-1].text += line + "\n"
		}
	}
	return out
}

// TestReference checks the rules of the language in reference/*.fut, sentence by sentence: programs that keep a rule have no
// errors, those that break it have the error that the rule gives. Every rule has programs of both kinds.
func TestReference(t *testing.T) {
	files, err := filepath.Glob("reference/*.fut")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	rules, passes, fails := 0, 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rulesOf(string(text)) {
			rules++
			kept, broken := 0, 0
			for _, p := range r.programs {
				code := ""
				if es := faultsOf(p.text).Errors(); len(es) > 0 {
					code = es[0].Code
				}
				if code != p.code {
					t.Errorf("%s: %s\n%serror %q, want %q", file, r.says, p.text, code, p.code)
				}
				if p.code == "" {
					kept++
				} else {
					broken++
				}
			}
			if kept == 0 || broken == 0 {
				t.Errorf("%s: %d programs keep the rule and %d break it: %s", file, kept, broken, r.says)
			}
			passes, fails = passes+kept, fails+broken
		}
	}
	t.Logf("%d rules, %d programs that keep them, %d that break them", rules, passes, fails)
	if rules < 100 {
		t.Errorf("only %d rules", rules)
	}
}
