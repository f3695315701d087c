package plot

import (
	"errors"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Grid is a function of two variables: Z[i*len(X)+j] is its value at X[j] and Y[i].
type Grid struct {
	Name    string
	X, Y, Z []float64
}

var errGrid = errors.New("plot: a grid needs ascending X and Y, at least two of each, and a value for each pair of them")

// Check tells what keeps a grid from being drawn.
func (g *Grid) Check() error {
	ok := len(g.X) > 1 && len(g.Y) > 1 && len(g.Z) == len(g.X)*len(g.Y)
	for _, vs := range [][]float64{g.X, g.Y} {
		for i, v := range vs {
			ok = ok && finite(v) && (i == 0 || v > vs[i-1])
		}
	}
	if !ok {
		return errGrid
	}
	return nil
}

// levels are round values above the lowest, about nine of them, at which lines are drawn, and the step between them.
func (g *Grid) levels() (levels []float64, step float64) {
	lo, hi := bounds(g.Z)
	if !(lo < hi) {
		return nil, 0
	}
	step = roundStep((hi - lo) / 12)
	for k := math.Floor(lo/step) + 1; k*step <= hi && len(levels) < 20; k++ {
		levels = append(levels, k*step)
	}
	return levels, step
}

// legend names the grid and what its lines mean.
func (g *Grid) legend() string {
	_, step := g.levels()
	name := g.Name
	if name != "" && step > 0 {
		name += ", "
	}
	if step > 0 {
		name += "a line every " + brief(step)
	}
	return name
}

// bandPale and bandDeep are the colours of the lowest and the highest band.
var bandPale, bandDeep, isoline = rgb(0xffffff), rgb(0x8fb8de), rgb(0x3d6a99)

// contours paints a grid as bands of colour with lines between them.
func (c *chart) contours(g *Grid) {
	levels, _ := g.levels()
	if levels == nil {
		return
	}
	c.bands(g, levels)
	for _, l := range levels {
		for _, line := range g.isolines(l) {
			pts := make([]vg.Point, len(line))
			for i, p := range line {
				pts[i] = point(c.px(p[0]), c.py(p[1]))
			}
			c.path(pts, 0.7, isoline, nil)
		}
	}
}

// bands paints what lies between two levels in one colour, as an image.
func (c *chart) bands(g *Grid, levels []float64) {
	const dots = 1.5 // pixels a point
	w, h := int((c.px(last(g.X))-c.px(g.X[0]))*dots), int((c.py(last(g.Y))-c.py(g.Y[0]))*dots)
	palette := color.Palette{absent}
	for i := range len(levels) + 1 {
		palette = append(palette, mix(bandPale, bandDeep, float64(i)/float64(len(levels))))
	}
	img := image.NewPaletted(image.Rect(0, 0, max(w, 1), max(h, 1)), palette)
	for py := range img.Rect.Max.Y {
		i, fy := between(g.Y, 1-(float64(py)+0.5)/float64(img.Rect.Max.Y))
		for px := range img.Rect.Max.X {
			j, fx := between(g.X, (float64(px)+0.5)/float64(img.Rect.Max.X))
			n := len(g.X)
			z := (g.Z[i*n+j]*(1-fx)+g.Z[i*n+j+1]*fx)*(1-fy) + (g.Z[(i+1)*n+j]*(1-fx)+g.Z[(i+1)*n+j+1]*fx)*fy
			if !finite(z) {
				continue
			}
			band := uint8(1)
			for _, l := range levels {
				if z >= l {
					band++
				}
			}
			img.SetColorIndex(px, py, band)
		}
	}
	c.c.DrawImage(vg.Rectangle{Min: point(c.px(g.X[0]), c.py(g.Y[0])), Max: point(c.px(last(g.X)), c.py(last(g.Y)))}, img)
}

// between finds the interval of vs that the fraction t of its range falls into, and where in it.
func between(vs []float64, t float64) (int, float64) {
	v := vs[0] + t*(last(vs)-vs[0])
	i := 0
	for i < len(vs)-2 && v >= vs[i+1] {
		i++
	}
	return i, (v - vs[i]) / (vs[i+1] - vs[i])
}

func last(vs []float64) float64 { return vs[len(vs)-1] }

// isolines are the lines where the grid, linear between its points, has the value l: marching squares,
// whose pieces are joined where they meet on an edge of the grid.
func (g *Grid) isolines(l float64) [][][2]float64 {
	var pieces [][2]int // each from an edge to an edge
	for i := range len(g.Y) - 1 {
		for j := range len(g.X) - 1 {
			pieces = append(pieces, g.cross(i, j, l)...)
		}
	}
	at := map[int][]int{} // the pieces that end on an edge, at most two
	for k, p := range pieces {
		at[p[0]], at[p[1]] = append(at[p[0]], k), append(at[p[1]], k)
	}
	used := make([]bool, len(pieces))
	walk := func(edge int) (line [][2]float64) {
		for {
			next := -1
			for _, k := range at[edge] {
				if !used[k] {
					next = k
				}
			}
			if next < 0 {
				return line
			}
			used[next] = true
			edge = pieces[next][0] + pieces[next][1] - edge
			line = append(line, g.onEdge(edge, l))
		}
	}
	var lines [][][2]float64
	for k, p := range pieces {
		if used[k] {
			continue
		}
		used[k] = true
		var line [][2]float64
		back := walk(p[0])
		for i := len(back) - 1; i >= 0; i-- {
			line = append(line, back[i])
		}
		line = append(line, g.onEdge(p[0], l), g.onEdge(p[1], l))
		lines = append(lines, append(line, walk(p[1])...))
	}
	return lines
}

// cross lists the pieces of the line of value l in the square whose lowest point is (i, j). Edges are numbered
// twice their lowest point, those upwards one more.
func (g *Grid) cross(i, j int, l float64) [][2]int {
	n := len(g.X)
	low := i*n + j
	z := [4]float64{g.Z[low], g.Z[low+1], g.Z[low+n+1], g.Z[low+n]} // around the square
	edge := [4]int{2 * low, 2*(low+1) + 1, 2 * (low + n), 2*low + 1}
	var met []int
	for k := range z {
		if !finite(z[k]) {
			return nil
		}
		if (z[k] >= l) != (z[(k+1)%4] >= l) {
			met = append(met, edge[k])
		}
	}
	switch {
	case len(met) == 2:
		return [][2]int{{met[0], met[1]}}
	case len(met) == 4 && ((z[0]+z[1]+z[2]+z[3])/4 >= l) == (z[0] >= l): // a saddle: the middle decides
		return [][2]int{{met[0], met[1]}, {met[2], met[3]}}
	case len(met) == 4:
		return [][2]int{{met[3], met[0]}, {met[1], met[2]}}
	}
	return nil
}

// onEdge is the point of value l on an edge.
func (g *Grid) onEdge(edge int, l float64) [2]float64 {
	n, low := len(g.X), edge/2
	i, j := low/n, low%n
	if edge%2 == 0 {
		t := (l - g.Z[low]) / (g.Z[low+1] - g.Z[low])
		return [2]float64{g.X[j] + t*(g.X[j+1]-g.X[j]), g.Y[i]}
	}
	t := (l - g.Z[low]) / (g.Z[low+n] - g.Z[low])
	return [2]float64{g.X[j], g.Y[i] + t*(g.Y[i+1]-g.Y[i])}
}
