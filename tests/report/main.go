// Command report reads what go test -json writes and prints it as go test does: a line for each package, and what failing tests have
// said. At the end it lists once what was skipped, by reason; tests that are slow it counts. With -v it prints all that tests have said.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	verbose := flag.Bool("v", false, "print what tests say that pass, too")
	flag.Parse()
	failed, err := run(os.Stdin, os.Stdout, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// run prints the events of in; failed reports whether something failed.
func run(in io.Reader, out io.Writer, verbose bool) (failed bool, err error) {
	r := &report{out: out, verbose: verbose, packages: map[string]*pkg{}, skips: map[string]map[string]bool{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		r.line(lines.Bytes())
	}
	r.unfinished()
	r.skipped()
	return r.failed, lines.Err()
}
