package seg

import (
	"fmt"

	"raido/lang/core"
)

func (w *printer) code(c Code) {
	for _, s := range c {
		w.stm(s)
	}
}

func (w *printer) stm(s Stm) {
	switch s := s.(type) {
	case *Let:
		args := w.atoms(s.Args)
		w.line("%s = %s.%s %s%s", w.bind(s.V, core.Prim(s.Op.ResultType(s.T))), s.Op.Name, s.T, args, flags("idx", s.Idx))
	case *Decl:
		init := w.atom(s.Init)
		w.line("var %s = %s", w.bind(s.V, s.Init.AtomType()), init)
	case *Set:
		w.line("set %s = %s", w.atom(s.V), w.atom(s.Val))
	case *Select:
		args := fmt.Sprintf("if %s then %s else %s", w.atom(s.Cond), w.atom(s.Then), w.atom(s.Else))
		w.line("%s = %s", w.bind(s.V, s.Then.AtomType()), args)
	case *Load:
		from := w.mem(s.Mem) + w.index(s.At)
		w.line("%s = %s%s", w.bind(s.V, core.Prim(s.Mem.Elem)), from, flags("ordered", s.Ordered))
	case *Store:
		w.line("%s%s = %s%s", w.mem(s.Mem), w.index(s.At), w.atom(s.Val), w.opt("first", s.First))
	case *Update:
		w.line("%s%s %s= %s%s", w.mem(s.Mem), w.index(s.At), s.Op.Name, w.atom(s.Val), flags("ordered", s.Ordered, "strip", s.Strip))
	case *For, *Fold, *While, *If:
		w.control(s)
	case *Check:
		w.check(s.Cond, s.Site, s.Args)
	case *Reserve:
		w.line("reserve %s for %s", w.mem(s.Mem), w.dims(s.Dims))
	default:
		w.explicit(s)
	}
}

func (w *printer) control(s Stm) {
	switch s := s.(type) {
	case *For:
		from, bound := w.opt("from", s.From), w.atom(s.Bound)
		step := ""
		if s.Step != 0 {
			step = fmt.Sprintf(" step %d", s.Step)
		}
		w.in(func() { w.code(s.Body) }, "for %s%s < %s%s%s%s", w.bind(s.I, s.Bound.AtomType()), from, bound, step,
			flags("par", s.Par, "apart", s.Apart, "elems", s.Elems, "unroll", s.Unroll, "single", s.Single, "quiet", s.Quiet, "moves", s.Moves), interchange(s.Interchange))
	case *Fold:
		from, bound := w.opt("from", s.From), w.atom(s.Bound)
		w.in(func() {
			w.code(s.Body)
			w.line("yield %s", w.atoms(s.Vals))
		}, "fold %s%s < %s%s into %s by %s", w.bind(s.I, s.Bound.AtomType()), from, bound, interchange(s.Interchange), w.varList(s.Accs), ops(s.Ops))
	case *While:
		w.in(func() {
			w.code(s.CondCode)
			w.line("break unless %s", w.atom(s.Cond))
			w.code(s.Body)
		}, "while%s", flags("quiet", s.Quiet))
	case *If:
		w.in(func() { w.code(s.Then) }, "if %s%s", w.atom(s.Cond), flags("unlikely", s.Unlikely))
		w.part("else", s.Else)
	default: // explicit has the others
	}
}

var interchangeNames = []string{InterchangeRows: "rows", InterchangeSums: "sums", InterchangeScalar: "scalar"}

func interchange(t Interchange) string {
	if t == NoInterchange {
		return ""
	}
	return " interchange " + interchangeNames[t]
}

var laneNames = []string{Spread: "spread", Ramp: "ramp", Even: "even", Odd: "odd", Lo: "lo", Hi: "hi", ZipLo: "ziplo", ZipHi: "ziphi",
	Reverse: "reverse", Extract: "extract", Any: "any", Count: "count", Sums: "sums"}

// String is the word for a move in the text form.
func (o LaneOp) String() string { return laneNames[o] }

func (w *printer) explicit(s Stm) {
	switch s := s.(type) {
	case *Lanes:
		args, k := w.atoms(s.Args), ""
		if s.K != 0 {
			k = fmt.Sprintf(" lane %d", s.K)
		}
		w.line("%s = %s %s%s", w.bind(s.V, core.Prim(s.elem())), s.Op, args, k)
	case *Gather:
		from := w.places(s.Mem, s.At, s.By, s.Mask)
		w.line("%s = gather %s", w.bind(s.V, core.Prim(s.Mem.Elem)), from)
	case *Scatter:
		op := ""
		if s.Op != nil {
			op = s.Op.Name
		}
		w.line("scatter %s %s= %s", w.places(s.Mem, s.At, s.By, s.Mask), op, w.atom(s.Val))
	case *Squeeze:
		w.line("squeeze %s = %s", w.places(s.Mem, s.At, nil, s.Mask), w.atom(s.Val))
	case *Copy:
		w.line("copy %s%s = %s%s for %s", w.mem(s.To), w.index(s.ToAt), w.mem(s.From), w.index(s.FromAt), w.atom(s.N))
	case *Pack:
		from := w.mem(s.From) + w.index(s.At) + w.opt("by", s.By) + w.opt("where", s.Mask)
		w.line("pack %s = %s for %s", w.mem(s.To), from, w.atom(s.N))
	case *Pointwise:
		w.in(func() { w.code(s.Body) }, "pointwise")
	case *Atomic:
		w.line("atomic %s%s %s= %s", w.mem(s.Mem), w.index(s.At), s.Op.Name, w.atom(s.Val))
	case *Bind:
		w.bound(s)
	case *Poll:
		w.line("poll")
	case *Tell:
		w.line("tell%s %s", flags("of", s.Of), w.atom(s.N))
	case *Barrier:
		w.line("barrier")
	case *Try:
		w.in(func() { w.code(s.Body) }, "try")
	default: // the callers have the others
	}
}

// places are the elements that lanes read or write.
func (w *printer) places(m *Mem, at, by, mask core.Atom) string {
	return w.mem(m) + " at " + w.atom(at) + w.opt("by", by) + w.opt("where", mask)
}

func (w *printer) bound(s *Bind) {
	then := w.mem(s.Then) + w.index(s.ThenAt)
	if s.Cond == nil {
		w.line("bind %s = %s", w.mem(s.Mem), then)
		return
	}
	w.line("bind %s = if %s then %s else %s%s", w.mem(s.Mem), w.atom(s.Cond), then, w.mem(s.Else), w.index(s.ElseAt))
}
