package kernel

import (
	"path"
	"strings"
	"sync"

	"raido/kernel/wire"
)

// maxHistory bounds the cells that are remembered.
const maxHistory = 10000

// thisSession is the number of the running session in history answers; 0 means it too.
const thisSession = 1

type entry struct {
	line          int
	input, output string
}

// history remembers the cells of the running session.
type history struct {
	mu      sync.Mutex
	entries []entry
}

func (h *history) add(line int, input string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.entries) == maxHistory {
		h.entries = h.entries[1:]
	}
	h.entries = append(h.entries, entry{line: line, input: input})
}

// result adds the output of a cell.
func (h *history) result(line int, output string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(h.entries) - 1; i >= 0; i-- {
		if h.entries[i].line == line {
			h.entries[i].output = output
			return
		}
	}
}

// answer is the history list of a reply: [session, line, input] or [session, line, [input, output]].
func (h *history) answer(q *wire.HistoryRequest) []any {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := []any{}
	for _, e := range h.pick(q) {
		if q.Output {
			var result any
			if e.output != "" {
				result = e.output
			}
			out = append(out, []any{thisSession, e.line, []any{e.input, result}})
		} else {
			out = append(out, []any{thisSession, e.line, e.input})
		}
	}
	return out
}

func (h *history) pick(q *wire.HistoryRequest) []entry {
	var found []entry
	switch q.Access {
	case "range":
		if q.Session != 0 && q.Session != thisSession {
			return nil
		}
		for _, e := range h.entries {
			if e.line >= q.Start && (q.Stop == nil || e.line < *q.Stop) {
				found = append(found, e)
			}
		}
		return found
	case "search":
		for _, e := range h.entries {
			if glob(q.Pattern, e.input) {
				found = append(found, e)
			}
		}
	default: // tail
		found = append(found, h.entries...)
	}
	if q.Unique {
		found = unique(found)
	}
	if q.N != nil && *q.N >= 0 && len(found) > *q.N {
		found = found[len(found)-*q.N:]
	}
	return found
}

// unique keeps the last of equal inputs.
func unique(es []entry) []entry {
	last := map[string]int{}
	for i, e := range es {
		last[e.input] = i
	}
	var out []entry
	for i, e := range es {
		if last[e.input] == i {
			out = append(out, e)
		}
	}
	return out
}

// glob matches *, ? and [...] over a whole input; a broken pattern matches nothing. path.Match treats
// the slash specially, so both sides exchange it for a rune that no source has.
func glob(pattern, text string) bool {
	if pattern == "" {
		pattern = "*"
	}
	swap := strings.NewReplacer("/", "\x00")
	ok, err := path.Match(swap.Replace(pattern), swap.Replace(text))
	return err == nil && ok
}
