package backend

import (
	"strings"

	"raido/lang/diag"
)

// engines are the engines by name, best first.
var engines = []struct {
	name string
	open func() (Engine, error)
}{
	{"interp", func() (Engine, error) { return NewInterp(), nil }},
}

// Names lists the engines' names, best first.
func Names() []string {
	var out []string
	for _, e := range engines {
		out = append(out, e.name)
	}
	return out
}

// Open opens the engine of that name. The error is a *diag.Diag of class Usage for an unknown name, and of
// class Device if it cannot run here.
func Open(name string) (Engine, error) {
	for _, e := range engines {
		if e.name == name {
			return e.open()
		}
	}
	return nil, &diag.Diag{Class: diag.Usage, Code: codeEngine, Msg: "there is no engine " + name,
		Hint: "the engines are " + strings.Join(Names(), " and ")}
}

// Default opens the best engine that can run here. The note tells the user what is missing if that is not
// the best one there is; it is empty otherwise.
func Default() (e Engine, note string) {
	for _, c := range engines {
		e, err := c.open()
		if err == nil {
			return e, note
		}
		if note == "" {
			note = "no " + c.name + " here (" + err.Error() + "); the interpreter serves instead"
		}
	}
	return NewInterp(), note
}

var codeEngine = diag.Register("E0701", "The engine asked for does not exist, or cannot run here.")
