package diag

import "testing"

// TestIdentity: which texts are one, whatever their names, and what people call them.
func TestIdentity(t *testing.T) {
	cell := func(n int, part string) *Source { return &Source{ID: ID{Kind: Cell, Number: n, Part: part}} }
	for _, c := range []struct {
		a, b *Source
		same bool
	}{
		{cell(3, ""), cell(3, ""), true},
		{cell(3, ""), cell(4, ""), false},
		{cell(3, ""), cell(3, "%seed"), false},
		{&Source{ID: FileID("In [3]")}, cell(3, ""), false},
		{&Source{Name: "a"}, &Source{Name: "a"}, false},
		{nil, cell(3, ""), false},
	} {
		if c.a.SameText(c.b) != c.same || c.b.SameText(c.a) != c.same {
			t.Errorf("%v and %v: want %v", c.a, c.b, c.same)
		}
	}
	moved := cell(3, "%seed")
	moved.Move(Place{ID: ID{Kind: Cell, Number: 5, Part: "%seed"}})
	for want, s := range map[string]*Source{"In [3]": cell(3, ""), "In [5], %seed": moved, "a.fut": {ID: FileID("a.fut")},
		"prelude/array.fut": {ID: ID{Kind: Library, Part: "array"}}, "text": {Name: "text"}} {
		if got := s.Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
