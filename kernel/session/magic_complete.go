package session

import (
	"strings"
	"unicode/utf8"

	"raido/lang/diag"
)

// completeMagic offers what may stand at the end of a text (its length is cursor code points) if a magic is there: its name,
// its options, its arguments. names tells whether names in scope may stand there, too.
func (n *Notebook) completeMagic(text string, cursor int) (out Completion, names bool) {
	parts := splitMagics(&diag.Source{Name: "cell", Text: text})
	if len(parts) == 0 || parts[len(parts)-1].magic == "" || strings.HasSuffix(text, "\n") {
		return Completion{}, true
	}
	p := parts[len(parts)-1]
	word := text[strings.LastIndexAny(text, " \t\n")+1:]
	switch {
	case p.magic == "!":
		word = strings.TrimPrefix(word, "!")
	case strings.HasPrefix(word, "%") && atLineStart(text, len(text)-len(word)):
		word = word[1:]
		return Completion{Start: cursor - utf8.RuneCountInString(word), End: cursor, Matches: magicMatches(word)}, false
	}
	out = Completion{Start: cursor - utf8.RuneCountInString(word), End: cursor}
	m := findMagic(p.magic)
	if m == nil {
		return out, true
	}
	if strings.HasPrefix(word, "-") {
		for _, o := range m.options {
			if strings.HasPrefix("--"+o.name, word) {
				out.Matches = append(out.Matches, Match{Text: "--" + o.name, Kind: "option", Signature: o.arg})
			}
		}
		if len(out.Matches) > 0 {
			return out, false
		}
	}
	if m.takes == nil {
		return out, true
	}
	out.Matches = m.takes(n, word)
	return out, m.names
}

func atLineStart(text string, at int) bool { return at == 0 || text[at-1] == '\n' }

// magicMatches offers the magics whose names begin with prefix.
func magicMatches(prefix string) []Match {
	var out []Match
	for _, name := range magicNames() {
		if strings.HasPrefix(name, prefix) {
			out = append(out, Match{Text: name, Kind: "magic", Signature: findMagic(name).args})
		}
	}
	return out
}

// completer offers what may stand in the arguments of a magic after prefix.
type completer func(n *Notebook, prefix string) []Match

// nothing is for magics without arguments.
func nothing(*Notebook, string) []Match { return nil }

// words offers the given words.
func words(all ...string) completer {
	return func(_ *Notebook, prefix string) []Match {
		var out []Match
		for _, w := range all {
			if strings.HasPrefix(w, prefix) {
				out = append(out, Match{Text: w, Kind: "keyword"})
			}
		}
		return out
	}
}

// helpNames offers the magics; names in scope come by themselves.
func helpNames(_ *Notebook, prefix string) []Match {
	out := magicMatches(strings.TrimPrefix(prefix, "%"))
	if strings.HasPrefix(prefix, "%") {
		for i := range out {
			out[i].Text = "%" + out[i].Text
		}
	}
	return out
}
