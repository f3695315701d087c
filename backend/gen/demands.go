package gen

import (
	"fmt"
	"slices"
	"strings"

	"raido/backend/fmath"
	"raido/backend/seg"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/prim"
)

// demands is what the text of a kernel calls and wants of a device. Whoever writes a part of the text notes what that part needs.
type demands struct {
	target   seg.Target
	seen     map[instance]bool
	order    []instance
	defs     []definition
	builtins []string // names of built-in functions, each once
	double   bool     // f64
	atomics  bool     // atomic operators on 64-bit integers
}

// instance is a function of the library at a type and a number of lanes; those without a type have none.
type instance struct {
	name string
	t    prim.Type
	w    int
}

// definition is the text of an instance.
type definition struct {
	rank int
	text string
}

// mathRank is where templates and functions of floats stand among the texts that are no templates.
var mathRank = slices.Index(libraryOrder, "vec")

func newDemands(target seg.Target) *demands {
	return &demands{target: target, seen: map[instance]bool{}}
}

// function notes that a function of the library is called, and gives its name.
func (n *demands) function(name string, t prim.Type, w int) string {
	n.add(instance{name, t, w})
	return fmt.Sprintf("rd_%s_%s", name, shapeName(t, w))
}

// constant notes that a function without a type is called, and gives its name.
func (n *demands) constant(name string) string {
	n.add(instance{name: name})
	return "rd_" + name
}

// builtin notes that a built-in function is called, and gives its name.
func (n *demands) builtin(name string) string {
	if !slices.Contains(n.builtins, name) {
		n.builtins = append(n.builtins, name)
	}
	return name
}

// typeName is the C type of w values of type t.
func (n *demands) typeName(t prim.Type, w int) string {
	n.double = n.double || t == prim.F64
	return vecType(n.inRegister(t, w), w)
}

// template notes what a text calls at a type and a number of lanes.
func (n *demands) template(body template, letters []string, t prim.Type, w int) {
	if n != nil {
		n.double = n.double || body.double
		n.callees(body, letters, t, w)
	}
}

// add defines a function after what it calls.
func (n *demands) add(f instance) {
	if n == nil || n.seen[f] {
		return
	}
	n.seen[f] = true
	n.order = append(n.order, f)
	if fun, ok := fmath.Named(f.name, f.t); ok && f.w > 0 {
		n.math(fun, f.w)
		return
	}
	body, rank := n.templateOf(f)
	n.double = n.double || body.double || f.t == prim.F64
	if f.w == 0 {
		n.callees(body, nil, f.t, 1)
		n.defs = append(n.defs, definition{rank, body.text})
		return
	}
	letters := letterList(f.name, f.t, f.w)
	n.callees(body, letters, f.t, f.w)
	text := strings.NewReplacer(letters...).Replace(body.text)
	if !strings.HasPrefix(text, "typedef") {
		text = "static " + text
	}
	n.defs = append(n.defs, definition{rank, text})
}

// templateOf is the text of a function.
func (n *demands) templateOf(f instance) (template, int) {
	if f.w == 0 {
		if fs := library[f.name]; len(fs) == 1 && fs[0].untyped() {
			return fs[0].body, fs[0].rank
		}
		diag.Bugf("gen: no function rd_%s", f.name)
	}
	name, rank := f.name, mathRank
	if _, ok := conversion(name); ok && !slices.ContainsFunc(library[name], func(e *function) bool { return e.fits(f.t, f.w) }) {
		name = "to"
	}
	for _, e := range library[name] {
		if e.fits(f.t, f.w) {
			return e.body, rank
		}
	}
	diag.Bugf("gen: no function rd_%s_%s", f.name, shapeName(f.t, f.w))
	return template{}, 0
}

// callees notes what a template calls at a type and a number of lanes.
func (n *demands) callees(body template, letters []string, t prim.Type, w int) {
	for _, c := range body.calls {
		switch {
		case c.builtin:
			n.builtin(strings.NewReplacer(letters...).Replace(c.name))
		case c.name == "any" && c.typ == "":
			if w > 1 {
				n.add(instance{"any", signedOf(t), w})
			}
		case c.typ == "$t":
			n.add(instance{c.name, t, w})
		case c.typ == "i8$X":
			n.add(instance{c.name, prim.I8, w})
		default:
			n.add(instance{name: c.name})
		}
	}
}

// conversion is the type to which a function named so converts floats.
func conversion(name string) (prim.Type, bool) {
	short, ok := strings.CutPrefix(name, "to")
	t, known := prim.ByName(short)
	return t, ok && known
}

// letterList is what the letters of a function's text mean.
func letterList(name string, t prim.Type, w int) []string {
	letters := shapeOf(t, w)
	if to, ok := conversion(name); ok {
		letters = append(conversionLetters(t, to, w), letters...)
	}
	return letters
}

// include notes what another text needs.
func (n *demands) include(o *demands) {
	for _, f := range o.order {
		n.add(f)
	}
	n.double, n.atomics = n.double || o.double, n.atomics || o.atomics
}

// definitions is the text of all functions.
func (n *demands) definitions() string {
	defs := slices.Clone(n.defs)
	slices.SortStableFunc(defs, func(a, b definition) int { return a.rank - b.rank })
	out := make([]string, len(defs))
	for i, d := range defs {
		out[i] = d.text
	}
	return strings.Join(out, "\n")
}

// source puts before the text of kernels what they call.
func (n *demands) source(text string) string {
	head := ""
	if n.atomics {
		head += "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
	}
	if n.double {
		head += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
	}
	head += "#pragma OPENCL FP_CONTRACT OFF\n"
	if s := n.definitions(); s != "" {
		head += s + "\n"
	}
	return head + pages + "\n" + text
}

// number is the number of a thread, item or group as the language has it, for dimension 0: of which, counted up to which.
func (n *demands) number(of, count string) string {
	n.builtin(of)
	if !limits.Now.Backwards {
		return of + "(0)"
	}
	n.builtin(count)
	return fmt.Sprintf("(%s(0) - 1 - %s(0))", count, of)
}
