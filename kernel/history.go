package kernel

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"raido/kernel/wire"
)

// maxHistory bounds the cells that are remembered.
const maxHistory = 10000

// entry is a cell of a session.
type entry struct {
	session, line int
	input, output string
}

// history remembers the cells of the running session, and by its file those of all sessions. The zero history has no file.
type history struct {
	file *historyFile // nil: only this session is remembered

	mu  sync.Mutex
	own []entry // their session is not filled in: the file gives it its number
}

func (h *history) add(line int, input string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.own) == maxHistory {
		h.own = h.own[1:]
	}
	h.own = append(h.own, entry{line: line, input: input})
	h.file.put(record{Line: line, Input: &input})
}

// result adds the output of a cell.
func (h *history) result(line int, output string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(h.own) - 1; i >= 0; i-- {
		if h.own[i].line == line {
			h.own[i].output = output
			h.file.put(record{Line: line, Output: output})
			return
		}
	}
}

// all are the cells of all sessions in their order, and the number of the running session.
func (h *history) all() (entries []entry, session int) {
	entries, session = h.file.others()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.own {
		e.session = session
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Or(a.session-b.session, a.line-b.line) })
	return entries, session
}

// answer is the history list of a reply: [session, line, input] or [session, line, [input, output]].
func (h *history) answer(q *wire.HistoryRequest) []any {
	out := []any{}
	for _, e := range pick(h, q) {
		if q.Output {
			var result any
			if e.output != "" {
				result = e.output
			}
			out = append(out, []any{e.session, e.line, []any{e.input, result}})
		} else {
			out = append(out, []any{e.session, e.line, e.input})
		}
	}
	return out
}

func pick(h *history, q *wire.HistoryRequest) []entry {
	entries, session := h.all()
	switch q.Access {
	case "range":
		return inRange(entries, sessionOf(entries, session, q.Session), q)
	case "search":
		entries = slices.DeleteFunc(entries, func(e entry) bool { return !glob(q.Pattern, e.input) })
	} // else tail
	if q.Unique {
		entries = unique(entries)
	}
	if q.N != nil && *q.N >= 0 && len(entries) > *q.N {
		entries = entries[len(entries)-*q.N:]
	}
	return entries
}

// sessionOf is the number of the session that a request means: 0 is the running one, a negative number counts back from it.
func sessionOf(entries []entry, running, asked int) int {
	if asked == 0 {
		return running
	}
	if asked > 0 {
		return asked
	}
	last := running
	for i := len(entries) - 1; i >= 0; i-- {
		if s := entries[i].session; s < last {
			last = s
			if asked++; asked == 0 {
				return s
			}
		}
	}
	return -1 // there were not as many
}

// inRange are the cells of a session from start to before stop; without stop, or with 0, to the end. Negative numbers count
// from the end.
func inRange(entries []entry, session int, q *wire.HistoryRequest) []entry {
	entries = slices.DeleteFunc(entries, func(e entry) bool { return e.session != session })
	if len(entries) == 0 {
		return nil
	}
	end := entries[len(entries)-1].line + 1
	start, stop := q.Start, end
	if q.Stop != nil && *q.Stop != 0 {
		stop = *q.Stop
	}
	if start < 0 {
		start += end
	}
	if stop < 0 {
		stop += end
	}
	return slices.DeleteFunc(entries, func(e entry) bool { return e.line < start || e.line >= stop })
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
