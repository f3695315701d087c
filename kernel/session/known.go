package session

import (
	"crypto/sha256"
	"slices"
	"strings"
	"sync/atomic"

	"raido/backend"
	"raido/display/plot"
	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax"
	"raido/lang/types"
)

// This file remembers what texts came to, so that a cell that is run again is not parsed, checked, lowered and
// compiled again. Note [Known texts] at the end.

// known is what a text came to when it was executed last.
type known struct {
	src   *diag.Source
	file  *syntax.File // of a cell
	exp   syntax.Exp   // of a magic's expression
	errs  diag.List    // warnings of the parser
	words [][]string   // the identifiers of each declaration, and of the last expression

	def   *types.Def // of the expression
	warns diag.List
	uses  []use // what the expression meant
}

// use is a name with the version of the entry that it meant.
type use struct {
	name    check.Name
	version int64
}

// compiled is a definition as a program of an engine.
type compiled struct {
	engine  backend.Engine
	iface   *lower.Iface
	program backend.Program
	last    *outcome // of a run that gave a result and said nothing else
}

// memory is what a notebook remembers.
type memory struct {
	texts    recent[string, *known]
	programs recent[*types.Def, *compiled]
	pictures recent[[sha256.Size]byte, plot.Picture]
}

// versions counts meanings of entries. It never goes back, not even when a cell fails.
var versions atomic.Int64

// recall gives the text in the form in which it was executed last, under its present name; parse fills it if it is
// new. The names of sources that a cell changes are restored if it fails.
func (c *cell) recall(src *diag.Source, parse func(k *known) diag.List) (*known, diag.List) {
	key := strings.TrimPrefix(src.Name, c.src.Name) + "\x00" + src.Text
	if k, ok := c.nb.memory.texts.get(key); ok {
		if old, whole := k.src.Title(), k.src.Whole(); old != src.Name || whole != src.Whole() {
			c.renamed = append(c.renamed, renamed{k.src, old, whole})
			k.src.Rename(src.Name)
			k.src.PartOf(src.Whole())
		}
		return k, nil
	}
	k := &known{src: src}
	if errs := parse(k); len(errs.Errors()) > 0 || k.file == nil && k.exp == nil {
		return k, errs
	}
	c.nb.memory.texts.put(key, k)
	return k, nil
}

// renamed is a source with the name that it had before the cell, and the text of the cell around it.
type renamed struct {
	src         *diag.Source
	name, whole string
}

// knownCell is the text of a cell.
func (c *cell) knownCell(src *diag.Source) (*known, diag.List) {
	return c.recall(src, func(k *known) diag.List {
		k.file, k.errs = syntax.ParseCell(src)
		if k.file == nil {
			return k.errs
		}
		tokens := syntax.Tokens(src)
		for _, d := range k.file.Decls {
			k.words = append(k.words, identifiers(tokens, d.DeclSpan()))
		}
		if k.file.Last != nil {
			k.words = append(k.words, identifiers(tokens, k.file.Last.ExpSpan()))
		}
		return k.errs
	})
}

// knownExp is the text of an expression.
func (c *cell) knownExp(src *diag.Source) (*known, diag.List) {
	return c.recall(src, func(k *known) diag.List {
		k.exp, k.errs = syntax.ParseExp(src)
		k.words = [][]string{identifiers(syntax.Tokens(src), diag.Span{})}
		return k.errs
	})
}

// checkExp checks the expression of a known text in the scope of now, if it was not checked before or if what it mentions
// has another meaning by now.
func (c *cell) checkExp(k *known, e syntax.Exp) (*types.Def, diag.List) {
	names := c.st.named(k.words[len(k.words)-1])
	errs := c.st.refresh(names)
	if len(errs.Errors()) > 0 {
		return nil, errs
	}
	uses := make([]use, len(names))
	for i, n := range names {
		uses[i] = use{n, c.st.entries[n].version}
	}
	if k.def == nil || !slices.Equal(uses, k.uses) {
		scope := c.st.env
		if strings.HasSuffix(k.src.Name, madeFor) {
			scope = withDerivatives(scope)
		}
		def, warns := check.Exp(scope, e, "it")
		if len(warns.Errors()) > 0 {
			return nil, append(errs, warns...)
		}
		k.def, k.warns, k.uses = def, warns, uses
	}
	return k.def, append(errs, k.warns...)
}

// unchanged is the entry that a declaration made when it was executed last, if it still stands and would be made again.
func (s *state) unchanged(d syntax.Decl, deps []check.Name) *entry {
	for _, e := range s.order {
		if e.decl != d {
			continue
		}
		if e.dirty || e.stale || e.lost() || e.broken != nil || e.self || e.imports() || len(e.names) != e.all {
			return nil
		}
		same := slices.DeleteFunc(slices.Clone(deps), func(n check.Name) bool { return slices.Contains(e.names, n) })
		if !slices.Equal(same, e.deps) {
			return nil
		}
		return e
	}
	return nil
}

// recent keeps the values of the keys that were used last.
type recent[K comparable, V any] struct {
	items map[K]*recentItem[V]
	tick  int64
}

type recentItem[V any] struct {
	val  V
	used int64
}

// maxRecent is how many values are kept. A picture has up to half a megabyte, a program a few hundred kilobytes.
const maxRecent = 128

func (r *recent[K, V]) get(key K) (V, bool) {
	r.tick++
	it := r.items[key]
	if it == nil {
		var none V
		return none, false
	}
	it.used = r.tick
	return it.val, true
}

func (r *recent[K, V]) put(key K, val V) {
	if r.items == nil {
		r.items = map[K]*recentItem[V]{}
	}
	r.tick++
	r.items[key] = &recentItem[V]{val, r.tick}
	if len(r.items) <= maxRecent {
		return
	}
	oldest, at := key, r.tick
	for k, it := range r.items {
		if it.used < at {
			oldest, at = k, it.used
		}
	}
	delete(r.items, oldest)
}

// Note [Known texts]
//
// A text that is executed again is the same tree as before (known.file), with the same source, which takes the present
// name: so positions in what was made of it stay right.
//
//   - A declaration whose entry still stands (unchanged) is skipped. It does if nothing that it depends on was defined again
//     since, which dirty and stale tell, if its text mentions the entries that it mentioned then, and no earlier meaning of its own name.
//     Its value is not computed again, and what depends on it does not become stale.
//   - An expression has the meaning it had if the entries that it mentions have their versions. Whoever defines or checks an
//     entry again gives it a new version, and dirty entries are checked again before.
//   - A value is what it was if its program ran with the same values before (again.go).
//   - A definition was lowered and compiled before if it is the same *types.Def, and the engine is the same.
