package magic

import (
	"fmt"
	"slices"

	"raido/ad/dual"
	"raido/ad/sparsity"
	"raido/display/plot"
	"raido/lang/core"
)

// Note [Compression]. Where a Jacobian takes many directions, its pattern is looked for first, at this point: the function
// runs once on the interpreter, and sets of inputs flow along with its numbers (ad/dual/pattern.go). Columns that no row has
// two of share a colour and a direction, the sum of their unit vectors: what comes out in a row belongs to the one
// column of that colour that the row has. Rows likewise in reverse mode [Gebremedhin05, 3]. Where a few rows are long, these are read
// from reverse mode and the rest from forward mode [Gebremedhin05, 6]; the Hessian is symmetric, and forward mode gives its rows, too.

// coloured is a pattern with colours of its columns, or of its rows.
type coloured struct {
	pattern *sparsity.Pattern
	sparsity.Colouring
	byRows bool
	long   sparsity.Colouring // of rows that are read from reverse mode, beside the columns
}

// directions counts the directions of both modes.
func (c *coloured) directions() int { return c.Count + c.long.Count }

// told says how many directions of which kind there are.
func (c *coloured) told() string {
	if c.long.Count > 0 {
		return fmt.Sprintf("%d colour%s of %s and %d of rows", c.Count, plural(c.Count), c.sides(), c.long.Count)
	}
	return fmt.Sprintf("%d colour%s of %s", c.Count, plural(c.Count), c.sides())
}

// sides are what the colours are of, way the mode that they compress.
func (c *coloured) sides() string {
	if c.byRows {
		return "rows"
	}
	return "columns"
}

func (c *coloured) way() string {
	switch {
	case c.long.Count > 0:
		return "forward and reverse"
	case c.byRows:
		return "reverse"
	}
	return "forward"
}

// Bounds of compression: from how many directions on it is tried, and how many times fewer it must need.
const (
	compressFrom = 64
	compressGain = 4
)

// compressed finds a colouring that takes many times fewer directions than there are inputs or outputs; nil if there is none.
func (f *function) compressed() (*coloured, error) {
	seeds := min(f.in.n, f.out.n)
	if seeds < compressFrom {
		return nil, nil
	}
	p, err := f.pattern()
	if p == nil || err != nil {
		return nil, err
	}
	best := colour(p)
	if best == nil || best.directions()*compressGain > seeds {
		return nil, nil
	}
	return best, nil
}

// maxConflicts bounds the work of a colouring.
const maxConflicts = 50_000_000

// colour colours the columns, or the rows if that takes fewer colours, or both if that takes many times fewer; nil if it takes too long.
func colour(p *sparsity.Pattern) *coloured {
	t := p.Transpose()
	if conflicts(p) > maxConflicts || conflicts(t) > maxConflicts {
		return nil
	}
	cols, rows := sparsity.Colour(p), sparsity.Colour(t)
	least := min(cols.Count, rows.Count)
	if least > compressGain { // two modes take two programs
		if s := sparsity.Both(p); s != nil && s.Rows.Count > 0 && s.Count()*compressGain <= least {
			return &coloured{pattern: p, Colouring: s.Cols, long: s.Rows}
		}
	}
	if rows.Count < cols.Count {
		return &coloured{pattern: p, Colouring: rows, byRows: true}
	}
	return &coloured{pattern: p, Colouring: cols}
}

func conflicts(p *sparsity.Pattern) int {
	n := 0
	for _, row := range p.Rows {
		n += len(row) * len(row)
	}
	return n
}

// pattern is the pattern of the Jacobian at this point, nil if it is not found in bounded time.
func (f *function) pattern() (*sparsity.Pattern, error) {
	sub, entry := core.NewSubst(), f.prog.Entry()
	fun := &core.Fun{Name: entry.Name, Params: sub.Binders(entry.Params)}
	b := &core.Builder{}
	for _, s := range f.before {
		b.Stms = append(b.Stms, sub.Stm(s))
	}
	d := &core.Diff{Mode: core.VJP, Fn: sub.Lambda(f.diff.Fn), Args: sub.Atoms(f.diff.Args)}
	ts := f.diff.Types()
	for _, t := range ts[len(ts)/2:] {
		d.Seeds = append(d.Seeds, b.ZeroOf(sub.Type(t)))
	}
	b.Bind("d", d)
	fun.Body = b.Body()
	args, err := f.base.Host()
	if err != nil {
		return nil, err
	}
	prog := &core.Prog{Funs: append(append([]*core.Fun{}, f.prog.Funs[:len(f.prog.Funs)-1]...), fun)}
	rows, ok, err := dual.Pattern(f.c.Context(), prog, args, d)
	if !ok || err != nil {
		return nil, err
	}
	return &sparsity.Pattern{Cols: f.in.n, Rows: rows}, nil
}

// expand computes the Jacobian of a coloured pattern.
func (f *function) expand(j *jacobian, c *coloured) error {
	p := c.pattern
	if c.byRows {
		return f.sweep(core.VJP, c.Groups(), func(k int, numbers []float64) {
			for i, row := range p.Rows {
				if c.Of[i] == k {
					for _, col := range row {
						j.data[i*j.in.n+col] = numbers[col]
					}
				}
			}
		})
	}
	err := f.sweep(core.JVP, c.Groups(), func(k int, numbers []float64) {
		for i, row := range p.Rows {
			if c.isLong(i) {
				continue
			}
			for _, col := range row {
				if c.Of[col] == k {
					j.data[i*j.in.n+col] = numbers[i]
				}
			}
		}
	})
	if err != nil || c.long.Count == 0 {
		return err
	}
	mode := core.VJP
	if f.symmetric {
		mode = core.JVP
	}
	return f.sweep(mode, c.long.Groups(), func(k int, numbers []float64) {
		for i, row := range p.Rows {
			if c.long.Of[i] == k {
				for _, col := range row {
					j.data[i*j.in.n+col] = numbers[col]
				}
			}
		}
	})
}

// isLong reports whether a row is read from reverse mode beside the columns.
func (c *coloured) isLong(i int) bool { return c.long.Count > 0 && c.long.Of[i] >= 0 }

// patternOf is the pattern of the numbers of a Jacobian.
func (j *jacobian) patternOf() *sparsity.Pattern {
	p := &sparsity.Pattern{Cols: j.in.n, Rows: make([][]int, j.out.n)}
	for i := range p.Rows {
		for col, v := range j.data[i*j.in.n : (i+1)*j.in.n] {
			if v != 0 {
				p.Rows[i] = append(p.Rows[i], col)
			}
		}
	}
	return p
}

// shown are colours for a picture, in which everything has one.
func shown(of []int) []int {
	out := slices.Clone(of)
	for i, k := range out {
		out[i] = max(k, 0)
	}
	return out
}

// drawPattern shows where a sparse Jacobian has entries, in the colours that share a direction.
func (j *jacobian) drawPattern(c *Call) error {
	col := j.coloured
	if col == nil {
		if col = colour(j.patternOf()); col == nil {
			return nil
		}
	}
	m := j.matrix()
	m.Log = false
	m.Title = "Pattern: " + col.told()
	give := "give"
	if col.directions() == 1 {
		give = "gives"
	}
	m.Notes = []string{fmt.Sprintf("%s of one colour do not meet: %d direction%s of %s mode %s all", col.sides(), col.directions(), plural(col.directions()), col.way(), give)}
	of := shown(col.Of)
	switch {
	case col.directions() >= min(j.in.n, j.out.n): // a colour for each would look as if some shared one
		m.Title = "Pattern: what is not zero"
		m.Notes = []string{fmt.Sprintf("no colours: they would take %d directions, as many as without", col.Count)}
		of = make([]int, len(of))
	case col.Count > 7:
		m.Notes = append(m.Notes, "the picture has seven colours and repeats them")
	}
	m.ColColours = of
	if col.byRows {
		m.ColColours, m.RowColours = nil, of
	}
	m.Data = make([]float64, len(j.data))
	for i, row := range col.pattern.Rows {
		for _, k := range row {
			m.Data[i*j.in.n+k] = 1
		}
	}
	pic, err := c.Pictures().Drawn(func() (plot.Picture, error) { return plot.Heatmap(m) }, "pattern", m.Labels, m.RowNames, m.ColNames,
		m.RowGroups, m.ColGroups, m.Notes, m.Rows, m.Cols, m.Data, m.RowColours, m.ColColours)
	if err == nil {
		c.picture(pic, m.Title+"\n"+m.Notes[0])
	}
	return err
}
