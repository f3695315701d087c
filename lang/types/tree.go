package types

import (
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
)

// Symbol is a named thing that expressions refer to. Identity is the pointer.
type Symbol struct {
	Name   string // as the user wrote it, with module path: "f64.exp"
	Scheme *Scheme
	Span   diag.Span // of the definition
	Doc    string
	Kind   SymbolKind
	// Def is the definition, for KindDef (top level or local function).
	Def *Def
	// Prim is the name by which lowering knows a primitive, for KindPrim: "map", "f64.exp", "+".
	Prim string
	// Size is the symbol used as a size, for i64 symbols that are one: Size.Sym is the symbol again.
	Size *SizeVar
}

// SymbolKind says how a symbol is bound.
type SymbolKind uint8

// The kinds of symbols.
const (
	KindLocal SymbolKind = iota // parameter or pattern variable
	KindDef                     // def: late bound function or constant, inlined or called by lowering
	KindValue                   // top-level let of a cell: a value that the session holds
	KindPrim                    // primitive of the prelude
)

// Def is a definition: Params -> Body. A constant has no Params. Entry marks entry points.
type Def struct {
	Sym    *Symbol
	Params []Param
	// Ret is the result type (after all Params), Exts its existential sizes.
	Ret   Type
	Exts  []*SizeVar
	Body  Exp
	Entry bool
	Attrs []string
	Span  diag.Span
	// Linear are the type parameters that may stand for accumulators: the values of such a type are used once each.
	Linear []*Var
	// Uses are the top-level symbols that the definition mentions directly, in order.
	Uses []*Symbol
}

// Param is a parameter: a pattern with its type. Consumed: *t.
type Param struct {
	Pat      Pat
	Consumed bool
}

// Pat is a pattern. Every pattern knows its type.
//
//sumtype:decl
type Pat interface {
	Type() Type
	Span() diag.Span
	pat()
}

type (
	// PatVar binds a name.
	PatVar struct{ Sym *Symbol }
	// PatWild is _.
	PatWild struct {
		T  Type
		At diag.Span
	}
	// PatRecord matches a record or tuple; Fields in the order of the type's fields.
	PatRecord struct {
		T      *Record
		Fields []Pat
		At     diag.Span
	}
	// PatLit matches a constant.
	PatLit struct {
		Val prim.Scalar
		At  diag.Span
	}
	// PatConstr matches a constructor.
	PatConstr struct {
		T    *Sum
		Name string
		Args []Pat
		At   diag.Span
	}
)

func (*PatVar) pat()    {}
func (*PatWild) pat()   {}
func (*PatRecord) pat() {}
func (*PatLit) pat()    {}
func (*PatConstr) pat() {}

// Exp is an expression of the typed tree.
//
//sumtype:decl
type Exp interface {
	Type() Type
	Span() diag.Span
	Base() *Node
	exp()
}

// Node is what every expression has: its type and its place.
type Node struct {
	T  Type
	At diag.Span
}

// Type is the expression's type.
func (n *Node) Type() Type { return n.T }

// Span is the expression's place.
func (n *Node) Span() diag.Span { return n.At }

// Base is the node itself, for passes that treat all expressions alike.
func (n *Node) Base() *Node { return n }

type (
	// Lit is a scalar literal of final type.
	Lit struct {
		Node
		Val prim.Scalar
	}
	// Str is a string literal, an array of u8.
	Str struct {
		Node
		Val string
	}
	// Ref is a use of a symbol. TypeArgs and SizeArgs instantiate Sym.Scheme.Types and .Sizes, in order.
	// A nil entry of SizeArgs is a size that appears in no type of the use.
	Ref struct {
		Node
		Sym      *Symbol
		TypeArgs []Type
		SizeArgs []Size
	}
	// MkRecord builds a record or tuple; fields are evaluated in source order (Order lists indices of
	// T.Fields in that order), Fields is in the order of the type's fields.
	MkRecord struct {
		Node
		Fields []Exp
		Order  []int
	}
	// Project is Rec.Field.
	Project struct {
		Node
		Rec   Exp
		Field string
	}
	// RecordWith is Rec with Path = Val.
	RecordWith struct {
		Node
		Rec  Exp
		Path []string
		Val  Exp
	}
	// Table is an array of many numbers.
	Table struct {
		Node
		Vals []prim.Scalar
	}
	// ArrayLit is [e, ...]; its type says the element type also when empty.
	ArrayLit struct {
		Node
		Elems []Exp
	}
	// MkConstr is #name args; the type is a *Sum.
	MkConstr struct {
		Node
		Name string
		Args []Exp
	}
	// Lambda is \params -> body.
	Lambda struct {
		Node
		Params []Param
		Body   Exp
	}
	// Apply is Fn applied to Args, one at a time from the left. Its type's existential sizes
	// have been opened: Exts are fresh SizeVars that stand for the unknown sizes of this
	// result, in scope for the rest of the enclosing expression.
	Apply struct {
		Node
		Fn   Exp
		Args []Exp
		Exts []*SizeVar
	}
	// Let binds Pat to Rhs in Body. Sizes are size names that the pattern binds (let [n] (x: [n]t) = ...).
	// Exts are sizes of the result that mention names bound here, unknown outside.
	Let struct {
		Node
		Sizes []*SizeVar
		Pat   Pat
		Rhs   Exp
		Body  Exp
		Exts  []*SizeVar
	}
	// LetFun binds a local function. Exts as in Let.
	LetFun struct {
		Node
		Def  *Def
		Body Exp
		Exts []*SizeVar
	}
	// If is a conditional. && and || are Ifs too. Exts are sizes that differ between the branches and are
	// unknown outside.
	If struct {
		Node
		Cond, Then, Else Exp
		Exts             []*SizeVar
	}
	// Match tries Cases in order; checked to be exhaustive.
	Match struct {
		Node
		Scrut Exp
		Cases []Case
		Exts  []*SizeVar
	}
	// Loop is a loop; Init matches Pat. Exactly one of ForVar (with Bound), ForPat (with Arr) and While is
	// set. Sizes are the loop's size parameters: sizes of Pat that may change in an iteration;
	// SizeInit are their values at the start, where nil means to take them from the initial arrays.
	Loop struct {
		Node
		Sizes    []*SizeVar
		SizeInit []Size
		Pat      Pat
		Init     Exp
		ForVar   *Symbol
		Bound    Exp
		ForPat   Pat
		Arr      Exp
		While    Exp
		Body     Exp
		Attrs    []string
		Exts     []*SizeVar // the sizes of the result that stay unknown after the loop, one for each of Sizes
	}
	// Index is Arr[Idx...]. Exts are the unknown sizes of slices in the result. Fresh: it is a copy, for an
	// update inside of an element.
	Index struct {
		Node
		Arr   Exp
		Idx   []DimIndex
		Exts  []*SizeVar
		Fresh bool
	}
	// DimIndex is one dimension of an index: Fix alone, or a slice Start:End:Stride whose parts may be nil.
	// Ext is the size of the slice in the result type, when it is not expressible otherwise.
	DimIndex struct {
		Fix                Exp
		Slice              bool
		Start, End, Stride Exp
	}
	// With is Arr with [Idx...] = Val.
	With struct {
		Node
		Arr Exp
		Idx []DimIndex
		Val Exp
	}
	// Range is Start..Step...End (Step nil: 1 or -1 by kind).
	Range struct {
		Node
		Start, Step, End Exp
		Kind             RangeKind
		Ext              *SizeVar // the length, when it is not a known size
	}
	// Coerce is E :> T: sizes are checked at run time. Also what a size-checked entry does.
	Coerce struct {
		Node
		E Exp
	}
	// Assert is assert Cond E; Text is the source of Cond.
	Assert struct {
		Node
		Cond, E Exp
		Text    string
	}
	// Attr is #[attr] e.
	Attr struct {
		Node
		Name string
		E    Exp
	}
	// Hole is ???: it type checks and fails when it is evaluated.
	Hole struct{ Node }
)

// Case is one case of a Match.
type Case struct {
	Pat  Pat
	Body Exp
}

// RangeKind says where a range ends.
type RangeKind uint8

// The kinds of ranges: a...b includes b, a..<b and a..>b do not.
const (
	ToInclusive RangeKind = iota
	UpToExclusive
	DownToExclusive
)

func (*Lit) exp()        {}
func (*Str) exp()        {}
func (*Ref) exp()        {}
func (*MkRecord) exp()   {}
func (*Project) exp()    {}
func (*RecordWith) exp() {}
func (*Table) exp()      {}
func (*ArrayLit) exp()   {}
func (*MkConstr) exp()   {}
func (*Lambda) exp()     {}
func (*Apply) exp()      {}
func (*Let) exp()        {}
func (*LetFun) exp()     {}
func (*If) exp()         {}
func (*Match) exp()      {}
func (*Loop) exp()       {}
func (*Index) exp()      {}
func (*With) exp()       {}
func (*Range) exp()      {}
func (*Coerce) exp()     {}
func (*Assert) exp()     {}
func (*Attr) exp()       {}
func (*Hole) exp()       {}

// Type of a pattern.
func (p *PatVar) Type() Type    { return p.Sym.Scheme.Type }
func (p *PatWild) Type() Type   { return p.T }
func (p *PatRecord) Type() Type { return p.T }
func (p *PatLit) Type() Type    { return Prim{p.Val.Type} }
func (p *PatConstr) Type() Type { return p.T }

// Span of a pattern.
func (p *PatVar) Span() diag.Span    { return p.Sym.Span }
func (p *PatWild) Span() diag.Span   { return p.At }
func (p *PatRecord) Span() diag.Span { return p.At }
func (p *PatLit) Span() diag.Span    { return p.At }
func (p *PatConstr) Span() diag.Span { return p.At }

// Param is the name that #[param(name)] gives an expression, "" for other attributes: a number of type i64 that whoever runs the
// program may set (a tuning parameter).
func (e *Attr) Param() string { return ParamOf(e.Name) }

// ParamOf is the name in the text of an attribute, see [Attr.Param].
func ParamOf(attr string) string {
	inner, ok := strings.CutPrefix(strings.Join(strings.Fields(attr), ""), "param(")
	if name, closed := strings.CutSuffix(inner, ")"); ok && closed && !strings.ContainsAny(name, ",()") {
		return name
	}
	return ""
}
