package uniqueness

import (
	"raido/lang/types"
)

// Facts are what the text of a definition says about who owns what, beyond its typed tree.
type Facts struct {
	Owned    map[*types.Symbol]bool // variables bound with a unique type
	Inferred map[*types.Symbol]bool // parameters of lambdas without a declared type: accumulators there may be written to
	Kept     map[*types.Symbol]bool // loop parameters declared with a type that is not unique
	// Declared and DeclaredLambda are the functions whose result type is written.
	Declared       map[*types.Def]bool
	DeclaredLambda map[*types.Lambda]bool
	// Library says that the definition is the library's, whose results may share memory with top-level values.
	Library bool
}

// NewFacts are those of a definition of which nothing is said yet.
func NewFacts(library bool) *Facts {
	return &Facts{Owned: map[*types.Symbol]bool{}, Inferred: map[*types.Symbol]bool{}, Kept: map[*types.Symbol]bool{},
		Declared: map[*types.Def]bool{}, DeclaredLambda: map[*types.Lambda]bool{}, Library: library}
}

// Fresh is what a function type says of its result: unique as a whole, or in some fields.
type Fresh struct {
	All   bool
	Parts []bool
}

// ResultOf is the uniqueness of a function's result.
func ResultOf(f *types.Func) Fresh { return Fresh{f.ResUnique, f.ResParts} }
