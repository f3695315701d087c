//go:build linux

package faults

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestBadDrivers: a driver that misbehaves at any place, in any way, each time. Before it has said which device there is, the interpreter
// takes over; afterwards it has a program over which the driver ends its process, and a cell that hangs can be interrupted. Where the results of
// each program cannot be read the cell fails. What needs no device is answered at once, and nothing is lost.
func TestBadDrivers(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	for _, place := range places {
		for _, how := range []string{"segfault", "abort", "exit", "spin", "pause"} {
			t.Run(place+" "+how, func(t *testing.T) {
				t.Parallel()
				b := newBook(t, "", fault(t, place, how)...)
				b.want("let xs = map (* 2) (iota 5)\ndef f (x: i64) = x + 1", "")
				start := time.Now()
				late, starts := how == "spin" || how == "pause", starts(place)
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				if late && !starts {
					time.AfterFunc(3*time.Second, cancel)
				}
				code, _ := handed(place)
				r := b.cell(ctx, code, 40*time.Second)
				came := cameOf(r)
				record("driver", place+" "+how, came, time.Since(start))
				said := b.said()
				switch {
				case starts:
					if came != "answered" || !strings.Contains(said, "running on the ") {
						t.Errorf("%s, said %q, %v", came, said, r.Err)
					}
					b.want(large+" + 1", "14985001 : i64")
					if said := b.said(); said != "" {
						t.Errorf("said again: %q", said)
					}
				case late:
					if came != "error Interrupted" {
						t.Errorf("%s: %v", came, r.Err)
					}
				case place == "read":
					if came != "error DeviceError" || !strings.Contains(strings.Join(r.Err.Traceback, "\n"), "E1317") {
						t.Errorf("%s: %v", came, r.Err)
					}
				case came != "answered" || !strings.Contains(said, "has ended its process 2 times over this program"):
					t.Errorf("%s, said %q, %v", came, said, r.Err)
				}
				b.want("map f xs", "[1, 3, 5, 7, 9] : [5]i64")
				b.want("i64.sum xs", "20 : i64")
			})
		}
	}
}
