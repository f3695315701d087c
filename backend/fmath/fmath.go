package fmath

import (
	_ "embed"
	"strings"
	"sync"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

//go:generate go run ./write ../..

//go:embed functions.core
var text string

// library is all functions by name, and which of them are rare.
type library struct {
	funs map[string]*core.Fun
	rare map[string]bool
}

var read = sync.OnceValue(func() library {
	p, err := core.Parse(text)
	if err != nil {
		diag.Bugf("fmath: %v", err)
	}
	lib := library{funs: map[string]*core.Fun{}, rare: map[string]bool{}}
	for _, f := range p.Funs {
		lib.funs[f.Name] = f
	}
	often := map[string]bool{}
	for i := len(p.Funs) - 1; i >= 0; i-- { // callers first
		f := p.Funs[i]
		_, _, operator := split(f.Name)
		lib.rare[f.Name] = !operator && !often[f.Name]
		if lib.rare[f.Name] {
			continue
		}
		for _, s := range f.Body.Stms {
			if c, ok := s.Exp.(*core.Call); ok {
				often[c.Fun.Name] = true
			}
		}
	}
	return lib
})

// split takes apart the name of a function; operator reports whether it is that of an operator.
func split(name string) (base string, t prim.Type, operator bool) {
	i := strings.LastIndexByte(name, '_')
	t, _ = prim.ByName(name[i+1:])
	return name[:i], t, prim.ByOpName(name[:i]) != nil
}

// Of is the function that an operator is on operands of a type.
func Of(op *prim.Op, t prim.Type) (*core.Fun, bool) { return Named(op.Name, t) }

// Named is the function of a name at a type: those of operators, and what they call.
func Named(base string, t prim.Type) (*core.Fun, bool) {
	f, ok := read().funs[base+"_"+t.String()]
	return f, ok
}

// Base is the name of a function without its type, and the type.
func Base(f *core.Fun) (string, prim.Type) {
	base, t, _ := split(f.Name)
	return base, t
}

// Rare reports whether a function is called where hardly ever anything is computed, so that it is not worth its place where it is called.
func Rare(f *core.Fun) bool { return read().rare[f.Name] }

// Choice reports whether an If chooses between values.
func Choice(e *core.If) bool { return len(e.Then.Stms) == 0 && len(e.Else.Stms) == 0 }
