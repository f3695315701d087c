package magic

import (
	"fmt"
	"math"
	"strings"

	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
	"raido/lang/value"
)

// magicGrad is %grad F X: value and gradient, field by field.
func magicGrad(c *Call) (display.Bundle, error) {
	a, err := c.parseApplication(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	v, err := c.Evaluate(c.build(a, "gradient", func(b *syntax.Builder, f, x syntax.Exp) syntax.Exp { // (\v -> (v, vjp2 F v 1)) X
		v := b.Fresh("x")
		return b.Apply(b.Lambda(v, b.Tuple(b.Use(v), b.Apply(b.Library("vjp2"), f, b.Use(v), b.Number(1, "")))), x)
	}))
	if err != nil {
		return display.Bundle{}, c.gradFault(a, err)
	}
	x, r, _ := pair(v.Val)
	y, g, ok := pair(r)
	if !ok {
		diag.Bugf("%%grad: vjp2 gave no pair")
	}
	x, g = a.named(x), a.named(g)
	at, okX := newNest(x, "")
	n, okG := newNest(g, "")
	record := display.Value(&value.Record{Names: []string{"value", "gradient"}, Fields: []value.Value{y, g}}, "")
	if !okX || !okG || len(n.leaves) != len(at.leaves) {
		return record, nil
	}
	grad := &gradient{nest: n, at: at.numbersOf(x), data: n.numbersOf(g), value: y}
	if c.Silent() {
		return record, nil
	}
	if err := grad.draw(c); err != nil {
		return display.Bundle{}, err
	}
	return grad.bundle(record, g), nil
}

// gradFault is why F has no gradient at X: what F X itself is refused for, or that it is no number; else err.
func (c *Call) gradFault(a *application, err error) error {
	if err = c.fault(a, err); err == nil {
		return nil
	}
	def, own := c.Check(a.whole)
	if list, ok := err.(diag.List); own != nil || !ok || list[0].Class != diag.Type {
		return err
	}
	if t, ok := types.Reveal(def.Ret).(types.Prim); ok && t.Prim != prim.Bool {
		return err
	}
	d := usage(a.whole.Tree().ExpSpan(), "%s differentiates functions with one number as result; this gives %s", c.title(), types.Print(def.Ret))
	d.Hint = "%jacobian takes those with many results; a sum of them is one number"
	return d
}

// gradient is a gradient beside the point it was taken at, both as vectors of the numbers of a nest.
type gradient struct {
	*nest
	at, data []float64
	value    value.Value
}

// numbersOf are the floats of a value of the nest.
func (n *nest) numbersOf(v value.Value) []float64 {
	out := make([]float64, 0, n.n)
	var add func(v value.Value)
	add = func(v value.Value) {
		if r, ok := v.(*value.Record); ok {
			for _, f := range r.Fields {
				add(f)
			}
			return
		}
		if elem, ok := elemOf(v); ok && elem.IsFloat() {
			data, _, _ := numbers(v)
			out = append(out, data...)
		}
	}
	add(v)
	return out
}

// of are the numbers of a leaf.
func (l *nestLeaf) of(data []float64) []float64 { return data[l.from : l.from+l.size] }

// bundle is the value and the gradient, the table of the fields, the norm, and what is not finite.
func (g *gradient) bundle(record display.Bundle, grad value.Value) display.Bundle {
	t := &display.Table{Head: []string{"argument", "at", "gradient", "relative size"}}
	ls := g.floats()
	arrays := false
	for _, l := range ls {
		arrays = arrays || len(l.shape) > 0
	}
	if len(ls) > 1 || !arrays {
		most := magnitude(g.data)
		for _, l := range ls {
			g.row(t, l, most)
		}
	}
	said := ""
	if !arrays { // else the record shows it
		number, _, _ := strings.Cut(display.Value(g.value, "").Plain(), " :")
		said = "value " + number
	}
	if g.n > 1 {
		said = strings.TrimPrefix(said+"; norm "+shortNumber(norm(g.data)), "; ")
	}
	t.Note(said)
	if bad := notFinite(g.data, g.nameOf); bad != "" {
		t.Note(bad)
	} else if y, _, ok := numbers(g.value); ok && len(y) == 1 && (math.IsNaN(y[0]) || math.IsInf(y[0], 0)) {
		t.Note("the value is not finite, so the gradient says nothing; %gradcheck tells which operation made it so")
	}
	if note := g.ofPassive("argument"); note != "" {
		t.Note(note)
	}
	b := t.Bundle()
	page := ""
	if arrays { // their numbers
		page = record.HTML()
	}
	record = record.With(display.MIMEText, strings.TrimRight(record.Plain()+"\n"+t.Text(), "\n")).With(display.MIMEHTML, page+b.HTML())
	if y, dy := display.LaTeX(g.value), display.LaTeX(grad); y != "" && dy != "" {
		record = record.With(display.MIMELaTeX, `$y = `+y+`,\quad \nabla y = `+dy+`$`)
	}
	return record
}

// row is the line of a scalar, or of an array by its entry of largest magnitude.
func (g *gradient) row(t *display.Table, l nestLeaf, most float64) {
	name := strings.TrimPrefix(l.path, ".")
	if name == "" {
		name = "x"
	}
	data := l.of(g.data)
	k, shown := 0, 0.0
	for i, v := range data {
		if math.Abs(v) > math.Abs(data[k]) || math.IsNaN(v) && !math.IsNaN(data[k]) {
			k = i
		}
	}
	if len(data) > 0 {
		shown = data[k]
	}
	switch {
	case len(l.shape) == 0:
		t.Add(name, numberText(l.elem, l.of(g.at)[0]), numberText(l.elem, shown), relative(shown, most))
	case len(data) == 0:
		t.Add(name, display.ArrayType(l.shape, l.elem), "empty", "")
	default:
		place := nestLeaf{shape: l.shape}
		t.Add(name, display.ArrayType(l.shape, l.elem), fmt.Sprintf("largest %s at %s, norm %s", shortNumber(shown), place.name(k),
			shortNumber(norm(data))), relative(shown, most))
	}
	if len(data) == 0 || math.IsInf(shown, 0) {
		shown = math.NaN()
	}
	t.Bars = append(t.Bars, shown/math.Max(most, math.SmallestNonzeroFloat64))
}

func numberText(t prim.Type, v float64) string { return display.Number(prim.Float(t, v)) }

// relative is the size of a number beside the largest, as a bar with its sign.
func relative(v, most float64) string {
	const room = 20
	switch {
	case math.IsNaN(v), math.IsInf(v, 0):
		return "not finite"
	case v == 0:
		return "0"
	}
	sign := "+ "
	if v < 0 {
		sign = "− "
	}
	n := int(math.Round(math.Abs(v) / most * room))
	if n == 0 {
		return sign + "▏"
	}
	return sign + strings.Repeat("█", n)
}

// magnitude is the largest of what is finite.
func magnitude(data []float64) float64 {
	most := 0.0
	for _, v := range data {
		if a := math.Abs(v); a > most && !math.IsInf(a, 0) {
			most = a
		}
	}
	return most
}

// norm is the Euclidean norm, without overflow on the way.
func norm(data []float64) float64 {
	sum := 0.0
	for _, v := range data {
		sum = math.Hypot(sum, v)
	}
	return sum
}

// maxPictures is how many arrays of a gradient are drawn.
const maxPictures = 8

// draw shows the scalars as bars, and each array.
func (g *gradient) draw(c *Call) error {
	var names []string
	var scalars []float64
	arrays := 0
	for _, l := range g.floats() {
		if len(l.shape) == 0 {
			names, scalars = append(names, l.name(0)), append(scalars, g.data[l.from])
		}
	}
	if len(scalars) > 1 {
		labels := plot.Labels{Title: g.title("gradient", scalars)}
		pic, err := c.Pictures().Drawn(func() (plot.Picture, error) { return plot.Bars(labels, names, scalars) }, "named bars", labels, names, scalars)
		if err != nil {
			return err
		}
		c.picture(pic, pic.Text)
	}
	for _, l := range g.floats() {
		if len(l.shape) == 0 || l.size < 2 {
			continue
		}
		if arrays++; arrays > maxPictures {
			break
		}
		if err := g.drawArray(c, l); err != nil {
			return err
		}
	}
	return nil
}

func (g *gradient) title(what string, data []float64) string {
	y, _, _ := numbers(g.value)
	if len(y) != 1 {
		return what
	}
	return fmt.Sprintf("%s: norm %s; value %s", what, shortNumber(norm(data)), shortNumber(y[0]))
}

// shortNumber prints four digits.
func shortNumber(v float64) string {
	return strings.NewReplacer("-", "−", "e+0", "e", "e+", "e", "+Inf", "inf", "Inf", "inf", "NaN", "nan").Replace(fmt.Sprintf("%.4g", v))
}

// longVector is the length from which a vector is drawn as a line.
const longVector = 200

// drawArray draws a vector as bars or a line, a matrix as a heatmap, and more dimensions as heatmaps side by side.
func (g *gradient) drawArray(c *Call, l nestLeaf) error {
	data := l.of(g.data)
	what := "gradient"
	if l.path != "" {
		what += " in " + strings.TrimPrefix(l.path, ".")
	}
	labels := plot.Labels{Title: g.title(what, data)}
	var pic plot.Picture
	var err error
	switch {
	case len(l.shape) == 1 && l.size > longVector:
		labels.X = "component"
		pic, err = c.Pictures().Chart(plot.Chart{Labels: labels, Curves: []plot.Series{{Y: data}}})
	case len(l.shape) == 1:
		labels.X = "component"
		pic, err = c.Pictures().Bars(labels, data)
	default:
		m := slicesOf(data, l.shape)
		m.Labels = labels
		logarithmic(&m)
		pic, err = c.Pictures().Heatmap(m)
	}
	if err != nil {
		return err
	}
	c.picture(pic, pic.Text)
	return nil
}

// maxSlices is how many matrices of an array of more dimensions are drawn side by side.
const maxSlices = 8

// slicesOf puts the matrices of an array side by side.
func slicesOf(data []float64, shape []int64) plot.Matrix {
	k := len(shape) - 2
	m := plot.Matrix{Rows: int(shape[k]), Cols: int(shape[k+1])}
	if k == 0 {
		m.Data = data
		return m
	}
	all := len(data) / max(1, m.Rows*m.Cols)
	n, cols := min(all, maxSlices), m.Cols
	m.Cols = n * cols
	m.Data = make([]float64, m.Rows*m.Cols)
	for s := range n {
		for i := range m.Rows {
			copy(m.Data[i*m.Cols+s*cols:], data[(s*m.Rows+i)*cols:(s*m.Rows+i+1)*cols])
		}
		place := nestLeaf{shape: shape[:k]}
		m.ColGroups = append(m.ColGroups, plot.Group{Name: place.name(s), Size: cols})
		for j := range cols {
			m.ColNames = append(m.ColNames, fmt.Sprint(j))
		}
	}
	m.Labels.X = "matrices"
	if n < all {
		m.Notes = append(m.Notes, fmt.Sprintf("the first %d of %d matrices", n, all))
	}
	// The groups tell more than the columns within them.
	if n > 1 {
		m.ColNames = nil
	}
	return m
}
