package scan

import "github.com/alecthomas/participle/v2/lexer"

// StartsDecl reports whether a declaration can begin with the token.
func StartsDecl(t *lexer.Token) bool {
	if t.Type == Attr {
		return true
	}
	if t.Type != Key {
		return false
	}
	switch t.Value {
	case "def", "let", "entry", "type", "module", "open", "import", "local":
		return true
	}
	return false
}

// HardStart reports whether the token can only begin a declaration, whatever stands before it.
func HardStart(t *lexer.Token) bool {
	return StartsDecl(t) && t.Type == Key && t.Value != "let" && t.Value != "open" && t.Value != "import"
}

// Continues reports whether a token at column 1 can only continue an expression.
func Continues(t *lexer.Token) bool {
	switch t.Type {
	case Op:
		return t.Value != "!"
	case QualOp, Tick, Index, lexer.EOF:
		return true
	case Punct:
		return t.Value != "(" && t.Value != "[" && t.Value != "{" && t.Value != `\` && t.Value != "_"
	case Key:
		return !StartsDecl(t) && !StartsExp(t)
	}
	return false
}

// Unfinished reports whether a token can't be the last of an item.
func Unfinished(t *lexer.Token) bool {
	switch t.Type {
	case Op, QualOp, Attr, Index, Open:
		return true
	case Punct:
		return t.Value != ")" && t.Value != "]" && t.Value != "}" && t.Value != "_"
	case Key:
		return t.Value != "true" && t.Value != "false"
	}
	return false
}

// Nesting is what a token adds to the depth of brackets.
func Nesting(t *lexer.Token) int {
	switch t.Type {
	case Open, Index, Attr:
		return 1
	case Punct:
		switch t.Value {
		case "(", "[", "{":
			return 1
		case ")", "]", "}":
			return -1
		}
	}
	return 0
}

// StartsExp reports whether an expression can begin with the token.
func StartsExp(t *lexer.Token) bool {
	switch t.Type {
	case Key:
		switch t.Value {
		case "let", "if", "loop", "match", "assert":
			return true
		}
	case Op:
		return t.Value == "-" || t.Value == "!"
	case Attr:
		return true
	case Punct:
		return t.Value == `\` || StartsAtom(t)
	}
	return StartsAtom(t)
}

// StartsAtom reports whether an argument can begin with the token.
func StartsAtom(t *lexer.Token) bool {
	switch t.Type {
	case Name, Qual, Open, Int, Float, Char, Str, Constr, Table, Hole:
		return true
	case Key:
		return t.Value == "true" || t.Value == "false"
	case Punct:
		return t.Value == "(" || t.Value == "[" || t.Value == "{"
	}
	return false
}
