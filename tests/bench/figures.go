package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// figuresFile is where the flag -figures keeps the tables of a run. It is relative to the root of the repository.
const figuresFile = "tests/bench/FIGURES.md"

// keep runs a group, and writes what it prints into its section of figuresFile.
func keep(g group, s *settings) error {
	text, err := os.ReadFile(figuresFile)
	if err != nil {
		return err
	}
	var printed bytes.Buffer
	tables = io.MultiWriter(os.Stdout, &printed)
	defer func() { tables = os.Stdout }()
	if err := g.run(s); err != nil {
		return err
	}
	body := fmt.Sprintf("`go run ./tests/bench %s` on %s:\n\n```\n%s\n```\n", strings.Join(os.Args[1:], " "), machine(), strings.TrimSpace(printed.String()))
	return os.WriteFile(figuresFile, []byte(withSection(string(text), "Group "+g.name, body)), 0o644)
}

// machine describes the processor that the figures are of.
func machine() string {
	model := runtime.GOARCH
	info, _ := os.ReadFile("/proc/cpuinfo") // without it the architecture must do
	for line := range strings.Lines(string(info)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%s, %d cores, %s, %s", model, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}

// withSection is a markdown text in which the section of a title has a new body. A section that is not there comes last.
func withSection(text, title, body string) string {
	head := "## " + title + "\n"
	before, rest, found := strings.Cut("\n"+text, "\n"+head)
	before = strings.TrimSpace(before)
	after := ""
	if found {
		if i := strings.Index("\n"+rest, "\n## "); i >= 0 {
			after = "\n" + rest[i:]
		}
	}
	return before + "\n\n" + head + "\n" + strings.TrimSpace(body) + "\n" + after
}
