package region

import (
	"math/rand/v2"
	"testing"

	"raido/lang/core"
	"raido/lang/linear"
)

// TestEmpty: no system that small integers satisfy is empty, and most of those that none satisfy are.
func TestEmpty(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	vs := []*core.Var{core.NewVar("x", core.I64), core.NewVar("y", core.I64), core.NewVar("z", core.I64)}
	none, found := 0, 0
	for range 4000 {
		s := system{}
		for _, v := range vs {
			s.rest = append(s.rest, linear.Of(v), form{C: 4}.Plus(-1, linear.Of(v)))
		}
		for k := range 1 + r.IntN(4) {
			l := form{C: int64(r.IntN(9) - 4)}
			for _, v := range vs {
				l = l.Plus(int64(r.IntN(7)-3), linear.Of(v))
			}
			if k%2 == 0 {
				s.rest = append(s.rest, l)
			} else {
				s.zero = append(s.zero, l)
			}
		}
		switch got, want := s.empty(), !solvable(s, vs); {
		case got && !want:
			t.Fatalf("%v has a solution", s)
		case want:
			none++
			if got {
				found++
			}
		}
	}
	if none < 500 || 10*found < 8*none {
		t.Errorf("%d of %d empty systems found", found, none)
	}
}

func solvable(s system, vs []*core.Var) bool {
	for p := range 125 {
		at := map[*core.Var]int64{vs[0]: int64(p % 5), vs[1]: int64(p / 5 % 5), vs[2]: int64(p / 25)}
		ok := true
		for _, l := range s.zero {
			ok = ok && value(l, at) == 0
		}
		for _, l := range s.rest {
			ok = ok && value(l, at) >= 0
		}
		if ok {
			return true
		}
	}
	return false
}

func value(l form, at map[*core.Var]int64) int64 {
	out := l.C
	for _, t := range l.Terms {
		out += t.K * at[t.V]
	}
	return out
}

// TestLarge: numbers that might overflow give no answer.
func TestLarge(t *testing.T) {
	x, y := linear.Of(core.NewVar("x", core.I64)), linear.Of(core.NewVar("y", core.I64))
	big := form{C: -1}.Plus(1<<40, x).Plus(3, y)
	if (system{zero: []form{big}, rest: []form{big.Plus(-1, x)}}).empty() {
		t.Error("empty")
	}
}
