package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax"
)

// compiled is an entry point ready for the passes.
type compiled struct {
	prog  *core.Prog
	iface *lower.Iface
}

// load reads and checks a program with its imports; warnings go to stderr.
func (e *env) load(path string) (*check.Program, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("cannot read %s: %v", path, err)
	}
	l := &loader{files: map[string]*imported{}}
	p, ds := l.file(path, string(text))
	if es := ds.Errors(); len(es) > 0 {
		return nil, ds
	}
	e.print(ds)
	return p, nil
}

// compile lowers an entry point.
func (e *env) compile(path, entry string) (*compiled, error) {
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
		prog, iface, err := lower.Program(d)
		if err != nil {
			return nil, err
		}
		return &compiled{prog, iface}, nil
	}
	has := "none"
	if len(names) > 0 {
		has = strings.Join(names, ", ")
	}
	return nil, usage("%s has no entry point %s; its entry points: %s", path, entry, has)
}

// loader checks imported files, each once.
type loader struct{ files map[string]*imported }

type imported struct {
	env  *check.Env
	busy bool
}

// file checks the text of a file; imports are relative to it.
func (l *loader) file(path, text string) (*check.Program, diag.List) {
	f, ds := syntax.ParseFile(&diag.Source{Name: path, Text: text})
	if len(ds.Errors()) > 0 {
		return nil, ds
	}
	p, more := check.File(check.Prelude(), f, func(name string) (*check.Env, diag.List) {
		return l.load(filepath.Join(filepath.Dir(path), filepath.FromSlash(name)+".fut"))
	})
	return p, append(ds, more...)
}

// load gives what an imported file defines. Different paths to one file are one module.
func (l *loader) load(path string) (*check.Env, diag.List) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, moduleError("cannot read %s: %v", path, err)
	}
	key := path
	if abs, err := filepath.Abs(path); err == nil {
		key = abs
	}
	if real, err := filepath.EvalSymlinks(key); err == nil {
		key = real
	}
	if in := l.files[key]; in != nil {
		if in.busy {
			return nil, moduleError("%s imports itself", path)
		}
		return in.env, nil
	}
	in := &imported{busy: true}
	l.files[key] = in
	p, ds := l.file(path, string(text))
	in.busy = false
	if p == nil {
		return nil, ds
	}
	in.env = p.Exports
	return p.Exports, ds
}

func moduleError(format string, args ...any) diag.List {
	return diag.List{{Class: diag.Module, Code: codeImport, Msg: fmt.Sprintf(format, args...)}}
}

var codeImport = diag.Register("E0902", "A file that an import names cannot be used.")
