// Package sparsity colours the columns of sparse matrices: input a pattern, output groups of columns that no row has two
// of, so that one direction of a derivative serves all columns of a group [Gebremedhin05, 3]; also of both sides at once.
//
// Layer 5: imports nothing of ours.
package sparsity

import "slices"

// Pattern says which entries of a matrix may differ from zero: for each row its columns in ascending order.
type Pattern struct {
	Cols int
	Rows [][]int
}

// Transpose is the pattern of the transposed matrix.
func (p *Pattern) Transpose() *Pattern {
	t := &Pattern{Cols: len(p.Rows), Rows: make([][]int, p.Cols)}
	for i, row := range p.Rows {
		for _, j := range row {
			t.Rows[j] = append(t.Rows[j], i)
		}
	}
	return t
}

// Entries counts the entries.
func (p *Pattern) Entries() int {
	n := 0
	for _, row := range p.Rows {
		n += len(row)
	}
	return n
}

// Colouring gives columns colours 0, 1, ..., Count-1, so that no row has two columns of one colour.
type Colouring struct {
	Of    []int
	Count int
}

// Colour colours the columns greedily, once in their order and once those of most entries first, and takes the better.
func Colour(p *Pattern) Colouring {
	t := p.Transpose()
	order := make([]int, p.Cols)
	for j := range order {
		order[j] = j
	}
	best := greedy(p, t, order)
	slices.SortStableFunc(order, func(a, b int) int { return len(t.Rows[b]) - len(t.Rows[a]) })
	if other := greedy(p, t, order); other.Count < best.Count {
		best = other
	}
	return best
}

// greedy gives each column the first colour that none of its neighbours has.
func greedy(p, t *Pattern, order []int) Colouring {
	c := Colouring{Of: make([]int, p.Cols)}
	for j := range c.Of {
		c.Of[j] = -1
	}
	taken := make([]int, p.Cols+1) // by colour: the last column that could not have it, plus one
	for _, j := range order {
		for _, i := range t.Rows[j] {
			for _, k := range p.Rows[i] {
				if c.Of[k] >= 0 {
					taken[c.Of[k]] = j + 1
				}
			}
		}
		colour := 0
		for taken[colour] == j+1 {
			colour++
		}
		c.Of[j] = colour
		c.Count = max(c.Count, colour+1)
	}
	return c
}

// Groups are the columns of each colour.
func (c Colouring) Groups() [][]int {
	out := make([][]int, c.Count)
	for j, k := range c.Of {
		if k >= 0 {
			out[k] = append(out[k], j)
		}
	}
	return out
}
