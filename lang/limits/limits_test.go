package limits

import (
	"reflect"
	"testing"
)

// TestNamed: names, numbers and changes.
func TestNamed(t *testing.T) {
	changed := Small
	changed.Lanes, changed.Plain = 0, false
	for name, want := range map[string]Set{"": Normal, "normal": Normal, "small": Small, "7": Random(7), "small,Lanes=0,Plain=false": changed} {
		if got, err := Named(name); err != nil || got != want {
			t.Errorf("%q: %+v, %v", name, got, err)
		}
	}
	for _, name := range []string{"tiny", "small,Lane=0", "small,Lanes", "small,Lanes=x", "-1"} {
		if _, err := Named(name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
}

// TestSmall: no size is above the usual one, but for those that let copies be made, and random sets are usable.
func TestSmall(t *testing.T) {
	small, normal := reflect.ValueOf(Small), reflect.ValueOf(Normal)
	for i := range small.NumField() {
		name := small.Type().Field(i).Name
		usual := normal.Field(i) // less than 0: it is measured
		if f := small.Field(i); f.CanInt() && usual.Int() >= 0 && f.Int() > usual.Int() && name != "CopyPoints" && name != "Units" && name != "Lanes" &&
			name != "Vector" && name != "Registers" {
			t.Errorf("%s is %d, and %d usually", name, f.Int(), usual.Int())
		}
	}
	for seed := range uint64(1000) {
		s := Random(seed)
		if s.Block%int64(s.PartialSums) != 0 || s.PartialSums&(s.PartialSums-1) != 0 || s.Group&(s.Group-1) != 0 || s.CopiesOfItem < 2 ||
			s.Lanes&(s.Lanes-1) != 0 || s.FewPoints&(s.FewPoints-1) != 0 || s.TileRows < 2 || s.Vector&(s.Vector-1) != 0 {
			t.Fatalf("%d: %+v", seed, s)
		}
	}
}
