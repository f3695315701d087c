package backend

import (
	"testing"
	"time"
)

// TestRoof: no part of a peak is above 100 %; data that come faster than memory gives them are in caches.
func TestRoof(t *testing.T) {
	p := &Profile{Peaks: Peaks{Bytes: 10e9, F32: 100e9, F64: 50e9}}
	for _, tc := range []struct {
		k    KernelTime
		want string
	}{
		{KernelTime{Kind: "map", Time: time.Second, Read: 4e9, Written: 1e9}, "memory 50 %"},
		{KernelTime{Kind: "map", Time: time.Second, Read: 14e9}, "from caches"},
		{KernelTime{Kind: "map", Time: time.Second, Ops: 25e9, Ops64: 25e9, Read: 1}, "arithmetic 50 %"},
		{KernelTime{Kind: "map", Time: time.Second, Ops: 120e9}, "arithmetic 100 %"},
		{KernelTime{Kind: "read", Time: time.Second, Read: 4e9}, ""},
	} {
		if got := p.Roof(&tc.k); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.k, got, tc.want)
		}
	}
}
