package syntax

import "raido/lang/diag"

// Exp is an expression.
//
//sumtype:decl
type Exp interface {
	ExpSpan() diag.Span
	exp()
}

// ExpSpan is the place of an expression.
func (a At) ExpSpan() diag.Span { return a.Span }

type (
	// NumLit is a number as written. Suffix is the type suffix or empty; Float tells a literal with a
	// point, an exponent or a float suffix. Text is without suffix and underscores; it starts with "-"
	// only in patterns.
	NumLit struct {
		At
		Text   string
		Suffix string
		Float  bool
	}
	// BoolLit is true or false.
	BoolLit struct {
		At
		Val bool
	}
	// CharLit is 'c'.
	CharLit struct {
		At
		Val rune
	}
	// StrLit is "...", unescaped.
	StrLit struct {
		At
		Val string
	}
	// VarExp is a name; an operator in parentheses is a VarExp with the operator's spelling. A dotted name
	// a.b.c is one too: its qualifiers are modules, then from the first that is no module on, a record and
	// its fields. Only names tell them apart, so the parser does not.
	VarExp struct {
		At
		Name Name
	}
	// HoleExp is ???.
	HoleExp struct{ At }
	// ParenExp is (e); kept because it matters for printing and for sections.
	ParenExp struct {
		At
		Exp Exp
	}
	// LocalOpen is M.(e).
	LocalOpen struct {
		At
		Mod Name
		Exp Exp
	}
	// TupleExp is (e, ...); none: ().
	TupleExp struct {
		At
		Elems []Exp
	}
	// RecordExp is {f = e, g, ...}; a punned field has a VarExp.
	RecordExp struct {
		At
		Fields []FieldExp
	}
	// FieldExp is one field; Punned tells {x} from {x = x}.
	FieldExp struct {
		Name   string
		Exp    Exp
		Punned bool
		Span   diag.Span
	}
	// ProjectExp is e.f or e.0.
	ProjectExp struct {
		At
		Rec   Exp
		Field string
	}
	// ArrayExp is [e, ...].
	ArrayExp struct {
		At
		Elems []Exp
	}
	// TableExp is an ArrayExp of many numbers and nothing else: Note [Tables]. Suffix is that of the first, and of all others that
	// have one; Float reports whether a number without suffix has a point or an exponent.
	TableExp struct {
		At
		Count  int
		Suffix string
		Float  bool
	}
	// ConstrExp is #c, applied by ApplyExp.
	ConstrExp struct {
		At
		Name string
	}
	// IndexExp is e[i, a:b, ...].
	IndexExp struct {
		At
		Arr Exp
		Idx []DimIndex
	}
	// DimIndex is i, or when Slice a:b:c with any part nil.
	DimIndex struct {
		Slice              bool
		Fix                Exp
		Start, End, Stride Exp
		Span               diag.Span
	}
	// ApplyExp is juxtaposition f x y.
	ApplyExp struct {
		At
		Fn   Exp
		Args []Exp
	}
	// BinExp is x op y; a backtick operator has Op.Base the name and Backtick set.
	BinExp struct {
		At
		Op       Name
		Backtick bool
		L, R     Exp
	}
	// NegExp is -e; NotExp is !e.
	NegExp struct {
		At
		Exp Exp
	}
	// NotExp is !e: logical or bitwise not.
	NotExp struct {
		At
		Exp Exp
	}
	// SectionL is (e op), SectionR is (op e).
	SectionL struct {
		At
		L        Exp
		Op       Name
		Backtick bool
	}
	// SectionR is (op e).
	SectionR struct {
		At
		Op       Name
		Backtick bool
		R        Exp
	}
	// SectionPath is (.f.g), (.[i, ...]) or a longer way into a value, (.f[i].g).
	SectionPath struct {
		At
		Steps []PathStep
	}
	// PathStep is a field, or the indices of an element or a part.
	PathStep struct {
		Field string
		Idx   []DimIndex
	}
	// AscriptExp is e : t.
	AscriptExp struct {
		At
		Exp  Exp
		Type TypeExp
	}
	// CoerceExp is e :> t.
	CoerceExp struct {
		At
		Exp  Exp
		Type TypeExp
	}
	// RangeExp is a..b...c and its kin. Kind is "...", "..<" or "..>"; Step nil if not given.
	RangeExp struct {
		At
		Start, Step, End Exp
		Kind             string
	}
	// LambdaExp is \p ... : t -> e.
	LambdaExp struct {
		At
		Params []Pat
		Ret    TypeExp
		Body   Exp
	}
	// LetExp is let [n] p = e in body (also chains of lets without in).
	LetExp struct {
		At
		Sizes []string
		Pat   Pat
		Rhs   Exp
		Body  Exp
	}
	// LetFunExp is let f params : t = e in body.
	LetFunExp struct {
		At
		Name       string
		NameSpan   diag.Span
		TypeParams []TypeParam
		Params     []Pat
		Ret        TypeExp
		Rhs        Exp
		Body       Exp
	}
	// LetWithExp is let a[i, ...].f = e in body.
	LetWithExp struct {
		At
		Name     string
		NameSpan diag.Span
		Steps    []Step
		Val      Exp
		Body     Exp
	}
	// IfExp is if c then a else b.
	IfExp struct {
		At
		Cond, Then, Else Exp
	}
	// MatchExp is match e case p -> e ...
	MatchExp struct {
		At
		Scrut Exp
		Cases []CaseExp
	}
	// CaseExp is one case.
	CaseExp struct {
		Pat  Pat
		Body Exp
		Span diag.Span
	}
	// LoopExp is loop [n] p = e form do body. Init nil: the pattern read as an expression.
	// Exactly one of ForName (with Bound), ForPat (with Arr), While is set.
	LoopExp struct {
		At
		Sizes       []string
		Pat         Pat
		Init        Exp
		ForName     string
		ForNameSpan diag.Span
		Bound       Exp
		ForPat      Pat
		Arr         Exp
		While       Exp
		Body        Exp
	}
	// WithExp is e with [i, ...].f = v.
	WithExp struct {
		At
		Exp   Exp
		Steps []Step
		Val   Exp
	}
	// Step is a step on the way to what an update replaces: a field, or an element or slice.
	Step struct {
		At
		Field string // "" for Idx
		Idx   []DimIndex
	}
	// AssertExp is assert c e.
	AssertExp struct {
		At
		Cond, Exp Exp
	}
	// AttrExp is #[attr] e.
	AttrExp struct {
		At
		Attr Attr
		Exp  Exp
	}
)

func (*NumLit) exp()      {}
func (*BoolLit) exp()     {}
func (*CharLit) exp()     {}
func (*StrLit) exp()      {}
func (*VarExp) exp()      {}
func (*HoleExp) exp()     {}
func (*ParenExp) exp()    {}
func (*LocalOpen) exp()   {}
func (*TupleExp) exp()    {}
func (*RecordExp) exp()   {}
func (*ProjectExp) exp()  {}
func (*ArrayExp) exp()    {}
func (*TableExp) exp()    {}
func (*ConstrExp) exp()   {}
func (*IndexExp) exp()    {}
func (*ApplyExp) exp()    {}
func (*BinExp) exp()      {}
func (*NegExp) exp()      {}
func (*NotExp) exp()      {}
func (*SectionL) exp()    {}
func (*SectionR) exp()    {}
func (*SectionPath) exp() {}
func (*AscriptExp) exp()  {}
func (*CoerceExp) exp()   {}
func (*RangeExp) exp()    {}
func (*LambdaExp) exp()   {}
func (*LetExp) exp()      {}
func (*LetFunExp) exp()   {}
func (*LetWithExp) exp()  {}
func (*IfExp) exp()       {}
func (*MatchExp) exp()    {}
func (*LoopExp) exp()     {}
func (*WithExp) exp()     {}
func (*AssertExp) exp()   {}
func (*AttrExp) exp()     {}

// Pat is a pattern.
//
//sumtype:decl
type Pat interface {
	PatSpan() diag.Span
	pat()
}

// PatSpan is the place of a pattern.
func (a At) PatSpan() diag.Span { return a.Span }

type (
	// PatName binds a name. Messages call it Shown, if that is not empty: of trees that a Builder made.
	PatName struct {
		At
		Name  string
		Shown string
	}
	// PatWild is _.
	PatWild struct{ At }
	// PatTuple is (p, ...); none: ().
	PatTuple struct {
		At
		Elems []Pat
	}
	// PatRecord is {f = p, g, ...}; a punned field has a PatName.
	PatRecord struct {
		At
		Fields []PatField
	}
	// PatField is one field of a record pattern.
	PatField struct {
		Name string
		Pat  Pat
		Span diag.Span
	}
	// PatAscript is p : t.
	PatAscript struct {
		At
		Pat  Pat
		Type TypeExp
	}
	// PatLit is a literal: number (negative too), bool or character.
	PatLit struct {
		At
		Lit Exp // *NumLit, *BoolLit, *CharLit
	}
	// PatConstr is #c p ...
	PatConstr struct {
		At
		Name string
		Args []Pat
	}
	// PatAttr is #[attr] p.
	PatAttr struct {
		At
		Attr Attr
		Pat  Pat
	}
)

func (*PatName) pat()    {}
func (*PatWild) pat()    {}
func (*PatTuple) pat()   {}
func (*PatRecord) pat()  {}
func (*PatAscript) pat() {}
func (*PatLit) pat()     {}
func (*PatConstr) pat()  {}
func (*PatAttr) pat()    {}
