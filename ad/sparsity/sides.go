package sparsity

import "slices"

// Sides is a colouring of both sides of a matrix: rows that have a colour are read as a whole from directions of reverse mode, all other
// entries from directions of forward mode [Gebremedhin05, 6]. Of is -1 for a row without a colour. In an arrow, the row is one
// colour, its column another, and the diagonal a third.
type Sides struct{ Rows, Cols Colouring }

// Count counts the directions of both modes.
func (s *Sides) Count() int { return s.Rows.Count + s.Cols.Count }

// mostSides is how many numbers of entries are tried from which on a row is read from reverse mode.
const mostSides = 12

// Both colours both sides: the rows with most entries, more than some number for which there are fewest colours, and the columns of the rest.
func Both(p *Pattern) *Sides {
	var sizes []int
	for _, row := range p.Rows {
		sizes = append(sizes, len(row))
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	var best *Sides
	for k := range min(len(sizes), mostSides) {
		if s := above(p, sizes[k*(len(sizes)-1)/max(1, min(len(sizes), mostSides)-1)]); best == nil || s.Count() < best.Count() {
			best = s
		}
	}
	return best
}

// above colours the rows of more than most entries, and the columns of the others.
func above(p *Pattern, most int) *Sides {
	long, short := &Pattern{Cols: p.Cols, Rows: make([][]int, len(p.Rows))}, &Pattern{Cols: p.Cols, Rows: make([][]int, len(p.Rows))}
	for i, row := range p.Rows {
		if len(row) > most {
			long.Rows[i] = row
		} else {
			short.Rows[i] = row
		}
	}
	return &Sides{Rows: used(long.Transpose()), Cols: used(short)}
}

// used colours the columns that have entries; the others have no colour.
func used(p *Pattern) Colouring {
	var cols []int // that have entries
	at := make([]int, p.Cols)
	for j, rows := range p.Transpose().Rows {
		at[j] = -1
		if len(rows) > 0 {
			at[j] = len(cols)
			cols = append(cols, j)
		}
	}
	q := &Pattern{Cols: len(cols), Rows: make([][]int, len(p.Rows))}
	for i, row := range p.Rows {
		for _, j := range row {
			q.Rows[i] = append(q.Rows[i], at[j])
		}
	}
	c := Colour(q)
	out := Colouring{Of: at, Count: c.Count}
	for k, j := range cols {
		out.Of[j] = c.Of[k]
	}
	return out
}
