package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"raido/backend"
	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/spec"
	"raido/lang/syntax/parser"
	"raido/lang/types"
	"raido/lang/value"
)

// A script is an expression that gives the input of a test case. It is put around the call of the entry point,
// so that values without a text form, such as records, need not leave the program; the data that it loads
// are parameters: \(data0: []f32) -> match (script) case (arg0, arg1) -> main arg0 arg1.

// loads are the parts of a script that read a file.
var loads = regexp.MustCompile(`\$(loaddata|loadbytes)\s*"([^"]*)"`)

// script compiles the call of an entry point with what a script gives, and loads its data.
func (p *programTest) script(c *spec.Case) (*testEntry, []value.Value) {
	e := &testEntry{progs: map[string]backend.Program{}}
	var in []value.Value
	e.err = guard(func() error {
		text, err := c.Input.Script(p.dir)
		if err != nil {
			return err
		}
		var head string
		if text, head, in, err = p.loaded(text); err != nil {
			return err
		}
		entry := p.find(c.Entry)
		if entry == nil {
			return usage("there is no entry point %s", c.Entry)
		}
		gives, err := p.expression(head+"("+text+")", c.Entry)
		if err != nil {
			return err
		}
		def, err := p.expression(head+callOf(entry, text, resultAfter(gives.Sym.Scheme.Type, len(in))), c.Entry)
		if err != nil {
			return err
		}
		e.prog, e.iface, err = lower.Tuned(def, p.tuning)
		return err
	})
	return e, in
}

// find is an entry point, nil if there is none of that name.
func (p *programTest) find(name string) *types.Def {
	for _, d := range p.checked.Entries {
		if d.Sym.Name == name {
			return d
		}
	}
	return nil
}

// expression checks an expression in the scope of the program.
func (p *programTest) expression(text, name string) (*types.Def, error) {
	x, ds := parser.Exp(&diag.Source{Name: "script input", Text: text})
	if len(ds.Errors()) > 0 {
		return nil, ds
	}
	def, ds := check.Exp(p.checked.Env, x, name)
	if len(ds.Errors()) > 0 {
		return nil, ds
	}
	return def, nil
}

// loaded reads the data of a script: it gives the script with names in place of them, the head of a function
// of these names, and their values.
func (p *programTest) loaded(script string) (text, head string, in []value.Value, err error) {
	text = loads.ReplaceAllStringFunc(script, func(part string) string {
		m := loads.FindStringSubmatch(part)
		data := spec.Data{File: m[2], Bytes: m[1] == "loadbytes"}
		vs, bad := data.Values(p.dir)
		if bad != nil {
			err = fmt.Errorf("%s: %w", filepath.Join(p.dir, m[2]), bad)
		}
		var names []string
		for _, v := range vs {
			names = append(names, "data"+strconv.Itoa(len(in)))
			head += "(" + names[len(names)-1] + ": " + typeText(v) + ") "
			in = append(in, v)
		}
		return "(" + strings.Join(names, ", ") + ")"
	})
	if head != "" {
		head = `\` + head + "-> "
	}
	return text, head, in, err
}

// typeText is the type of a value that is read from a file.
func typeText(v value.Value) string {
	switch v := v.(type) {
	case value.Scalar:
		return v.Type.String()
	case *value.Array:
		return strings.Repeat("[]", len(v.Shape)) + v.Elem.String()
	default: // files have only scalars and arrays
	}
	return prim.Bool.String()
}

// resultAfter is the result of a function of that many parameters.
func resultAfter(t types.Type, params int) types.Type {
	for range params {
		if f, ok := types.Resolve(t).(*types.Func); ok {
			t = f.Result
		}
	}
	return types.Resolve(t)
}

// callOf calls an entry point with what a script of type t gives: the components of a tuple are arguments,
// unless there is one parameter.
func callOf(entry *types.Def, script string, t types.Type) string {
	params := 0
	for f, ok := types.Resolve(entry.Sym.Scheme.Type).(*types.Func); ok; f, ok = types.Resolve(f.Result).(*types.Func) {
		params++
	}
	r, ok := t.(*types.Record)
	switch {
	case params == 0:
		return entry.Sym.Name
	case params == 1 || !ok || !types.IsTuple(r):
		return entry.Sym.Name + " (" + script + ")"
	}
	var args []string
	for i := range r.Fields {
		args = append(args, "arg"+strconv.Itoa(i))
	}
	return "match (" + script + ") case (" + strings.Join(args, ", ") + ") -> " + entry.Sym.Name + " " + strings.Join(args, " ")
}
