package parser

import (
	"strings"

	"raido/lang/syntax/scan"
)

// hint gives a way out of common mistakes.
func (s *parse) hint(it item, f *failure) string {
	before := s.tokenBefore(f.tok.Pos.Offset)
	switch {
	case f.wants("`else`") && s.foreign(it, f, "elif", "elsif", "elseif", "elsei"):
		return "write else if: `if a then x else if b then y else z`"
	case f.hint != "":
		return f.hint
	case f.wants("`else`"):
		return "an `if` always has both branches: `if c then a else b`"
	case f.wants("`case`"):
		return "a `match` has at least one `case pattern -> result`"
	case f.wants("`..<`, `...` or `..>`"):
		return "`a..<b` goes up to b without it, `a...b` with it"
	case s.foreign(it, f, "lambda", "fn", "fun", "function"):
		return "a function is written `\\x -> e`, a definition `def f x = e`"
	case is(before, "++") || is(before, "--"):
		return "x + 1 is one more; ++ joins two arrays"
	case s.isEnd(it, &f.tok):
		return ""
	}
	if h := s.wordHint(it, f); h != "" {
		return h
	}
	return s.tokenHint(it, f)
}

// foreign reports whether one of the words of another language stands before the failure, in the same item, where no
// name of the program would: before another name, and not as a parameter.
func (s *parse) foreign(it item, f *failure, words ...string) bool {
	for i := it.from; i < it.to && s.scan.Toks[i].Pos.Offset <= f.tok.Pos.Offset; i++ {
		t := &s.scan.Toks[i]
		if next := s.tokenAt(t.Pos.Offset + len(t.Value)); t.Type == scan.Name && next.Type == scan.Name {
			for _, w := range words {
				if t.Value == w {
					return true
				}
			}
		}
	}
	return false
}

// declWords are words that begin declarations in other languages.
var declWords = map[string]string{
	"fun": "a function is defined by `def f x = e`", "fn": "a function is defined by `def f x = e`", "func": "a function is defined by `def f x = e`",
	"function": "a function is defined by `def f x = e`", "const": "a constant is defined by `def x = e`", "var": "a constant is defined by `def x = e`",
	"data": "a type is defined by `type t = #none | #some i32`", "enum": "a type is defined by `type t = #none | #some i32`", "struct": "a type is defined by `type t = {x: i32, y: i32}`",
	"record": "a type is defined by `type t = {x: i32, y: i32}`", "typedef": "a type is defined by `type t = i32`", "using": "a file is imported by `import \"path/name\"`",
	"include": "a file is imported by `import \"path/name\"`", "from": "a file is imported by `import \"path/name\"`", "signature": "a module type is defined by `module type m = {val x: i32}`",
	"where": "Futhark has `let ... in` before the result, not `where` after it", "val": "a `val` stands in a module type; a value is defined by `def x = e`",
}

// wordHint is a hint about a word or sign that other languages have.
func (s *parse) wordHint(it item, f *failure) string {
	t := &f.tok
	first := s.tokenAt(s.scan.Toks[it.from].Pos.Offset)
	before := s.tokenBefore(t.Pos.Offset)
	switch {
	case f.wants("a declaration") && declWords[t.Value] != "":
		return declWords[t.Value]
	case f.wants("a declaration") && first.Type == scan.Name && declWords[first.Value] != "":
		return declWords[first.Value]
	case s.foreign(it, f, "where"):
		return declWords["where"]
	case is(t, "=") && is(before, "]"):
		return "an array is updated by `xs with [i] = e`, or `let xs[i] = e in ...`"
	case t.Type == scan.Op && len(t.Value) == 2 && t.Value[1] == '=' && strings.Contains("+-*/", t.Value[:1]) && f.wants("`=`"):
		return "variables don't change: `let x = x " + t.Value[:1] + " e in ...` binds the name again"
	case is(t, "|") && is(before, "with"):
		return "write `match x case pattern -> result case _ -> other`; `with` updates arrays and records"
	case is(t, "case"):
		return "cases follow a match: `match x case pattern -> result`"
	case is(t, "for") || is(t, "while"):
		return "a loop is written `loop acc = 0 for i < n do acc + i`"
	case is(t, "~"):
		return "`!` negates the bits of an integer"
	case is(t, "?") || is(before, "?"):
		return "write `if c then a else b`"
	}
	return ""
}

// tokenHint is a hint that depends on what was found.
func (s *parse) tokenHint(it item, f *failure) string {
	t, before := &f.tok, s.tokenBefore(f.tok.Pos.Offset)
	expression := f.wants("an expression", "an element", "an index")
	if h := s.signatureHint(f); h != "" {
		return h
	}
	switch {
	case is(t, "=") && f.wants("an operator"):
		return "a definition begins with `def` or `let`; `==` compares"
	case is(t, "=") && f.wants("`then`", "`,`"):
		return "`==` compares; `=` defines"
	case scan.Nesting(t) < 0 && s.opener(it, t.Pos.Offset) == nil:
		return "there is no open bracket that this closes"
	case f.wants("`=`") && s.foreign(it, f, "return"):
		return "the body of a definition follows `=`, and is its result: `def f x = e`"
	case is(before, "{") && is(t, "-") || is(t, "{") && strings.HasPrefix(s.scan.Text[t.Pos.Offset:], "{-"):
		return "a comment takes the rest of its line, behind --; there are none over several lines"
	case is(t, "->") && f.wants("`)`"):
		return "a function begins with a backslash: `\\x -> e`"
	case is(t, "//") || is(t, "/*"):
		return "comments begin with --"
	case expression && t.Type == scan.TypeVar:
		return "strings have double quotes; a character in single quotes is one only"
	case expression && t.Type == scan.Op:
		return "an operator needs an operand on its left; in parentheses it is a function: (" + t.Value + "), or (" + t.Value + " x)"
	case expression && scan.StartsDecl(t):
		return "a declaration can't stand inside an expression"
	case is(t, "in") && f.wants("a declaration"):
		return "no `let` waits for this `in`: a definition has none, inside an expression it is `let x = e in e`"
	case f.wants("a declaration"):
		return "declarations begin with def, entry, type, module, open, import or local"
	case f.wants("a string"):
		path := strings.Fields(s.scan.Text[t.Pos.Offset:])
		return "the path of a file stands in double quotes: import \"" + path[0] + "\""
	}
	return ""
}

// signatureHint is about the parameters and the result type of a definition or a function.
func (s *parse) signatureHint(f *failure) string {
	t, before := &f.tok, s.tokenBefore(f.tok.Pos.Offset)
	switch {
	case is(t, "->") && f.wants("`=`"):
		return "a definition has `=`, and its result type stands after a colon: `def f (x: i32) : i32 = ...`; `->` belongs to functions `\\x -> e` and to cases"
	case is(t, ",") && f.wants("`->`"):
		return "parameters stand side by side, `\\x y -> ...`; one that is a tuple in parentheses, `\\(x, y) -> ...`"
	case is(t, ":") && f.wants("`=`"):
		return "a parameter with a type stands in parentheses: `(x: i32)`"
	case is(t, ">") && f.wants("`=`"):
		return "type parameters stand before the others, with a quote: `def f 'a (x: a) = ...`"
	case t.Type == scan.Name && before.Type == scan.Name && f.wants("`)`", "`:`") && !f.wants("`,`"):
		name, typ := before.Value, t.Value
		if isTypeName(name) {
			name, typ = typ, name
		}
		return "a type stands after a colon: " + name + ": " + typ
	}
	return ""
}

// isTypeName reports whether a word is the name of a scalar type.
func isTypeName(w string) bool {
	switch w {
	case "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool":
		return true
	}
	return false
}
