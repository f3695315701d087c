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
// all types has const in their place and is no template. A line
//
//	//: poly NAME COEFFICIENTS
//
// says what POLY(NAME, x) means, at an x that is a variable, lowest coefficient first; POLY(NAME64, x) is in f64 in a function of f32.

//go:embed cl/*.cl
var libraryFiles embed.FS

// libraryOrder is that of the files: a definition without types stands before those that are templates if its file does.
var libraryOrder = []string{"angle", "math", "gamma", "single", "int", "vec", "half", "polygamma", "copy", "squeeze"}

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

// callee is a function that a template calls: one of the library, at the same type if typ is "$t", at f64 and so on if it begins
// so, without a type if it is empty; or a built-in one, with letters in its name.
type callee struct {
	name    string
	typ     string
	builtin bool
}

var library = readLibrary()

func readLibrary() map[string][]*function {
	lib, polys := map[string][]*function{}, map[string][]string{}
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
			case isHead && words[0] == "poly":
				end()
				polys[words[1]] = words[2:]
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
			f.body = newTemplate(expandPolys(f.body.text, polys), f.name)
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

// expandPolys writes out POLY(NAME, x).
func expandPolys(text string, polys map[string][]string) string {
	for {
		before, rest, found := strings.Cut(text, "POLY(")
		if !found {
			return text
		}
		call, after, _ := strings.Cut(rest, ")")
		name, x, _ := strings.Cut(call, ", ")
		typ := "$T"
		if short, ok := strings.CutSuffix(name, "64"); ok {
			name, typ = short, "double$L"
		}
		text = before + polynomial(polys[name], x, typ) + after
	}
}

// polynomial is the text of a polynomial at x of a type: where it is long, those of the even and of the odd powers, which do not wait for each other
// [Knuth, TAOCP 4.6.4: Horner's rule of second order].
func polynomial(c []string, x, typ string) string {
	if len(c) < longPoly {
		return horner(c, x, typ)
	}
	var halves [2][]string
	for k, a := range c {
		halves[k%2] = append(halves[k%2], a)
	}
	square := "(" + x + ") * (" + x + ")"
	return fmt.Sprintf("fma(%s, %s, %s)", horner(halves[1], square, typ), x, horner(halves[0], square, typ))
}

// longPoly is from how many coefficients on a polynomial is long.
const longPoly = 5

// horner is the text of a polynomial at x of a type, by Horner's rule.
func horner(c []string, x, typ string) string {
	p := "(" + typ + ")(" + c[len(c)-1] + ")"
	for i := len(c) - 2; i >= 0; i-- {
		p = fmt.Sprintf("fma(%s, %s, (%s)(%s))", p, x, typ, c[i])
	}
	return p
}

var (
	ownCall     = regexp.MustCompile(`\$A|\brd_([a-z0-9_]+?)(?:_(\$t|f64\$X|i8\$X))?\b`)
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

// isMath reports whether the library has a function of floats, which devices that are no CPUs have themselves.
func isMath(name string) bool {
	return slices.ContainsFunc(library[name], func(f *function) bool { return slices.Equal(f.on, []string{"f64"}) && f.width == "" })
}

// mathPairs are the functions of floats that have two operands.
var mathPairs = map[string]bool{"pow": true, "hypot": true, "atan2": true, "atan2pi": true}

// narrowed is a function of f32 by way of f64, and deviceOwn one that calls the device's own.
func narrowed(name string) template {
	if mathPairs[name] {
		return newTemplate("$T rd_"+name+"_$t($T x, $T y) { return convert_$T(rd_"+name+"_f64$X(convert_double$L(x), convert_double$L(y))); }", "")
	}
	return newTemplate("$T rd_"+name+"_$t($T x) { return convert_$T(rd_"+name+"_f64$X(convert_double$L(x))); }", "")
}

func deviceOwn(name string) template {
	own := name
	if name == "gamma" {
		own = "tgamma"
	}
	if mathPairs[name] {
		return newTemplate("$T rd_"+name+"_$t($T x, $T y) { return "+own+"(x, y); }", name)
	}
	return newTemplate("$T rd_"+name+"_$t($T x) { return "+own+"(x); }", name)
}
