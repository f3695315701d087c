// Command write makes of the definitions in backend/fmath/*.fut what the interpreter and the printers take: functions of Go in
// lang/prim/functions.go, and core in backend/fmath/functions.core. `go generate ./backend/fmath` runs it.
//
// Each definition with the attribute noinline becomes a function; the others are written out where they are used. Whatever may be computed
// without harm is computed: an If stays one only where a branch calls a function or loops, else it chooses between values.
//
// Layer 9: imports lang/core, lang/core/verify, lang/diag, lang/load, lang/lower, lang/opt, lang/prim, lang/types.
package main

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/types"
)

// sources are the files of definitions; a file uses those before it.
var sources = []string{"exp", "log", "angle", "gamma", "rest", "single"}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: write FOLDER, which is that of the repository")
		os.Exit(2)
	}
	root := os.Args[1]
	files, err := generate(root)
	for path, text := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(root, path), []byte(text), 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// generate gives the texts of the files made of the sources in the repository at root.
func generate(root string) (map[string]string, error) {
	var text strings.Builder
	loader := load.New()
	for _, name := range sources {
		path := filepath.Join(root, "backend/fmath", name+".fut")
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		p, ds := loader.Program(path, string(data))
		if es := ds.Errors(); len(es) > 0 {
			return nil, es
		}
		for _, d := range p.Defs {
			if slices.Contains(d.Attrs, "noinline") {
				f, err := function(d)
				if err != nil {
					return nil, err
				}
				text.WriteString("\n" + f + "\n")
			}
		}
	}
	prog, err := core.Parse(text.String())
	if err != nil {
		return nil, err
	}
	code, err := format.Source([]byte(goFile(prog)))
	if err != nil {
		return nil, err
	}
	head := "-- Made by backend/fmath/write of backend/fmath/*.fut. Rare:\n--  " + strings.Join(rare(prog), " ") + "\n"
	return map[string]string{"backend/fmath/functions.core": head + text.String(), "lang/prim/functions.go": string(code)}, nil
}

// function is the text of a definition in core.
func function(d *types.Def) (string, error) {
	prog, _, err := lower.Program(d)
	if err != nil {
		return "", err
	}
	prog = opt.DCE(opt.CSE(opt.Simplify(prog)))
	last := len(prog.Funs) - 1
	prog.Funs[last] = straighten(prog.Funs[last])
	prog = opt.DCE(opt.CSE(opt.Simplify(prog)))
	if err := verify.Prog(prog); err != nil {
		return "", err
	}
	text := core.Canon(&core.Prog{Funs: prog.Funs[last:]})
	return strings.TrimSpace(text), nil
}

// rare are the functions that are called in branches only, or by others of them.
func rare(p *core.Prog) (names []string) {
	often := map[*core.Fun]bool{}
	for _, f := range slices.Backward(p.Funs) { // callers first
		i := strings.LastIndexByte(f.Name, '_')
		if often[f] = often[f] || prim.ByOpName(f.Name[:i]) != nil; !often[f] {
			names = append(names, f.Name)
			continue
		}
		for _, s := range f.Body.Stms {
			if c, ok := s.Exp.(*core.Call); ok {
				often[c.Fun] = true
			}
		}
	}
	return names
}
