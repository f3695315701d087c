package session

import (
	"slices"

	"raido/backend"
	"raido/lang/diag"
)

// Values on a device are lost when the process of its driver ends. What they mean is known, so that %refresh computes them again.

// lost tells that a value, or a part of it, is lost.
func (h *held) lost() bool { return slices.ContainsFunc(h.leaves, backend.Lost) }

// lost tells that a value of the entry is lost.
func (e *entry) lost() bool {
	for _, h := range e.values {
		if h.lost() {
			return true
		}
	}
	return false
}

// lostValue says that a value that a cell mentions is lost.
func lostValue(name string) error {
	return &diag.Diag{Class: diag.Device, Code: codeLost, Msg: "the value of " + name + " was on the device, whose process ended",
		Hint: "%refresh computes lost values again; or run the cell that defines it again"}
}
