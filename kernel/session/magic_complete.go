package session

import "strings"

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

// helpNames offers what %help knows: the magics; names in scope come by themselves.
func helpNames(_ *Notebook, prefix string) []Match {
	var out []Match
	for _, name := range magicNames() {
		if strings.HasPrefix(name, strings.TrimPrefix(prefix, "%")) {
			out = append(out, Match{Text: name, Kind: "magic", Signature: findMagic(name).args})
		}
	}
	return out
}
