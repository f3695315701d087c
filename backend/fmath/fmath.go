package fmath

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

//go:generate go run ./write ../..

//go:embed functions.core
var text string

// library is the texts of functions, which are read when they are wanted.
type library struct {
	texts map[string]string
	rare  map[string]bool

	mu   sync.Mutex
	funs map[string]*core.Fun
}

var functions = sync.OnceValue(func() *library {
	lib := &library{texts: map[string]string{}, rare: map[string]bool{}, funs: map[string]*core.Fun{}}
	parts := strings.Split(text, "\nfun ")
	for _, name := range strings.Fields(parts[0]) {
		lib.rare[name] = true
	}
	for _, p := range parts[1:] {
		name, _, _ := strings.Cut(p, " ")
		lib.texts[name] = "fun " + p
	}
	return lib
})

// read is a function; nil if there is none of that name.
func (l *library) read(name string) *core.Fun {
	if l.texts[name] == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.funs[name] == nil {
		p, err := core.Parse(l.with(name, map[string]bool{}))
		if err != nil {
			diag.Bugf("fmath: %v", err)
		}
		for _, f := range p.Funs {
			if l.funs[f.Name] == nil {
				l.funs[f.Name] = f
			}
		}
	}
	return l.funs[name]
}

var calls = regexp.MustCompile(`= call (\w+) `)

// with is the text of a function after those that it calls.
func (l *library) with(name string, seen map[string]bool) string {
	if seen[name] {
		return ""
	}
	seen[name] = true
	before := ""
	for _, m := range calls.FindAllStringSubmatch(l.texts[name], -1) {
		before += l.with(m[1], seen)
	}
	return before + l.texts[name] + "\n"
}

// Of is the function that an operator is on operands of a type.
func Of(op *prim.Op, t prim.Type) (*core.Fun, bool) { return Named(op.Name, t) }

// Named is the function of a name at a type: those of operators, and what they call.
func Named(base string, t prim.Type) (*core.Fun, bool) {
	f := functions().read(base + "_" + t.String())
	return f, f != nil
}

// Base is the name of a function without its type, and the type.
func Base(f *core.Fun) (string, prim.Type) {
	i := strings.LastIndexByte(f.Name, '_')
	t, _ := prim.ByName(f.Name[i+1:])
	return f.Name[:i], t
}

// Rare reports whether a function is called where hardly ever anything is computed, so that it is not worth its place where it is called.
func Rare(f *core.Fun) bool { return functions().rare[f.Name] }

// Choice reports whether an If chooses between values.
func Choice(e *core.If) bool { return len(e.Then.Stms) == 0 && len(e.Else.Stms) == 0 }
