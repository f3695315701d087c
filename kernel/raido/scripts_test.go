package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestCommandsOfScripts: each call of raido in the scripts of install and in README.md is one that the command line takes.
func TestCommandsOfScripts(t *testing.T) {
	var g grammar
	parser, err := kong.New(&g, kong.Name("raido"), kong.Vars{"version": ""}, kong.Exit(func(int) {}), kong.Writers(&strings.Builder{}, &strings.Builder{}))
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile("(?m)(?:^ *\"\\$root/raido\"|^ *& \\$raido|`raido|\\./raido|\\.\\\\raido\\.exe|echo.*\\./raido) ([^`'\\n]*)")
	ends := regexp.MustCompile(` (\|\| |lists |makes |if |>).*|;.*|"$|,.*`)
	for file, least := range map[string]int{"../../install/notebook.sh": 4, "../../install/notebook.ps1": 4, "../../README.md": 3} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		calls := call.FindAllStringSubmatch(string(text), -1)
		if len(calls) < least {
			t.Errorf("%s calls raido only %d times: %q", file, len(calls), calls)
		}
		for _, c := range calls {
			line := regexp.MustCompile(`\((Join-Path [^)]*\)?[^)]*)\)`).ReplaceAllString(c[1], "page.html")
			words := strings.Fields(ends.ReplaceAllString(line, ""))
			_, err := parser.Parse(dashes(wordsForFlags(words)))
			if err != nil && !strings.HasPrefix(err.Error(), "expected ") { // arguments are left out in sentences
				t.Errorf("%s: raido %q: %v", file, words, err)
			}
		}
	}
}
