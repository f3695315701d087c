package rev

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Kept is a value of a loop or a branch that the forward sweep keeps for the return sweep, and why that is so, for people: what
// effective use, killed values and the choice between storing and computing again come to [Peng23, 3.3, 3.4].
type Kept struct {
	Name string
	Elem prim.Type
	Dims []core.Atom // of all that is kept of it, those of loops first; nil stands for the number of iterations of a while loop
	Each bool        // every point of a map keeps its own
	Src  diag.Span   // what makes the value
	For  diag.Span   // what it is kept for: the return sweep of this reads it
	Why  string      // why it is neither computed again nor read where it is at the end
}

// Listener is told what derivatives keep; a Calls may be one.
type Listener interface{ Keep(*Kept) }

// Reasons for keeping a value.
const (
	whyCarried     = "the loop carries it from iteration to iteration"
	whyOverwritten = "what is read of it is overwritten, so that the array at the end does not have it"
	whySource      = "it is read from an array that is overwritten there"
	whyNotTwice    = "such code is not run twice"
	whyCheaper     = "to keep it costs less than to compute it again"
	whySize        = "it is a size of what is kept"
	whyUndone      = "it is overwritten there, which the return sweep undoes"
	whyPlace       = "it is the place of an update that the return sweep undoes"
	whyCheckpoint  = "a strip of the loop begins with it"
)

// because notes why a value is kept.
func (p *planner) because(v *core.Var) {
	if p.r.kept == nil {
		return
	}
	if p.why == nil {
		p.why = map[*core.Var]*Kept{}
	}
	p.why[v] = &Kept{Name: v.Name, Elem: v.Type.Elem, Src: p.defs[v].Src, For: p.reader(v), Why: p.reason(v), Each: p.r.s.isIn(mapScope)}
}

func (p *planner) reasonIs(v *core.Var, why string) {
	if k := p.why[v]; k != nil {
		k.Why = why
	}
}

func (p *planner) reason(v *core.Var) string {
	st, bound := p.defs[v]
	_, again := workCost(st.Exp)
	switch {
	case p.sizes[v]:
		return whySize
	case !v.Type.IsScalar() && p.r.facts.isConsumed(v):
		return whyOverwritten
	case !bound:
		return whyCarried
	case !again:
		return whyNotTwice
	case p.formOf(st, nil) == nil:
		return whySource
	}
	return whyCheaper
}

// reader is the first statement of the return sweep, or of what it repeats, that reads a value.
func (p *planner) reader(v *core.Var) diag.Span {
	for _, st := range p.code().Stms {
		if core.FreeInStm(st).Has(v) {
			return st.Src
		}
	}
	return diag.Span{}
}

// isKept tells the listener that values are kept as other variables, in so many rows more: nil if nobody knows before.
func (r *rev) isKept(p plan, v, as *core.Var, rows ...core.Atom) {
	if r.kept == nil {
		return
	}
	k := r.keeps[v] // an array that a loop or branch inside keeps
	if k == nil {
		k = p.why[v]
		k.Dims = slices.Clone(v.Type.Dims)
		r.kept.Keep(k)
	}
	k.Dims = append(slices.Clone(rows), k.Dims...)
	r.keeps[as] = k
}

// String is a line: what is kept, in how many bytes, and why.
func (k *Kept) String() string {
	what := k.Name
	if text := excerpt(k.Src); text != "" {
		what = text
	}
	out := what + ": " + k.Bytes() + " bytes"
	if k.Each {
		out += " at each point of a map"
	}
	out += "; " + k.Why
	if text := excerpt(k.For); text != "" {
		out += "; the return sweep reads it for " + text
	}
	return out
}

// Bytes is the formula of the size, as 8 * n * m.
func (k *Kept) Bytes() string {
	n := int64(k.Elem.Size())
	var factors []string
	for _, d := range k.Dims {
		switch d := d.(type) {
		case nil:
			factors = append(factors, "iterations")
		case core.Const:
			n *= d.Int64()
		case *core.Var:
			factors = append(factors, d.Name)
		}
	}
	return strings.Join(append([]string{fmt.Sprint(n)}, factors...), " * ")
}

// excerpt is a piece of the user's text in one line, with the number of the line.
func excerpt(s diag.Span) string {
	const most = 40
	text := strings.Join(strings.Fields(s.OfUser().Text()), " ")
	if text == "" {
		return ""
	}
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most-4]) + " ..."
	}
	line, _ := s.Pos()
	return fmt.Sprintf("%s (line %d)", text, line)
}
