package host

import (
	"time"
)

// The host runs ahead of the device. When somebody watches it waits for it more often, since only then is an iteration done:
// after few commands at first, and then after as many as take some paceTime.
const paceTime = 100 * time.Millisecond

// hurry waits for the device, since enough commands are pending.
func (r *run) hurry() {
	r.sync()
	if r.track == nil {
		return
	}
	took := time.Since(r.drained)
	r.drained = r.drained.Add(took)
	switch {
	case took < paceTime/2:
		r.ahead = min(2*r.ahead, r.e.limits.Pending)
	case took > 2*paceTime:
		r.ahead = max(r.ahead/2, 1)
	}
}

// iteration notes that the host is in iteration i of a loop.
func (r *run) iteration(i, of int64) {
	if r.nested == 1 {
		r.begun, r.of = i, of
	}
}
