package check

import (
	"maps"
	"slices"
	"sync"

	"raido/lang/diag"
	"raido/lang/prelude"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Program is a checked file.
type Program struct {
	Defs    []*types.Def // of this file, in order
	Entries []*types.Def // entry points: entry definitions and main
	Env     *Env         // the scope at the end of the file
	Exports *Env         // what an import of the file gets
}

// File checks a whole file in a scope; load finds its imports. The list holds all faults, sorted by
// position; with errors in it the program is not fit to be lowered.
func File(env *Env, f *syntax.File, load Loader) (*Program, diag.List) {
	k := &declarer{seen: map[string]diag.Span{}}
	p := &Program{}
	p.Env, p.Exports = k.decls(env.WithLoader(load), f.Decls)
	p.Defs = k.defs
	for _, d := range k.defs {
		if d.Entry {
			p.Entries = append(p.Entries, d)
		} else if d.Sym.Name == "main" {
			c := k.checker(env)
			c.entryType(d, d.Sym.Span)
			k.diags = append(k.diags, c.diags...)
			d.Entry = true
			p.Entries = append(p.Entries, d)
		}
	}
	k.diags.Sort()
	return p, k.diags
}

// entry checks that an entry point is legal.
func (c *checker) entry(d *types.Def, x *syntax.ValDecl, nested bool) {
	if nested {
		d := c.error(diag.Type, codeEntry, x.NameSpan, "entry point %s is inside a module", x.Name)
		d.Hint = "define it with def here, and outside the module: entry " + x.Name + " = m." + x.Name
		return
	}
	if len(c.diags.Errors()) == 0 {
		c.entryType(d, x.NameSpan)
	}
}

// Prelude is the scope of the library, which every program starts with. The modules of scalar types
// are read when they are first mentioned: start-up should not wait for them.
func Prelude() *Env { return library().all }

// PreludePart is what a file of the library defines, as an import of "/prelude/" and its name gives it; nil if there is none.
// What Raido has in several files is one for Futhark.
func PreludePart(name string) *Env { return library().parts[name] }

// PreludeParts are the names of the files of the library that may be imported.
func PreludeParts() []string { return slices.Sorted(maps.Keys(library().parts)) }

var library = sync.OnceValue(func() (out struct {
	all   *Env
	parts map[string]*Env
}) {
	out.all = baseEnv()
	out.parts = map[string]*Env{"prelude": {}}
	for _, src := range prelude.Sources() {
		name := src.ID.Part
		var b *binds
		if isScalar(name) {
			b = scalarModule(out.all, name, src)
		} else {
			b = everything(libraryFile(out.all, src))
		}
		if isScalar(name) || name == "modtypes" {
			name = "math"
		}
		out.all = out.all.with(b)
		for _, part := range []string{name, "prelude"} {
			if out.parts[part] == nil {
				out.parts[part] = &Env{}
			}
			out.parts[part] = out.parts[part].with(b)
		}
	}
	return out
})

func isScalar(name string) bool {
	_, ok := prim.ByName(name)
	return ok
}

// libraryFile checks a file of the library.
func libraryFile(env *Env, src *diag.Source) *Env {
	f, ds := syntax.ParseFile(src)
	mustBeClean(ds)
	k := &declarer{prelude: true}
	_, exports := k.decls(env, f.Decls)
	mustBeClean(k.diags)
	return exports
}

// scalarModule binds the module of a scalar type, whose file defines just that.
func scalarModule(env *Env, name string, src *diag.Source) *binds {
	b := &binds{}
	at := diag.Span{Source: src, Start: 0, End: 0}
	b.mod(name, newModule(name, at, "Functions and constants of type "+name+".", func() *Env {
		m, ok := libraryFile(env, src).mods.get(name)
		if !ok {
			diag.Bugf("prelude: %s does not define module %s", src.Title(), name)
		}
		return m.Env()
	}))
	return b
}

func mustBeClean(ds diag.List) {
	if es := ds.Errors(); len(es) > 0 {
		diag.Bugf("prelude: %s", es.Error())
	}
}
