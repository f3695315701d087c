package sparsity

import (
	"math/rand/v2"
	"testing"
)

func pattern(rows, cols int, at func(i, j int) bool) *Pattern {
	p := &Pattern{Cols: cols}
	for i := range rows {
		var row []int
		for j := range cols {
			if at(i, j) {
				row = append(row, j)
			}
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// TestColour: colourings are legal, and as good as is possible where the structure says how good that is.
func TestColour(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, tc := range map[string]struct {
		p    *Pattern
		most int
	}{
		"diagonal":     {pattern(40, 40, func(i, j int) bool { return i == j }), 1},
		"band":         {pattern(50, 50, func(i, j int) bool { return i-j <= 1 && j-i <= 2 }), 4},
		"blocks":       {pattern(30, 30, func(i, j int) bool { return i/5 == j/5 }), 5},
		"arrow":        {pattern(30, 30, func(i, j int) bool { return i == j || j == 0 }), 2},
		"dense row":    {pattern(30, 30, func(i, j int) bool { return i == j || i == 3 }), 30},
		"five points":  {pattern(64, 64, func(i, j int) bool { return near(i, j, 8) }), 8},
		"empty":        {pattern(0, 0, nil), 0},
		"zero":         {pattern(3, 5, func(i, j int) bool { return false }), 1},
		"random":       {pattern(80, 60, func(i, j int) bool { return r.IntN(20) == 0 }), 30},
		"wide, random": {pattern(20, 200, func(i, j int) bool { return r.IntN(30) == 0 }), 60},
	} {
		c := Colour(tc.p)
		if c.Count > tc.most {
			t.Errorf("%s: %d colours, want %d at most", name, c.Count, tc.most)
		}
		for i, row := range tc.p.Rows {
			seen := map[int]bool{}
			for _, j := range row {
				if k := c.Of[j]; k < 0 || k >= c.Count || seen[k] {
					t.Fatalf("%s: row %d has the colour %d twice", name, i, k)
				}
				seen[c.Of[j]] = true
			}
		}
		if n := tc.p.Transpose().Transpose().Entries(); n != tc.p.Entries() {
			t.Errorf("%s: %d entries after transposing", name, n)
		}
	}
}

func near(i, j, n int) bool {
	d := max(i/n-j/n, j/n-i/n) + max(i%n-j%n, j%n-i%n)
	return d <= 1
}

// TestBoth: each entry can be read, and there are as few colours as the structure says.
func TestBoth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, tc := range map[string]struct {
		p    *Pattern
		most int
	}{
		"diagonal":   {pattern(40, 40, func(i, j int) bool { return i == j }), 1},
		"arrow":      {pattern(30, 30, func(i, j int) bool { return i == j || j == 0 || i == 0 }), 3},
		"dense row":  {pattern(30, 30, func(i, j int) bool { return i == j || i == 3 }), 2},
		"cross":      {pattern(50, 50, func(i, j int) bool { return i/2 == j/2 || i == 7 || j == 9 || i == 20 }), 5},
		"all":        {pattern(9, 7, func(i, j int) bool { return true }), 7},
		"empty":      {pattern(3, 5, func(i, j int) bool { return false }), 0},
		"random":     {pattern(60, 60, func(i, j int) bool { return r.IntN(20) == 0 || i%30 == 1 }), 40},
		"of nothing": {pattern(0, 0, nil), 0},
	} {
		s := Both(tc.p)
		if s == nil {
			if len(tc.p.Rows) > 0 {
				t.Errorf("%s: no colouring", name)
			}
			continue
		}
		if s.Count() > tc.most {
			t.Errorf("%s: %d colours, want %d at most", name, s.Count(), tc.most)
		}
		cols := tc.p.Transpose()
		for i, row := range tc.p.Rows {
			for _, j := range row {
				one := func(k int, of []int, line []int) bool {
					n := 0
					for _, l := range line {
						if of[l] == of[k] {
							n++
						}
					}
					return of[k] >= 0 && n == 1
				}
				if s.Rows.Of[i] >= 0 && !one(i, s.Rows.Of, cols.Rows[j]) || s.Rows.Of[i] < 0 && !one(j, s.Cols.Of, row) {
					t.Fatalf("%s: the entry %d, %d is not alone", name, i, j)
				}
			}
		}
	}
}
