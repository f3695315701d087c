package syntax

import "raido/lang/diag"

// Name is a possibly qualified name: Quals are the module names before the dots.
type Name struct {
	Quals   []string
	Base    string
	Library bool // what the library means by it, whatever is in scope: of trees that a Builder made
	Span    diag.Span
}

// Attr is an attribute, without #[ ]: unroll, bound(n), ...; Text is its source, with the usual spaces.
type Attr struct {
	Text string
	Span diag.Span
}

// File is a parsed file or cell.
type File struct {
	Source *diag.Source
	Doc    string
	Docs   []diag.Span // the doc comments, in order
	Decls  []Decl
	// Exps are the expressions of a cell; files have none.
	Exps []CellExp
}

// CellExp is an expression of a cell, between its declarations.
type CellExp struct {
	Exp
	After int // how many declarations stand before it
}

// Decl is a declaration.
//
//sumtype:decl
type Decl interface {
	DeclSpan() diag.Span
	decl()
}

// DeclHead is what every declaration has.
type DeclHead struct {
	Span  diag.Span // whole declaration
	Doc   string    // text of the -- | comment before it
	Attrs []Attr
	Local bool
}

// DeclSpan is the place of the whole declaration.
func (h *DeclHead) DeclSpan() diag.Span { return h.Span }

type (
	// ValDecl is def, let or entry: a function, or a constant when Params is empty.
	ValDecl struct {
		DeclHead
		Keyword    string // "def", "let", "entry"
		Name       string // an operator's spelling for operator definitions
		NameSpan   diag.Span
		TypeParams []TypeParam
		Params     []Pat
		Ret        TypeExp // nil if not declared
		Body       Exp
	}
	// PatDecl is a top-level let with a pattern: let (a, b) = e. Futhark has none; cells do.
	PatDecl struct {
		DeclHead
		Pat  Pat
		Body Exp
	}
	// TypeDecl is type, type~ or type^.
	TypeDecl struct {
		DeclHead
		Name     string
		NameSpan diag.Span
		Lift     string // "", "~" or "^"
		Params   []TypeParam
		Type     TypeExp // nil in a module type's abstract specification
	}
	// ModDecl is module m (params) : sig = body.
	ModDecl struct {
		DeclHead
		Name     string
		NameSpan diag.Span
		Params   []ModParam
		Sig      SigExp // nil if none
		Body     ModExp
	}
	// SigDecl is module type s = sig.
	SigDecl struct {
		DeclHead
		Name     string
		NameSpan diag.Span
		Sig      SigExp
	}
	// OpenDecl is open m.
	OpenDecl struct {
		DeclHead
		Mod ModExp
	}
	// ImportDecl is import "path".
	ImportDecl struct {
		DeclHead
		Path string
	}
)

func (*ValDecl) decl()    {}
func (*PatDecl) decl()    {}
func (*TypeDecl) decl()   {}
func (*ModDecl) decl()    {}
func (*SigDecl) decl()    {}
func (*OpenDecl) decl()   {}
func (*ImportDecl) decl() {}

// TypeParam is [n], 'a, '~a or '^a.
type TypeParam struct {
	Name string
	Size bool
	Lift string // "", "~" or "^"
	Span diag.Span
}

// ModParam is (p: sig).
type ModParam struct {
	Name string
	Sig  SigExp
	Span diag.Span
}

// ModExp is a module expression.
//
//sumtype:decl
type ModExp interface {
	ModSpan() diag.Span
	modExp()
}

// At is the place of a node.
type At struct{ Span diag.Span }

type (
	// ModName names a module.
	ModName struct {
		At
		Name Name
	}
	// ModImport is import "path" as a module expression.
	ModImport struct {
		At
		Path string
	}
	// ModApply applies a parametric module.
	ModApply struct {
		At
		Fn, Arg ModExp
	}
	// ModBody is { decls }.
	ModBody struct {
		At
		Decls []Decl
	}
	// ModAscript is mod : sig.
	ModAscript struct {
		At
		Mod ModExp
		Sig SigExp
	}
	// ModLambda is \(p: sig) -> mod.
	ModLambda struct {
		At
		Param ModParam
		Sig   SigExp // may be nil
		Body  ModExp
	}
)

// ModSpan is the place of a module expression.
func (a At) ModSpan() diag.Span { return a.Span }

func (*ModName) modExp()    {}
func (*ModImport) modExp()  {}
func (*ModApply) modExp()   {}
func (*ModBody) modExp()    {}
func (*ModAscript) modExp() {}
func (*ModLambda) modExp()  {}

// SigExp is a module type expression.
//
//sumtype:decl
type SigExp interface {
	SigSpan() diag.Span
	sigExp()
}

// SigSpan is the place of a module type expression.
func (a At) SigSpan() diag.Span { return a.Span }

type (
	// SigName names a module type.
	SigName struct {
		At
		Name Name
	}
	// SigBody is { specs }.
	SigBody struct {
		At
		Specs []Spec
	}
	// SigWith is sig with t params = type.
	SigWith struct {
		At
		Sig    SigExp
		Name   Name
		Params []TypeParam
		Type   TypeExp
	}
	// SigArrow is (p: sig) -> sig; Param may be empty.
	SigArrow struct {
		At
		Param  string
		In, Ou SigExp
	}
)

func (*SigName) sigExp()  {}
func (*SigBody) sigExp()  {}
func (*SigWith) sigExp()  {}
func (*SigArrow) sigExp() {}

// Spec is one specification of a module type: exactly one of its parts is set.
type Spec struct {
	Span    diag.Span
	Doc     string
	Val     *ValSpec
	Type    *TypeDecl
	Module  *ModParam
	Include SigExp
}

// ValSpec is val f params : type.
type ValSpec struct {
	Name       string
	TypeParams []TypeParam
	Type       TypeExp
}

// TypeExp is a type as written.
//
//sumtype:decl
type TypeExp interface {
	TypeSpan() diag.Span
	typeExp()
}

// TypeSpan is the place of a type expression.
func (a At) TypeSpan() diag.Span { return a.Span }

type (
	// TypeName names a type, with arguments: t [n] i32.
	TypeName struct {
		At
		Name Name
		Args []TypeArg
	}
	// TypeArray is [size]elem; Size nil: [].
	TypeArray struct {
		At
		Size Exp
		Elem TypeExp
	}
	// TypeTuple is (t, t, ...); no elements: ().
	TypeTuple struct {
		At
		Elems []TypeExp
	}
	// TypeRecord is {f: t, ...}.
	TypeRecord struct {
		At
		Fields []TypeField
	}
	// TypeSum is #a t ... | #b ...
	TypeSum struct {
		At
		Constrs []TypeConstr
	}
	// TypeArrow is t -> t or (n: t) -> t; Param empty if not named.
	TypeArrow struct {
		At
		Param    string
		From, To TypeExp
	}
	// TypeUnique is *t.
	TypeUnique struct {
		At
		Type TypeExp
	}
	// TypeExists is ?[n][m]. t.
	TypeExists struct {
		At
		Sizes []string
		Type  TypeExp
	}
	// TypeArg is a type or, when IsSize, a size [e] (Size nil: []).
	TypeArg struct {
		IsSize bool
		Size   Exp
		Type   TypeExp
	}
	// TypeField is a field of a record type.
	TypeField struct {
		Name string
		Type TypeExp
		Span diag.Span
	}
	// TypeConstr is a constructor of a sum type.
	TypeConstr struct {
		Name string
		Args []TypeExp
		Span diag.Span
	}
)

func (*TypeName) typeExp()   {}
func (*TypeArray) typeExp()  {}
func (*TypeTuple) typeExp()  {}
func (*TypeRecord) typeExp() {}
func (*TypeSum) typeExp()    {}
func (*TypeArrow) typeExp()  {}
func (*TypeUnique) typeExp() {}
func (*TypeExists) typeExp() {}
