package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// event is a line of go test -json (go doc test2json).
type event struct {
	Action, Package, Test, Output string
}

// report is the state of a run.
type report struct {
	out      io.Writer
	verbose  bool
	failed   bool
	packages map[string]*pkg
	skips    map[string]map[string]bool // reason to the tests, as PACKAGE Test
}

// pkg is what is known of a package that is being tested.
type pkg struct {
	said   []said
	ended  map[string]string // test to its last action
	reason map[string]string // test to the last thing that it has logged
}

// said is a line of output, of a test or of the package itself.
type said struct{ test, text string }

// line takes a line of the run. What is no event comes from go itself and is printed.
func (r *report) line(b []byte) {
	var e event
	if json.Unmarshal(b, &e) != nil || e.Action == "" {
		fmt.Fprintf(r.out, "%s\n", b)
		return
	}
	if e.Package == "" { // of a build
		fmt.Fprint(r.out, e.Output)
		r.failed = r.failed || e.Action == "build-fail"
		return
	}
	p := r.packages[e.Package]
	if p == nil {
		p = &pkg{ended: map[string]string{}, reason: map[string]string{}}
		r.packages[e.Package] = p
	}
	switch {
	case e.Action == "output":
		r.output(p, e)
	case !slices.Contains([]string{"pass", "fail", "skip"}, e.Action):
	case e.Test != "":
		p.ended[e.Test] = e.Action
		if e.Action == "skip" {
			r.skip(p.reason[e.Test], e.Package, e.Test)
		}
	default:
		r.end(e.Package, p, e.Action)
	}
}

// logged is a line of a test's log.
var logged = regexp.MustCompile(`^\s+\S+\.go:\d+: (.*)`)

// frame is a line that -json makes go test write, and that nobody reads.
var frame = regexp.MustCompile(`^\s*(=== (RUN|PAUSE|CONT|NAME)|--- (PASS|SKIP): )`)

func (r *report) output(p *pkg, e event) {
	if r.verbose {
		fmt.Fprint(r.out, e.Output)
	}
	if m := logged.FindStringSubmatch(e.Output); m != nil {
		p.reason[e.Test] = m[1]
		if part, ok := strings.CutPrefix(m[1], "SKIP "); ok { // the test goes on without it
			r.skip(part, e.Package, e.Test)
		}
	}
	if !frame.MatchString(e.Output) {
		p.said = append(p.said, said{e.Test, e.Output})
	}
}

func (r *report) skip(reason, pkg, test string) {
	if r.skips[reason] == nil {
		r.skips[reason] = map[string]bool{}
	}
	r.skips[reason][pkg+" "+test] = true
}

// end prints what is to be read of a package.
func (r *report) end(name string, p *pkg, action string) {
	delete(r.packages, name)
	r.failed = r.failed || action == "fail"
	if r.verbose {
		return
	}
	for _, s := range p.said {
		_, done := p.ended[s.test]
		summary := s.test == "" && strings.Contains(s.text, "\t"+name)
		if summary || action == "fail" && (s.test == "" || !done || p.ended[s.test] == "fail") {
			fmt.Fprint(r.out, s.text)
		}
	}
}

// unfinished prints what packages have said that never ended.
func (r *report) unfinished() {
	for _, name := range slices.Sorted(maps.Keys(r.packages)) {
		fmt.Fprintf(r.out, "FAIL\t%s has not ended\n", name)
		r.end(name, r.packages[name], "fail")
	}
}

// skipped lists what was skipped, by reason.
func (r *report) skipped() {
	if len(r.skips) == 0 {
		return
	}
	fmt.Fprintln(r.out, "\nSkipped:")
	for _, reason := range slices.Sorted(maps.Keys(r.skips)) {
		byPackage := map[string][]string{}
		for test := range r.skips[reason] {
			pkg, name, _ := strings.Cut(test, " ")
			byPackage[pkg] = append(byPackage[pkg], strings.TrimPrefix(name, "Test"))
		}
		switch {
		case reason == "":
			reason = "no reason given"
		case strings.HasPrefix(reason, "slow: "): // go test -short asks for that
			fmt.Fprintf(r.out, "  %s (%d tests)\n", reason, len(r.skips[reason]))
			continue
		}
		fmt.Fprintf(r.out, "  %s\n", reason)
		for _, pkg := range slices.Sorted(maps.Keys(byPackage)) {
			slices.Sort(byPackage[pkg])
			fmt.Fprintf(r.out, "    %s: %s\n", pkg, strings.Join(byPackage[pkg], " "))
		}
	}
}
