package diag

import "sort"

// codes is every code with its one-line explanation. Each package registers its own in a file codes.go:
//
//	var codeX = diag.Register("E0123", "What it means.")
//
// The first two digits tell the kind: 01 syntax, 02 types, 03 names, 04 sizes, 05 uniqueness, 06 modules,
// 07 what the checker and 08 what lowering refuses, 09 the command line, 10 the session, 11 what has no derivative,
// 12 failures at run time, 13 devices, memory and what a backend cannot run.
var codes = map[string]string{}

// Register adds a code and returns it. A code may be registered once only.
func Register(code, doc string) string {
	if _, dup := codes[code]; dup {
		Bugf("diagnostic code %s is registered twice", code)
	}
	codes[code] = doc
	return code
}

// Explain is the one-line explanation of a code, empty if there is no such code.
func Explain(code string) string { return codes[code] }

// Codes lists all registered codes in order.
func Codes() []string {
	out := make([]string, 0, len(codes))
	for c := range codes {
		out = append(out, c)
	}
	sort.Strings(out)
	return out
}
