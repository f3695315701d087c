package worker

import (
	"time"

	"raido/backend"
)

// tellEvery is how often a worker tells how far a run is.
const tellEvery = 200 * time.Millisecond

// telling lets tell know how far the runs of p are, until the result is called.
func telling(p *backend.Progress, tell func(backend.Status)) (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(tellEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if s, ok := p.Now(); ok {
					tell(s)
				}
			}
		}
	}()
	return func() { close(done) }
}
