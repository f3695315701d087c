package session

import (
	"html"
	"sort"
	"strings"
	"unicode"

	"raido/display"
	"raido/kernel/magic"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
	"raido/lang/syntax/scan"
	"raido/lang/types"
)

// Version is the version of Raido.
const Version = "0.1.0"

// Info implements Session.
func (n *Notebook) Info() Info {
	return Info{
		Implementation: "raido",
		Version:        Version,
		Banner:         "Raido " + Version + ": Futhark with derivatives. %help lists the magics.",
		Language: Language{
			Name: "futhark", Version: "0.28", MIMEType: "text/x-futhark", FileExtension: ".fut",
			PygmentsLexer: "futhark",
			// By its name where `raido install` has put it, else the nearest that editors have by themselves.
			CodeMirrorMode: map[string]any{"name": "futhark", "mime": "text/x-haskell"},
		},
		HelpLinks: []HelpLink{
			{"Futhark language reference", "https://futhark.readthedocs.io/en/latest/language-reference.html"},
			{"Futhark library", "https://futhark-lang.org/docs/prelude/"},
			{"Futhark by example", "https://futhark-lang.org/examples.html"},
		},
	}
}

// IsComplete implements Session.
func (n *Notebook) IsComplete(code string) (Completeness, string) {
	src := &diag.Source{Name: "cell", Text: code}
	text := code
	if parts := magic.Split(src); len(parts) > 0 {
		last := parts[len(parts)-1]
		if last.Magic != "" {
			return magicComplete(last)
		}
		text = last.Span.Text()
	}
	status, indent := parser.Complete(text)
	return Completeness(status), indent
}

// magicComplete is IsComplete of a magic: where its arguments are expressions they may go on, in lines that are indented.
func magicComplete(p magic.Part) (Completeness, string) {
	m := magic.Find(p.Magic)
	if m == nil || m.Takes != nil {
		return Complete, ""
	}
	status, indent := parser.Complete(p.Args.Text())
	if status != parser.StatusIncomplete {
		return Complete, ""
	}
	if indent == "" {
		indent = "  "
	}
	return Incomplete, indent
}

// Complete implements Session.
func (n *Notebook) Complete(code string, cursor int) Completion {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	start := cursor
	for start > 0 && nameRune(runes[start-1]) {
		start--
	}
	prefix := string(runes[start:cursor])
	offered, names := magic.Complete(string(runes[:cursor]), cursor)
	out := Completion{Start: offered.Start, End: offered.End}
	for _, m := range offered.Matches {
		out.Matches = append(out.Matches, Match(m))
	}
	if !names {
		return out
	}
	if len(out.Matches) > 0 && out.Start != start {
		return out
	}
	out.Start, out.End = start, cursor
	qualifier, base := "", prefix
	if dot := strings.LastIndexByte(prefix, '.'); dot >= 0 {
		qualifier, base = prefix[:dot+1], prefix[dot+1:]
		out.Start += len([]rune(qualifier))
	}
	env := n.committed().env
	seen := map[string]bool{}
	for _, full := range env.Names(qualifier + base) {
		name := strings.TrimPrefix(full, qualifier)
		if name == "" || !nameRune([]rune(name)[0]) {
			continue
		}
		seen[name] = true
		if info, ok := env.Lookup(full); ok {
			out.Matches = append(out.Matches, Match{Text: name, Kind: kindOf(info), Signature: info.Type})
		}
	}
	if qualifier != "" {
		if len(out.Matches) == 0 {
			out.Matches = n.completeFields(string(runes[:out.Start-1]), base)
		}
		return out
	}
	for _, k := range scan.Keywords() {
		if base != "" && strings.HasPrefix(k, base) && !seen[k] {
			out.Matches = append(out.Matches, Match{Text: k, Kind: "keyword"})
		}
	}
	for _, w := range localNames(code, start) {
		if strings.HasPrefix(w, base) && w != base && !seen[w] {
			seen[w] = true
			out.Matches = append(out.Matches, Match{Text: w, Kind: "value"})
		}
	}
	return out
}

// localNames are the other words of the cell: parameters and local variables of code that may be broken.
func localNames(code string, except int) []string {
	var out []string
	seen := map[string]bool{}
	runes := []rune(code)
	for i := 0; i < len(runes); {
		if !unicode.IsLetter(runes[i]) && runes[i] != '_' {
			i++
			continue
		}
		j := i
		for j < len(runes) && nameRune(runes[j]) && runes[j] != '.' {
			j++
		}
		if w := string(runes[i:j]); i != except && len(w) > 1 && !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
		i = j
	}
	return out
}

// Inspect implements Session.
func (n *Notebook) Inspect(code string, cursor, level int) (display.Bundle, bool) {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	start, end := cursor, cursor
	for start > 0 && nameRune(runes[start-1]) {
		start--
	}
	for end < len(runes) && nameRune(runes[end]) && runes[end] != '.' {
		end++
	}
	name := strings.Trim(string(runes[start:end]), ".")
	if start > 0 && runes[start-1] == '%' {
		if m := magic.Find(name); m != nil {
			return m.Describe(), true
		}
	}
	if name == "" {
		name = operatorAt(runes, cursor)
	}
	if name == "" {
		return display.Bundle{}, false
	}
	if info, ok := n.committed().env.Lookup(name); ok {
		return n.describe(info, level), true
	}
	return n.describeField(string(runes[:end]))
}

// describeField shows the type of the field at the end of a text.
func (n *Notebook) describeField(text string) (display.Bundle, bool) {
	exp := subject(text)
	if !strings.Contains(exp, ".") {
		return display.Bundle{}, false
	}
	t := n.typeOf(exp, text)
	if t == nil {
		return display.Bundle{}, false
	}
	head := exp + " : " + types.Print(t)
	return display.Text(head+"\n").With(display.MIMEHTML, "<pre><b>"+html.EscapeString(head)+"</b></pre>"), true
}

// operatorAt is the operator at the cursor, or just before it, or "".
func operatorAt(runes []rune, cursor int) string {
	part := func(i int) bool { return i >= 0 && i < len(runes) && strings.ContainsRune("+-*/%=!<>|&^", runes[i]) }
	if !part(cursor) && part(cursor-1) {
		cursor--
	}
	start, end := cursor, cursor
	for part(start - 1) {
		start--
	}
	for part(end) {
		end++
	}
	return string(runes[start:end])
}

// kindOf is the kind of a name for front ends.
func kindOf(info scope.Info) string {
	if info.Sym == nil {
		return info.Kind.String()
	}
	if info.Sym.Scheme != nil {
		if _, isFun := types.Reveal(info.Sym.Scheme.Type).(*types.Func); isFun {
			return "function"
		}
	}
	if info.Sym.Kind == types.KindPrim {
		return "primitive"
	}
	return info.Kind.String()
}

// describe shows a name: type, documentation, where it is defined; at level 1 its source.
func (n *Notebook) describe(info scope.Info, level int) display.Bundle {
	var b strings.Builder
	head := info.Name + " : " + info.Type
	switch info.Kind {
	case scope.KindType:
		head = "type " + info.Name + " = " + info.Type
	case scope.KindModule, scope.KindModuleType:
		head = info.Kind.String() + " " + info.Name
	}
	b.WriteString(head + "\n")
	if info.Doc != "" {
		b.WriteString("\n" + info.Doc + "\n")
	}
	if e := n.committed().entries[scope.Name{Space: info.Space, Text: info.Name}]; e != nil {
		b.WriteString("\ndefined in " + e.piece.src.Title())
		if at := info.Span.Source; at != nil && !at.SameText(e.piece.src) && e.imports() {
			b.WriteString(", from " + at.Title())
		}
		b.WriteString("\n")
		if e.stale {
			b.WriteString("stale: computed from an older meaning of what it depends on\n")
		}
		if level > 0 && e.piece.decl != nil {
			b.WriteString("\n" + e.piece.decl.DeclSpan().Text() + "\n")
		}
	} else if info.Span.Source != nil {
		if info.Span.InLibrary() {
			b.WriteString("\nin Futhark's library\n")
		} else {
			b.WriteString("\ndefined in " + info.Span.Source.Title() + "\n")
		}
		if level > 0 && info.Sym != nil && info.Sym.Def != nil {
			b.WriteString("\n" + info.Sym.Def.Span.Text() + "\n")
		}
	}
	if inner := n.committed().env.Names(info.Name + "."); len(inner) > 0 {
		for i := range inner {
			inner[i] = strings.TrimPrefix(inner[i], info.Name+".")
		}
		b.WriteString("\n" + info.Name + ". has " + strings.Join(inner, ", ") + "\n")
	}
	rest := strings.TrimPrefix(b.String(), head+"\n")
	return display.Text(b.String()).With(display.MIMEHTML,
		"<pre style=\"white-space:pre-wrap\"><b>"+html.EscapeString(head)+"</b>\n"+html.EscapeString(rest)+"</pre>")
}

// identifiers are the words in a part of a text, each once, in order; of what is in a module, the module's name.
// The zero span means all of the text.
func identifiers(words []scan.Token, span diag.Span) []string {
	var out []string
	seen := map[string]bool{}
	if span.Source != nil {
		from := sort.Search(len(words), func(i int) bool { return words[i].Span.Start >= span.Start })
		to := sort.Search(len(words), func(i int) bool { return words[i].Span.End > span.End })
		words = words[from:max(from, to)]
	}
	for _, t := range words {
		base := t.Text()
		if isLetter(base) { // an operator may have dots of its own
			base, _, _ = strings.Cut(base, ".")
		}
		if !seen[base] {
			seen[base] = true
			out = append(out, base)
		}
	}
	return out
}

func nameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || r == '.'
}
