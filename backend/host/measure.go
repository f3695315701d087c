package host

import (
	"time"

	"raido/backend"
)

// charge gives what the device has done since the last call to list[at].
func (r *run) charge(list *[]backend.KernelTime, at int) {
	r.e.dev.Charge(func(took time.Duration) { (*list)[at].Time += took })
}

// transfer notes a command that moves bytes; nil if the run is not measured.
func (r *run) transfer(kind string, read, written int64) *backend.KernelTime {
	if !r.measured {
		return nil
	}
	list := &r.prof.Transfers
	at := 0
	for at < len(*list) && (*list)[at].Kind != kind {
		at++
	}
	if at == len(*list) {
		*list = append(*list, backend.KernelTime{Name: kind, Kind: kind})
	}
	t := &(*list)[at]
	t.Launches++
	t.Read += read
	t.Written += written
	r.charge(list, at)
	return t
}
