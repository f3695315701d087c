package kernel

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"raido/kernel/wire"
)

// TestAbortWhatIsOnItsWay: what a front end sent before the error is aborted whenever it arrives, by its own clock; nothing else is.
func TestAbortWhatIsOnItsWay(t *testing.T) {
	there := time.Now().Add(-5 * time.Hour) // the clock of the front end
	cell := func(session, date string) *request {
		raw := json.RawMessage(fmt.Sprintf(`{"date": %s}`, date))
		return &request{Message: &wire.Message{Header: wire.Header{Session: session, Type: "execute_request"}, Raw: raw}}
	}
	at := func(after time.Duration) string { return there.Add(after).UTC().Format(`"2006-01-02T15:04:05.000Z"`) }
	q := &queue{}
	q.wake.L = &q.mu
	failed := cell("a", at(0))
	q.push(failed)
	time.Sleep(30 * time.Millisecond)
	q.abortAfter(failed)
	for _, c := range []struct {
		name    string
		r       *request
		aborted bool
	}{
		{"sent with it", cell("a", at(5*time.Millisecond)), true}, {"sent after the error", cell("a", at(time.Minute)), false},
		{"another front end's", cell("b", at(5*time.Millisecond)), false}, {"without a date", cell("a", "null"), false}, {"a date that is none", cell("a", "17"), false},
	} {
		if q.push(c.r); c.r.aborted != c.aborted {
			t.Errorf("%s: aborted %v", c.name, c.r.aborted)
		}
	}
}
