package magic

import (
	"strings"
	"unicode/utf8"

	"raido/lang/diag"
)

// Completion is what may stand in a range of a text (code points).
type Completion struct {
	Matches    []Match
	Start, End int
}

// Match is one of them, with its type if it has one.
type Match struct{ Text, Kind, Signature string }

// Complete offers what may stand at the end of a text (its length is cursor code points) if a magic is there: its name,
// its options, its arguments. names reports whether names in scope may stand there, too.
func Complete(text string, cursor int) (out Completion, names bool) {
	parts := split(&diag.Source{Name: "cell", Text: text})
	if len(parts) == 0 || parts[len(parts)-1].Magic == "" || strings.HasSuffix(text, "\n") {
		return Completion{}, true
	}
	p := parts[len(parts)-1]
	word := text[strings.LastIndexAny(text, " \t\n")+1:]
	switch {
	case p.Magic == "!":
		word = strings.TrimPrefix(word, "!")
	case strings.HasPrefix(word, "%") && atLineStart(text, len(text)-len(word)):
		word = word[1:]
		return Completion{Start: cursor - utf8.RuneCountInString(word), End: cursor, Matches: magicMatches(word)}, false
	}
	out = Completion{Start: cursor - utf8.RuneCountInString(word), End: cursor}
	m := Find(p.Magic)
	if m == nil {
		return out, true
	}
	if strings.HasPrefix(word, "-") {
		for _, o := range m.Options {
			if strings.HasPrefix("--"+o.Name, word) {
				out.Matches = append(out.Matches, Match{Text: "--" + o.Name, Kind: "option", Signature: o.Arg})
			}
		}
		if len(out.Matches) > 0 {
			return out, false
		}
	}
	if m.Takes == nil {
		return out, true
	}
	out.Matches = m.Takes(word)
	return out, m.Names
}

func atLineStart(text string, at int) bool { return at == 0 || text[at-1] == '\n' }

// magicMatches offers the magics whose names begin with prefix.
func magicMatches(prefix string) []Match {
	var out []Match
	for _, name := range magicNames() {
		if strings.HasPrefix(name, prefix) {
			out = append(out, Match{Text: name, Kind: "magic", Signature: Find(name).Args})
		}
	}
	return out
}

// Completer offers what may stand in the arguments of a magic after prefix.
type Completer func(prefix string) []Match

// nothing is for magics without arguments.
func nothing(string) []Match { return nil }

// words offers the given words.
func words(all ...string) Completer {
	return func(prefix string) []Match {
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
func helpNames(prefix string) []Match {
	out := magicMatches(strings.TrimPrefix(prefix, "%"))
	if strings.HasPrefix(prefix, "%") {
		for i := range out {
			out[i].Text = "%" + out[i].Text
		}
	}
	return out
}
