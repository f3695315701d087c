package gen

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
)

// The OpenCL C that is not generated lies in cl/*.cl: functions that operators call. A line
//
//	//: NAME TYPES WIDTH
//
// begins the text of the function rd_NAME for operands of these types and so many lanes: scalar, vector (any but one) or a number, or any if there
// is none. In the text the letters of shapeOf stand for types. Of several that fit the first is taken. What is the same for
// all types has const in their place and is no template. Functions of floats are elsewhere (math.go).

//go:embed cl/*.cl
var libraryFiles embed.FS

// libraryOrder is that of the files: a definition without types stands before those that are templates if its file does.
var libraryOrder = []string{"int", "vec", "half", "copy", "squeeze"}

// function is an entry of the library.
type function struct {
	name  string
	on    []string // type names and classes
	width string   // scalar, vector, a number, or empty for any
	rank  int      // of texts that are no templates: where they stand among others
	body  template
}

// template is a text with letters for types, and what it calls.
type template struct {
	text   string
	calls  []callee
	double bool // it has f64 whatever the types
}

// callee is a function that a template calls: one of the library, at the same type if typ is "$t", at i8 if it begins
// so, without a type if it is empty; or a built-in one, with letters in its name.
type callee struct {
	name    string
	typ     string
	builtin bool
}

var library = readLibrary()

func readLibrary() map[string][]*function {
	lib := map[string][]*function{}
	for rank, file := range libraryOrder {
		data, err := libraryFiles.ReadFile("cl/" + file + ".cl")
		if err != nil {
			diag.Bugf("gen: %v", err)
		}
		var f *function
		var lines []string
		end := func() {
			if f != nil {
				f.body.text = strings.TrimSpace(strings.Join(lines, "\n"))
				lib[f.name] = append(lib[f.name], f)
			}
			f, lines = nil, nil
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimRight(line, "\n")
			head, isHead := strings.CutPrefix(line, "//: ")
			words := strings.Fields(head)
			switch {
			case isHead:
				end()
				f = headed(words, rank)
			case strings.HasPrefix(line, "//") && (f == nil || len(lines) > 0 && lines[len(lines)-1] == ""):
				end()
			case f != nil:
				lines = append(lines, line)
			}
		}
		end()
	}
	for _, fs := range lib {
		for _, f := range fs {
			f.body = newTemplate(f.body.text, f.name)
		}
	}
	return lib
}

// headed is a function without a text yet.
func headed(words []string, rank int) *function {
	f := &function{name: words[0], on: words[1:], rank: rank}
	if last := len(f.on) - 1; !slices.Contains(typeWords, f.on[last]) {
		f.on, f.width = f.on[:last], f.on[last]
	}
	return f
}

var typeWords = append(strings.Fields("signed unsigned float all const"), typeNames()...)

func typeNames() []string {
	var out []string
	for _, t := range prim.Types {
		out = append(out, t.String())
	}
	return out
}

// untyped reports whether there is one text for all types.
func (f *function) untyped() bool { return f.on[0] == "const" }

// fits reports whether the function is there for a type and a number of lanes.
func (f *function) fits(t prim.Type, w int) bool {
	switch f.width {
	case "scalar":
		if w != 1 {
			return false
		}
	case "vector":
		if w == 1 {
			return false
		}
	case "":
	default:
		if f.width != fmt.Sprint(w) {
			return false
		}
	}
	return slices.ContainsFunc(f.on, func(on string) bool {
		return on == t.String() || on == "all" || on == "signed" && t.IsSigned() || on == "unsigned" && t.IsUnsigned() || on == "float" && t.IsFloat()
	})
}

var (
	ownCall     = regexp.MustCompile(`\$A|\brd_([a-z0-9_]+?)(?:_(\$t|i8\$X))?\b`)
	builtinCall = regexp.MustCompile(`\b([a-z][a-z0-9_]*(?:\$[A-Z])?[a-z0-9_]*)\(`)
)

// newTemplate reads from a template what it calls, but for the function of the given name, whose text it is.
func newTemplate(text, self string) template {
	t := template{text: text, double: strings.Contains(text, "double")}
	for _, m := range ownCall.FindAllStringSubmatch(text, -1) {
		switch {
		case m[0] == "$A":
			t.calls = append(t.calls, callee{name: "any"})
		case m[1] != self || m[2] != "" && m[2] != "$t":
			t.calls = append(t.calls, callee{name: m[1], typ: m[2]})
		}
	}
	for _, m := range builtinCall.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "rd_") && !strings.HasPrefix(m[1], "as_") {
			t.calls = append(t.calls, callee{name: m[1], builtin: true})
		}
	}
	return t
}
