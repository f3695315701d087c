package session

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
	"raido/lang/types"
)

// This file finds the fields of what stands before a dot, for completion and inspection, in code that may be broken.

// completeFields offers the fields of the record before the dot at the end of text.
func (n *Notebook) completeFields(text, prefix string) []Match {
	var out []Match
	for _, f := range fieldsOf(n.typeOf(subject(text), text)) {
		if strings.HasPrefix(f.Name, prefix) {
			out = append(out, Match{Text: f.Name, Kind: "field", Signature: types.Print(f.Type)})
		}
	}
	return out
}

// fieldsOf are the fields of a record; those of tuples, which are numbers, too.
func fieldsOf(t types.Type) []types.Field {
	if t == nil {
		return nil
	}
	if r, ok := types.Resolve(t).(*types.Record); ok {
		return r.Fields
	}
	return nil
}

// subject is the expression at the end of a text that a dot would take a field of: a name or something in brackets, with
// indices and fields behind.
func subject(text string) string {
	runes := []rune(text)
	i := len(runes)
	for i > 0 {
		switch r := runes[i-1]; {
		case r == ']' || r == ')':
			open := opening(runes[:i])
			if open < 0 {
				return ""
			}
			i = open
			if r == ')' {
				return string(runes[i:])
			}
		case nameRune(r):
			for i > 0 && nameRune(runes[i-1]) {
				i--
			}
			if runes[i] != '.' { // else what is before it goes on
				return string(runes[i:])
			}
		default:
			return ""
		}
	}
	return ""
}

// opening is where the bracket is that the one at the end closes, or -1.
func opening(runes []rune) int {
	depth := 0
	for i := len(runes) - 1; i >= 0; i-- {
		switch runes[i] {
		case ']', ')', '}':
			depth++
		case '[', '(', '{':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// typeOf is the type of an expression among the committed definitions, or nil. Parameters and local variables that it mentions have
// the types, or the values, that the code before gives them.
func (n *Notebook) typeOf(exp, before string) types.Type {
	if exp == "" {
		return nil
	}
	whole, lambda := exp, false
	head := strings.TrimLeft(exp, "([")
	for i, r := range head {
		if !nameRune(r) || r == '.' {
			head = head[:i]
			break
		}
	}
	if head != "" && !unicode.IsDigit([]rune(head)[0]) {
		if typ := annotation(before, head); typ != "" {
			whole, lambda = fmt.Sprintf("\\(%s: %s) -> %s", head, sizes.ReplaceAllString(typ, "[]"), exp), true
		} else if val := localValue(before, head); val != "" {
			whole = fmt.Sprintf("let %s = %s in %s", head, val, exp)
		}
	}
	tree, errs := parser.Exp(&diag.Source{Name: "completion", Text: whole})
	if tree == nil || len(errs.Errors()) > 0 {
		return nil
	}
	def, errs := check.Exp(n.committed().env, tree, "it")
	if def == nil || len(errs.Errors()) > 0 {
		return nil
	}
	t := types.Resolve(def.Ret)
	if !lambda {
		return t
	}
	if f, ok := t.(*types.Func); ok {
		return types.Resolve(f.Result)
	}
	return nil
}

// sizes are those of array types that may be parameters, too.
var sizes = regexp.MustCompile(`\[[^\]\d][^\]]*\]`)

// annotation is the type that the last "name: type" in the code gives a parameter, or "".
func annotation(code, name string) string {
	found := regexp.MustCompile(`(?:^|[^\w'.])`+regexp.QuoteMeta(name)+`\s*:\s*`).FindAllStringIndex(code, -1)
	if found == nil {
		return ""
	}
	rest, depth := code[found[len(found)-1][1]:], 0
	for i, r := range rest {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return rest[:i]
			}
		case '=', '\n', ',':
			if depth == 0 {
				return rest[:i]
			}
		}
	}
	return ""
}

var endOfValue = regexp.MustCompile(`(?:^|\s)(?:in|let|def)\s`)

// localValue is what the last "let name = value in" in the code says, or "".
func localValue(code, name string) string {
	found := regexp.MustCompile(`\blet\s+`+regexp.QuoteMeta(name)+`\s*=\s*`).FindAllStringIndex(code, -1)
	if found == nil {
		return ""
	}
	rest := code[found[len(found)-1][1]:]
	if end := endOfValue.FindStringIndex(rest); end != nil {
		return strings.TrimSpace(rest[:end[0]])
	}
	return ""
}
