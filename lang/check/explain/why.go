package explain

import (
	"fmt"

	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/types"
)

// Role is what an expression is where it stands: an argument of a function, an operand of an operator, or what Words say.
type Role struct {
	Words string
	Arg   int           // of an argument: its number, from 1
	Of    string        // of an argument: the function as the program writes it; of an operand: the operator
	Fn    *types.Symbol // of an argument: the function, if it has a name
}

// As is a role in words.
func As(words string) Role { return Role{Words: words} }

// AsElement is the role of element i of an array.
func AsElement(i int) Role { return Role{Words: fmt.Sprintf("element %d of this array", i)} }

// AsOperand is the role of an operand of an operator that is overloaded.
func AsOperand(op string) Role { return Role{Of: op} }

// AsArgument is the role of an argument, numbered from 1, of fn, which the program writes as of.
func AsArgument(number int, of string, fn types.Exp) Role {
	r := Role{Arg: number, Of: of}
	if ref, ok := fn.(*types.Ref); ok {
		r.Fn = ref.Sym
	}
	return r
}

// String says it as messages do.
func (r Role) String() string {
	switch {
	case r.Arg > 0:
		return fmt.Sprintf("argument %d of %s", r.Arg, r.Of)
	case r.Of != "":
		return "an operand of " + r.Of
	}
	return r.Words
}

// Why says where an expectation comes from: what must have the type, and a place to point at.
type Why struct {
	What Role
	Note string
	At   diag.Span
}

// NotePlace notes where a size comes from; text is how the message calls it.
func NotePlace(d *diag.Diag, s types.Size, text string) {
	if v, ok := types.ResolveSize(s).(*types.SizeVar); ok && v.Sym.Span.OfUser().Source != nil {
		if v.Name == "" {
			fault.Note(d, v.Sym.Span, "size %s is only known when this is computed", text)
		} else {
			fault.Note(d, v.Sym.Span, "size %s is bound here", text)
		}
	}
}
