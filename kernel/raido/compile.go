package main

import (
	"errors"
	"os"
	"strings"

	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/lower/iface"
)

// compiled is an entry point ready for the passes.
type compiled struct {
	prog  *core.Prog
	iface *iface.Iface
}

// load reads and checks a program with its imports; warnings go to stderr.
func (e *env) load(path string) (*check.Program, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err // the path is told already
		}
		return nil, usage("cannot read %s: %v", path, err)
	}
	p, ds := load.New().Program(path, string(text))
	if es := ds.Errors(); len(es) > 0 {
		return nil, ds
	}
	e.print(ds)
	return p, nil
}

// compile lowers an entry point, with its tuning parameters set.
func (e *env) compile(path, entry string, t *tuningArgs) (*compiled, error) {
	tuning, err := t.tuning()
	if err != nil {
		return nil, err
	}
	p, err := e.load(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, d := range p.Entries {
		if d.Sym.Name != entry {
			names = append(names, d.Sym.Name)
			continue
		}
		prog, iface, err := lower.Tuned(d, tuning)
		if err != nil {
			return nil, err
		}
		return &compiled{prog, iface}, t.checkParams(path, iface)
	}
	has := "none"
	if len(names) > 0 {
		has = strings.Join(names, ", ")
	}
	return nil, usage("%s has no entry point %s; its entry points: %s", path, entry, has)
}
