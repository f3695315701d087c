package check

import (
	"maps"
	"slices"
	"sync"

	"raido/lang/check/fault"
	"raido/lang/check/final"
	"raido/lang/check/infer"
	"raido/lang/check/modules"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/prelude"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/syntax/parser"
	"raido/lang/types"
)

// Program is a checked file.
type Program struct {
	Defs    []*types.Def // of this file, in order
	Entries []*types.Def // entry points: entry definitions and main
	Env     *scope.Env   // the scope at the end of the file
	Exports *scope.Env   // what an import of the file gets
}

// File checks a whole file in a scope; load finds its imports. The list holds all faults, sorted by
// position; with errors in it the program is not fit to be lowered.
func File(env *scope.Env, f *syntax.File, load scope.Loader) (*Program, diag.List) {
	k := modules.NewDeclarer(infer.Context{}, true)
	p := &Program{}
	p.Env, p.Exports = k.Decls(env.WithLoader(load), f.Decls)
	p.Defs = k.Defs
	for _, d := range k.Defs {
		if d.Entry {
			p.Entries = append(p.Entries, d)
		} else if d.Sym.Name == "main" {
			final.EntryType(d, d.Sym.Span, &k.Reporter)
			d.Entry = true
			p.Entries = append(p.Entries, d)
		}
	}
	k.Diags.Sort()
	return p, k.Diags
}

// Prelude is the scope of the library, which every program starts with. The modules of scalar types
// are read when they are first mentioned: start-up should not wait for them.
func Prelude() *scope.Env { return library().all }

// PreludePart is what a file of the library defines, as an import of "/prelude/" and its name gives it; nil if there is none.
// What Raido has in several files is one for Futhark.
func PreludePart(name string) *scope.Env { return library().parts[name] }

// PreludeParts are the names of the files of the library that may be imported.
func PreludeParts() []string { return slices.Sorted(maps.Keys(library().parts)) }

var library = sync.OnceValue(func() (out struct {
	all   *scope.Env
	parts map[string]*scope.Env
}) {
	out.all = scope.BaseEnv()
	out.parts = map[string]*scope.Env{"prelude": {}}
	for _, src := range prelude.Sources() {
		name := src.ID.Part
		var b *scope.Bindings
		if isScalar(name) {
			b = scalarModule(out.all, name, src)
		} else {
			b = scope.Everything(libraryFile(out.all, src))
		}
		if isScalar(name) || name == "modtypes" {
			name = "math"
		}
		out.all = out.all.Add(b)
		for _, part := range []string{name, "prelude"} {
			if out.parts[part] == nil {
				out.parts[part] = &scope.Env{}
			}
			out.parts[part] = out.parts[part].Add(b)
		}
	}
	return out
})

func isScalar(name string) bool {
	_, ok := prim.ByName(name)
	return ok
}

// libraryFile checks a file of the library.
func libraryFile(env *scope.Env, src *diag.Source) *scope.Env {
	f, ds := parser.File(src)
	fault.MustBeClean(ds)
	k := &modules.Declarer{Context: infer.Context{Library: true}}
	_, exports := k.Decls(env, f.Decls)
	fault.MustBeClean(k.Diags)
	return exports
}

// scalarModule binds the module of a scalar type, whose file defines just that.
func scalarModule(env *scope.Env, name string, src *diag.Source) *scope.Bindings {
	b := &scope.Bindings{}
	at := diag.Span{Source: src, Start: 0, End: 0}
	b.AddModule(name, scope.NewModule(name, at, "Functions and constants of type "+name+".", func() *scope.Env {
		m, ok := libraryFile(env, src).Module(name)
		if !ok {
			diag.Bugf("prelude: %s does not define module %s", src.Title(), name)
		}
		return m.Env()
	}))
	return b
}
