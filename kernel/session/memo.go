package session

import (
	"slices"
	"strings"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"raido/backend"
	"raido/kernel/pictures"
	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/lower/iface"
	"raido/lang/syntax"
	"raido/lang/syntax/parser"
	"raido/lang/syntax/scan"
	"raido/lang/types"
)

// This file remembers what texts came to, so that a cell that is run again is not parsed, checked, lowered and
// compiled again. Note [Memos] at the end.

// memo is what a text came to when it was executed last.
type memo struct {
	src    *diag.Source
	pieces []*piece
	at     []int     // where the texts of the pieces begin in that of src
	errs   diag.List // warnings of the parser
}

// piece is a declaration or an expression. It stands in a text of its own, so that it may stay what it is where the cell around it changes.
type piece struct {
	src      *diag.Source
	decl     syntax.Decl
	exp      syntax.Exp   // if it is no declaration
	followed bool         // by another expression
	words    []string     // what it mentions, besides what it defines
	defines  []scope.Name // but for open and import

	def   *types.Def // of the expression
	warns diag.List
	uses  []use // what the expression meant
}

// use is a name with the version of the entry that it meant.
type use struct {
	name    scope.Name
	version int64
}

// compiled is a definition as a program of an engine.
type compiled struct {
	engine  backend.Engine
	iface   *iface.Iface
	program backend.Program
	last    *outcome // of a run that gave a result and said nothing else
}

// memos are what a notebook remembers.
type memos struct {
	texts    *lru.Cache[textKey, *memo]
	exps     *lru.Cache[string, *piece] // of cells, by their texts
	programs *lru.Cache[*types.Def, *compiled]
	pictures *pictures.Memory
}

func newMemos() memos {
	return memos{recent[textKey, *memo](), recent[string, *piece](), recent[*types.Def, *compiled](), pictures.New()}
}

// versions counts meanings of entries. It never goes back, not even when a cell fails.
var versions atomic.Int64

// textKey is a text that is remembered: a cell's, or an expression that a magic or a front end has evaluated.
type textKey struct {
	kind diag.Kind
	part string // what a magic means by it
	exp  bool
	text string
}

// recall gives the text in the form in which it was executed last, at its present place; parse fills it if it is
// new. The places of sources that a cell changes are restored if it fails.
func (c *cell) recall(src *diag.Source, key textKey, parse func(k *memo) diag.List) (*memo, diag.List) {
	if k, ok := c.nb.memos.texts.Get(key); ok {
		c.locate(k, src)
		return k, nil
	}
	k := &memo{src: src}
	if errs := parse(k); len(errs.Errors()) > 0 {
		return k, errs
	}
	c.locate(k, src)
	c.nb.memos.texts.Add(key, k)
	return k, nil
}

// locate gives the pieces of a text the places that they have in a source with this text.
func (c *cell) locate(k *memo, src *diag.Source) {
	for i, p := range k.pieces {
		now, before := src.Place(), p.src.Place()
		if now.At += k.at[i]; now != before {
			c.moved = append(c.moved, moved{p.src, before})
			p.src.Move(now)
		}
	}
}

// moved is a source with the place that it had before the cell.
type moved struct {
	src   *diag.Source
	place diag.Place
}

// cellMemo is the memo of a cell.
func (c *cell) cellMemo(src *diag.Source) (*memo, diag.List) {
	return c.recall(src, textKey{src.ID.Kind, src.ID.Part, false, src.Text}, func(k *memo) diag.List {
		var file *syntax.File
		file, k.errs = c.parse(src)
		k.src = file.Source
		exps := file.Exps
		for i := range len(file.Decls) + 1 {
			for ; len(exps) > 0 && exps[0].After == i; exps = exps[1:] {
				c.addPiece(k, &piece{src: k.src, exp: exps[0].Exp, followed: len(exps) > 1 && exps[1].After == i}, exps[0].ExpSpan())
			}
			if i < len(file.Decls) {
				d := file.Decls[i]
				c.addPiece(k, &piece{src: k.src, decl: d, defines: defined(d)}, withDoc(file.Docs, d.DeclSpan()))
			}
		}
		return k.errs
	})
}

// parse is the tree of a text of the cell, parsed once.
func (c *cell) parse(src *diag.Source) (*syntax.File, diag.List) {
	key := textAt{src.Text, src.Place().At}
	p, ok := c.parsed[key]
	if !ok {
		p.file, p.errs = parser.Cell(src)
		if c.parsed == nil {
			c.parsed = map[textAt]parsedText{}
		}
		c.parsed[key] = p
	}
	return p.file, p.errs
}

// textAt is a text that stands somewhere in a cell.
type textAt struct {
	text string
	at   int
}

// parsedText is what a text was parsed to.
type parsedText struct {
	file *syntax.File
	errs diag.List
}

// addPiece adds a piece of a cell: as it was in an earlier cell if it is the same text there, or else anew, in a text of its own.
func (c *cell) addPiece(k *memo, p *piece, at diag.Span) {
	old := c.earlierPiece(p, at.Text())
	if old != nil && !slices.Contains(k.pieces, old) {
		old.followed = p.followed
		k.pieces, k.at = append(k.pieces, old), append(k.at, at.Start)
		return
	}
	own := &diag.Source{ID: k.src.ID, Text: at.Text()}
	switch f, faults := parser.Cell(own); {
	case len(faults) > 0 || len(f.Decls)+len(f.Exps) != 1: // it only stands in what is around it
		k.at = append(k.at, 0)
	case p.exp != nil && len(f.Exps) == 1:
		p.src, p.exp = own, f.Exps[0].Exp
		c.nb.memos.exps.Add(own.Text, p)
		k.at = append(k.at, at.Start)
	case p.decl != nil && len(f.Decls) == 1:
		p.src, p.decl = own, f.Decls[0]
		k.at = append(k.at, at.Start)
	default:
		k.at = append(k.at, 0)
	}
	p.words = mentioned(p)
	k.pieces = append(k.pieces, p)
}

// earlierPiece is the piece with the same text in an earlier cell: the expression, or the latest definition of the name.
func (c *cell) earlierPiece(p *piece, text string) *piece {
	if p.exp != nil {
		old, _ := c.nb.memos.exps.Get(text)
		return old
	}
	if len(p.defines) == 0 {
		return nil
	}
	if e := c.st.entries[p.defines[0]]; e != nil && e.piece.decl != nil && e.piece.src.Text == text {
		return e.piece
	}
	return nil
}

// withDoc is the place of a declaration with the comment that documents it.
func withDoc(docs []diag.Span, decl diag.Span) diag.Span {
	i, _ := slices.BinarySearchFunc(docs, decl.Start, func(d diag.Span, at int) int { return d.Start - at })
	for ; i > 0 && strings.TrimSpace(decl.Source.Text[docs[i-1].End:decl.Start]) == ""; i-- {
		decl.Start = docs[i-1].Start
	}
	return decl
}

// defined are the names that the text of a declaration says that it defines.
func defined(d syntax.Decl) []scope.Name {
	switch d := d.(type) {
	case *syntax.ValDecl:
		return []scope.Name{{Space: scope.Values, Text: d.Name}}
	case *syntax.ModDecl:
		return []scope.Name{{Space: scope.Values, Text: d.Name}}
	case *syntax.TypeDecl:
		return []scope.Name{{Space: scope.Types, Text: d.Name}}
	case *syntax.SigDecl:
		return []scope.Name{{Space: scope.ModuleTypes, Text: d.Name}}
	case *syntax.PatDecl:
		var out []scope.Name
		for _, n := range patNames(d.Pat, nil) {
			out = append(out, scope.Name{Space: scope.Values, Text: n})
		}
		return out
	default: // its names are in another module
	}
	return nil
}

// mentioned are the words of a piece, without the names that it defines where it defines them.
func mentioned(p *piece) []string {
	at, names := diag.Span{}, []string(nil)
	switch d := p.decl.(type) {
	case nil:
		at = p.exp.ExpSpan()
		return identifiers(scan.Words(p.src), at)
	case *syntax.ValDecl:
		at, names = d.NameSpan, []string{d.Name}
	case *syntax.ModDecl:
		at, names = d.NameSpan, []string{d.Name}
	case *syntax.TypeDecl:
		at, names = d.NameSpan, []string{d.Name}
	case *syntax.SigDecl:
		at, names = d.NameSpan, []string{d.Name}
	case *syntax.PatDecl:
		at, names = d.Pat.PatSpan(), patNames(d.Pat, nil)
	default: // the text names nothing that it defines
	}
	tokens := slices.DeleteFunc(scan.Words(p.src), func(t scan.Token) bool {
		return at.Start <= t.Span.Start && t.Span.End <= at.End && slices.Contains(names, t.Text())
	})
	return identifiers(tokens, p.decl.DeclSpan())
}

// expMemo is the piece of an expression.
func (c *cell) expMemo(src *diag.Source) (*piece, diag.List) {
	k, errs := c.recall(src, textKey{src.ID.Kind, "", true, src.Text}, func(k *memo) diag.List {
		e, errs := parser.Exp(src)
		if e != nil {
			k.pieces, k.at = []*piece{{src: src, exp: e, words: identifiers(scan.Words(src), diag.Span{})}}, []int{0}
		}
		return errs
	})
	if len(k.pieces) == 0 {
		return nil, errs
	}
	return k.pieces[0], errs
}

// built is what a magic builds around an expression for a purpose. It mentions what that mentions.
func (c *cell) built(around *piece, purpose string, build func(b *syntax.Builder) syntax.Exp) *piece {
	src := around.src
	k, _ := c.recall(src, textKey{src.ID.Kind, purpose, true, src.Text}, func(k *memo) diag.List {
		k.pieces, k.at = []*piece{{src: src, exp: build(&syntax.Builder{At: around.exp.ExpSpan()}), words: around.words}}, []int{0}
		return nil
	})
	return k.pieces[0]
}

// builtDecl is a declaration that a magic means by a text, which mentions nothing.
func (c *cell) builtDecl(src *diag.Source, build func(b *syntax.Builder) syntax.Decl) *memo {
	k, _ := c.recall(src, textKey{src.ID.Kind, src.ID.Part, false, src.Text}, func(k *memo) diag.List {
		d := build(&syntax.Builder{At: diag.Span{Source: src, End: len(src.Text)}})
		k.pieces, k.at = []*piece{{src: src, decl: d, defines: defined(d)}}, []int{0}
		return nil
	})
	return k
}

// checkExp checks an expression in the scope of now, if it was not checked before or if what it mentions has another meaning by now.
func (c *cell) checkExp(p *piece) (*types.Def, diag.List) {
	names := c.st.named(p.words)
	c.st.refresh(names)
	uses := make([]use, len(names))
	for i, n := range names {
		uses[i] = use{n, c.st.entries[n].version}
	}
	if p.def == nil || !slices.Equal(uses, p.uses) {
		scope, broken := c.st.scope(names)
		def, warns := check.Exp(scope, p.exp, "it")
		if bad := append(broken(), warns...); len(bad.Errors()) > 0 {
			return nil, bad
		}
		p.def, p.warns, p.uses = def, warns, uses
	}
	return p.def, p.warns
}

// unchanged is the entry that a declaration made when it was executed last, if it still stands and would be made again.
func (s *state) unchanged(p *piece, deps []scope.Name) *entry {
	if len(p.defines) == 0 || p.mayImport() {
		return nil
	}
	e := s.entries[p.defines[0]]
	if e == nil || e.piece != p || e.dirty || e.stale || e.lost() || e.broken != nil || e.self || len(e.names) != e.all {
		return nil
	}
	if same := slices.DeleteFunc(slices.Clone(deps), func(n scope.Name) bool { return slices.Contains(e.names, n) }); !slices.Equal(same, e.deps) {
		return nil
	}
	return e
}

// mayImport reports whether a definition may depend on a file.
func (p *piece) mayImport() bool {
	_, mod := p.decl.(*syntax.ModDecl)
	return mod && strings.Contains(p.src.Text, "import")
}

// maxRecent is how many values are kept, those that were used last. A program has a few hundred kilobytes.
const maxRecent = 128

// recent is an empty memo of values by key.
func recent[K comparable, V any]() *lru.Cache[K, V] {
	c, err := lru.New[K, V](maxRecent)
	if err != nil {
		diag.Bugf("session: %v", err)
	}
	return c
}

// Note [Memos]
//
// A text that is executed again is the same trees as before (memo.pieces), with the same sources, which take the present
// place: so positions in what was made of it stay right. A declaration or an expression that an edit of the cell left as it was is the
// same piece, in a source that takes the present place, too.
//
//   - A declaration whose entry still stands (unchanged) is skipped. It does if nothing that it depends on was defined again
//     since, which dirty and stale tell, if its text mentions the entries that it mentioned then, and no earlier meaning of its own name.
//     Its value is not computed again, and what depends on it does not become stale.
//   - What a magic builds around an expression is remembered beside that, by its purpose, with the same source.
//   - An expression has the meaning it had if the entries that it mentions have their versions. Whoever defines or checks an
//     entry again gives it a new version, and dirty entries are checked again before.
//   - A value is what it was if its program ran with the same values before (outcome.go).
//   - A definition was lowered and compiled before if it is the same *types.Def, and the engine is the same.
