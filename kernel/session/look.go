package session

import (
	"raido/backend"
	"raido/lang/diag"
	"raido/lang/load"
	"raido/lang/types"
)

// This file is about cells that run beside others, in a kernel subshell. They work on a snapshot, the state that the last finished cell has left, which
// nobody changes, with values retained and memos of their own; what they would change is refused, since the cell beside
// them will leave another state.

// Look implements Session.
func (n *Notebook) Look() Session {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := &Notebook{slot: n.slot, looks: true, wanted: n.wanted, state: n.state.clone(), loader: load.New(), memos: newMemos()}
	copies := map[*held]*held{}
	for _, e := range l.state.order {
		if e.values == nil {
			continue
		}
		values := make(map[*types.Symbol]*held, len(e.values))
		for sym, h := range e.values {
			if copies[h] == nil {
				copies[h] = h.retained()
			}
			values[sym] = copies[h]
		}
		e.values = values
	}
	return l
}

// retained is the same value, to be released on its own.
func (h *held) retained() *held {
	c := *h
	c.leaves = make([]backend.Value, len(h.leaves))
	for i, v := range h.leaves {
		c.leaves[i] = v.Retain()
	}
	return &c
}

// letGo releases what a Look holds.
func (n *Notebook) letGo() {
	for h := range n.committed().heldValues() {
		h.release()
	}
}

// onlyLooks refuses what would change the notebook.
func onlyLooks(at diag.Span, what string) *diag.Diag {
	return &diag.Diag{Class: diag.Usage, Code: codeLooks, Span: at, Msg: what + " in a subshell, which runs beside other cells",
		Hint: "run it in the main shell; expressions and magics that only look work here"}
}
