package magic

import (
	"fmt"
	"math"
	"strings"

	"raido/display"
	"raido/display/plot"
	"raido/lang/core"
	"raido/lang/value"
)

// jacobian is the matrix of all derivatives of a function at a point, out.n rows and in.n columns.
type jacobian struct {
	in, out *nest
	data    []float64
	mode    string // how it was computed, and why so
	remark  string // what else there is to say
	names   [2]string
	*coloured
}

// magicJacobian is %jacobian F X.
func magicJacobian(c *Call) (display.Bundle, error) {
	a, err := c.parseApplication(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	j, err := c.jacobianAt(a, false)
	if err != nil {
		return display.Bundle{}, err
	}
	return j.show(c, "Jacobian")
}

// jacobianAt computes the Jacobian of F at the point of a magic, or that of its gradient.
func (c *Call) jacobianAt(a *application, gradient bool) (*jacobian, error) {
	fn, err := c.functionAt(a, gradient)
	if err != nil {
		return nil, c.fault(a, err)
	}
	for _, side := range []struct {
		name string
		n    *nest
	}{{"argument", fn.in}, {"result", fn.out}} {
		if len(side.n.floats()) == 0 {
			d := usage(c.Args, "the %s, %s, has no floats; pictures are of derivatives by floats", side.name, side.n.typ)
			d.Hint = "jvp and vjp give what integers have, derivatives in wrapping arithmetic; f64.i64 and the like make floats of them"
			return nil, d
		}
	}
	return fn.jacobian()
}

// jacobian chooses the way that needs fewest directions.
func (f *function) jacobian() (*jacobian, error) {
	j := &jacobian{in: f.in, out: f.out, names: [2]string{"input", "output"}, data: make([]float64, f.in.n*f.out.n)}
	if len(j.data) == 0 {
		return j, nil
	}
	var err error
	if j.coloured, err = f.compressed(); err != nil {
		return nil, err
	}
	seeds := min(j.in.n, j.out.n)
	switch c := j.coloured; {
	case c != nil:
		j.mode = fmt.Sprintf("compressed %s mode: %s in the place of %d seeds", c.way(), c.told(), seeds)
		return j, f.expand(j, c)
	case j.in.n <= j.out.n:
		j.mode = fmt.Sprintf("forward mode, %d seed%s: %s", seeds, plural(seeds), j.why("inputs", "outputs"))
		return j, f.sweep(core.JVP, units(seeds), func(i int, column []float64) {
			for r, v := range column {
				j.data[r*j.in.n+i] = v
			}
		})
	}
	j.mode = fmt.Sprintf("reverse mode, %d seed%s: %s", seeds, plural(seeds), j.why("outputs", "inputs"))
	return j, f.sweep(core.VJP, units(seeds), func(i int, row []float64) { copy(j.data[i*j.in.n:], row) })
}

// units are the sets of one number each.
func units(n int) [][]int {
	out := make([][]int, n)
	for i := range out {
		out[i] = []int{i}
	}
	return out
}

func (j *jacobian) why(few, many string) string {
	if j.in.n == j.out.n {
		return "as many inputs as outputs"
	}
	return fmt.Sprintf("fewer %s than %s", few, many)
}

// maxSeeds bounds the numbers of the seeds and results that are computed at a time.
const maxSeeds = 1 << 22

// sweep computes the derivatives in directions that are sums of unit vectors, a good many at a time.
func (f *function) sweep(mode core.DiffMode, sets [][]int, got func(i int, numbers []float64)) error {
	from := f.in
	if mode == core.VJP {
		from = f.out
	}
	step := max(1, maxSeeds/(f.in.n+f.out.n))
	for first := 0; first < len(sets); first += step {
		part := sets[first:min(first+step, len(sets))]
		rows, err := f.directions(mode, len(part), from.seeds(part))
		if err != nil {
			return err
		}
		for i, row := range rows {
			got(first+i, row)
		}
	}
	return nil
}

// notes are the lines below the picture.
func (j *jacobian) notes() []string {
	var out []string
	for _, n := range []string{j.mode, j.remark, j.fill(), j.in.ofPassive(j.names[0]), j.out.ofPassive(j.names[1])} {
		if n != "" {
			out = append(out, n)
		}
	}
	return out
}

// nonzero counts the entries that are not zero.
func (j *jacobian) nonzero() int {
	n := 0
	for _, v := range j.data {
		if v != 0 {
			n++
		}
	}
	return n
}

// sparse reports whether the zeros are worth a word: more than half of at least sixteen entries.
func (j *jacobian) sparse() bool { return len(j.data) >= 16 && 2*j.nonzero() < len(j.data) }

func (j *jacobian) fill() string {
	if !j.sparse() {
		return ""
	}
	return fmt.Sprintf("%d of %d entries are not zero here", j.nonzero(), len(j.data))
}

// matrix is the picture of a Jacobian without its title.
func (j *jacobian) matrix() plot.Matrix {
	m := plot.Matrix{
		Rows: j.out.n, Cols: j.in.n, Data: j.data,
		RowNames: j.out.names(), ColNames: j.in.names(), RowGroups: j.out.groups(), ColGroups: j.in.groups(),
		Notes: j.notes(),
	}
	m.Labels.X, m.Labels.Y = j.names[0], j.names[1]
	if len(m.ColGroups) == 0 {
		m.Labels.X += " " + j.in.typ
	}
	if len(m.RowGroups) == 0 {
		m.Labels.Y += " " + j.out.typ
	}
	logarithmic(&m)
	return m
}

// minPattern is how many entries a Jacobian has whose pattern is drawn.
const minPattern = 64

// show draws a Jacobian and, where it is sparse, its pattern in colours.
func (j *jacobian) show(c *Call, what string) (display.Bundle, error) {
	if len(j.data) == 0 {
		return display.Text(fmt.Sprintf("empty %s of %d rows and %d columns", what, j.out.n, j.in.n)), nil
	}
	m := j.matrix()
	m.Title = fmt.Sprintf("%s, %d × %d", what, j.out.n, j.in.n)
	pic, err := c.Pictures().Heatmap(m)
	if err != nil {
		return display.Bundle{}, err
	}
	lines := []string{fmt.Sprintf("%s of %d row%s (%s %s) and %d column%s (%s %s)", what,
		j.out.n, plural(j.out.n), j.names[1], j.out.typ, j.in.n, plural(j.in.n), j.names[0], j.in.typ)}
	lines = append(lines, j.notes()...)
	if bad := j.notFinite(); bad != "" {
		lines = append(lines, bad)
	}
	c.picture(pic, strings.Join(lines, "\n")+"\n"+display.Value(j.value(), "").Plain())
	if c.Silent() || !j.sparse() || len(j.data) < minPattern {
		return display.Bundle{}, nil
	}
	return display.Bundle{}, j.drawPattern(c)
}

// notFinite counts what is no finite number, and names the first.
func (j *jacobian) notFinite() string {
	return notFinite(j.data, func(i int) string { return fmt.Sprintf("[%d, %d]", i/j.in.n, i%j.in.n) })
}

// value is the Jacobian as a matrix, of f64 if anything in it is.
func (j *jacobian) value() value.Value {
	return fillFloats(elemOfAll(j.in, j.out), []int64{int64(j.out.n), int64(j.in.n)}, j.data)
}

// magicHessian is %hessian F X: the Jacobian of the gradient, forward over reverse.
func magicHessian(c *Call) (display.Bundle, error) {
	a, err := c.parseApplication(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	j, err := c.jacobianAt(a, true)
	if err != nil {
		return display.Bundle{}, c.gradFault(a, err)
	}
	j.hessian()
	return j.show(c, "Hessian")
}

// hessian says of a Jacobian of a gradient what there is to say.
func (j *jacobian) hessian() {
	j.mode = fmt.Sprintf("forward over reverse mode, %d seed%s", j.in.n, plural(j.in.n))
	if j.coloured != nil {
		j.mode = fmt.Sprintf("forward over reverse mode, compressed: %s in the place of %d seeds", j.told(), j.in.n)
	}
	j.names = [2]string{"argument", "argument"}
	j.out.passive = 0 // those of the argument, which is told already
	worst, at := 0.0, 0
	bad := false
	for r := range j.in.n {
		for i := range r {
			x, y := j.data[r*j.in.n+i], j.data[i*j.in.n+r]
			if x == y || math.IsNaN(x) && math.IsNaN(y) {
				continue
			}
			if d := math.Abs(x-y) / math.Max(math.Abs(x), math.Abs(y)); d > worst || math.IsNaN(d) {
				worst, at = d, r*j.in.n+i
				bad = bad || math.IsNaN(d)
			}
		}
	}
	eps := map[int]float64{2: 1e-2, 4: 1e-4, 8: 1e-9}[elemOfAll(j.in).Size()]
	switch {
	case j.in.n < 2:
	case worst <= eps && !bad:
		j.remark = "symmetric"
		if worst > 0 {
			j.remark = fmt.Sprintf("symmetric up to rounding: a relative difference of %s at most", shortNumber(worst))
		}
	default:
		r, i := at/j.in.n, at%j.in.n
		j.remark = fmt.Sprintf("not symmetric: [%d, %d] is %s, but [%d, %d] is %s; %%gradcheck compares the derivatives",
			r, i, shortNumber(j.data[at]), i, r, shortNumber(j.data[i*j.in.n+r]))
	}
}
