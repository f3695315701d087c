package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"raido/backend"
	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/lower/iface"
	"raido/lang/syntax/parser"
	"raido/lang/types"
)

// phases are the times of the front end for one entry point, in milliseconds.
type phases struct{ parse, check, lower, passes float64 }

// front takes an entry point from the text to optimised core. A panic is an error here.
func front(text, entry string) (p *core.Prog, iface *iface.Iface, ph phases, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bug: %s", firstLine(fmt.Sprint(r)))
		}
	}()
	start := time.Now()
	lap := func() float64 {
		ms := since(start)
		start = time.Now()
		return ms
	}
	f, ds := parser.File(&diag.Source{Name: "bench.fut", Text: text})
	ph.parse = lap()
	if es := ds.Errors(); len(es) > 0 {
		return nil, nil, ph, es
	}
	prog, ds := check.File(check.Prelude(), f, nil)
	ph.check = lap()
	if es := ds.Errors(); len(es) > 0 {
		return nil, nil, ph, es
	}
	lap()
	d, err := entryOf(prog, entry)
	if err != nil {
		return nil, nil, ph, err
	}
	if p, iface, err = lower.Program(d); err != nil {
		return nil, nil, ph, err
	}
	ph.lower = lap()
	p, err = backend.Passes(p)
	ph.passes = lap()
	return p, iface, ph, err
}

func entryOf(prog *check.Program, name string) (*types.Def, error) {
	for _, d := range prog.Entries {
		if d.Sym.Name == name {
			return d, nil
		}
	}
	return nil, fmt.Errorf("no entry point %s", name)
}

// fromFile takes an entry point of a file to optimised core.
func fromFile(path, entry string) (*core.Prog, *iface.Iface, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	prog, ds := load.New().Program(path, string(text))
	if es := ds.Errors(); len(es) > 0 {
		return nil, nil, es
	}
	d, err := entryOf(prog, entry)
	if err != nil {
		return nil, nil, err
	}
	p, iface, err := lower.Program(d)
	if err != nil {
		return nil, nil, err
	}
	p, err = backend.Passes(p)
	return p, iface, err
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	if r := []rune(line); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return line
}
