package magic

import (
	"fmt"

	"raido/ad/dual"
	"raido/ad/sparsity"
	"raido/display/plot"
	"raido/lang/core"
)

// Note [Compression]. Where a Jacobian takes many directions, its pattern is looked for first, at this point: the function
// runs once on the interpreter, and sets of inputs flow along with its numbers (ad/dual/pattern.go). Columns that no row has
// two of share a colour and a direction, the sum of their unit vectors: what comes out in a row belongs to the one
// column of that colour that the row has. Rows likewise in reverse mode. [Gebremedhin05, 3]

// coloured is a pattern with colours of its columns, or of its rows.
type coloured struct {
	pattern *sparsity.Pattern
	sparsity.Colouring
	byRows bool
}

// sides are what the colours are of, way the mode that they compress.
func (c *coloured) sides() string {
	if c.byRows {
		return "rows"
	}
	return "columns"
}

func (c *coloured) way() string {
	if c.byRows {
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
	if best == nil || best.Count*compressGain > seeds {
		return nil, nil
	}
	return best, nil
}

// maxConflicts bounds the work of a colouring.
const maxConflicts = 50_000_000

// colour colours the columns, or the rows if that takes fewer colours; nil if it takes too long.
func colour(p *sparsity.Pattern) *coloured {
	t := p.Transpose()
	if conflicts(p) > maxConflicts || conflicts(t) > maxConflicts {
		return nil
	}
	cols, rows := sparsity.Colour(p), sparsity.Colour(t)
	if rows.Count < cols.Count {
		return &coloured{p, rows, true}
	}
	return &coloured{p, cols, false}
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
	return f.sweep(core.JVP, c.Groups(), func(k int, numbers []float64) {
		for i, row := range p.Rows {
			for _, col := range row {
				if c.Of[col] == k {
					j.data[i*j.in.n+col] = numbers[i]
				}
			}
		}
	})
}

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
	m.Title = fmt.Sprintf("Pattern: %d colour%s of %s", col.Count, plural(col.Count), col.sides())
	give := "give"
	if col.Count == 1 {
		give = "gives"
	}
	m.Notes = []string{fmt.Sprintf("%s of one colour do not meet: %d direction%s of %s mode %s all", col.sides(), col.Count, plural(col.Count), col.way(), give)}
	of := col.Of
	switch {
	case col.Count >= min(j.in.n, j.out.n): // a colour for each would look as if some shared one
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
