package session

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"raido/display/plot"
)

// Drawing takes tens of milliseconds, most of them for the PNG, so that a picture of what was drawn before is taken from
// memory: a cell that is run again mostly shows what it showed.

// drawn is the picture that draw makes of the data, which parts tell all of.
func (c *cell) drawn(draw func() (plot.Picture, error), parts ...any) (plot.Picture, error) {
	key := pictureKey(parts)
	if pic, ok := c.nb.memory.pictures.get(key); ok {
		return pic, nil
	}
	pic, err := draw()
	if err == nil {
		c.nb.memory.pictures.put(key, pic)
	}
	return pic, err
}

// pictureKey is a hash of the data of a picture.
func pictureKey(parts []any) [sha256.Size]byte {
	h := sha256.New()
	for _, p := range parts {
		switch p := p.(type) {
		case []float64:
			fmt.Fprintf(h, "%d ", len(p))
			binary.Write(h, binary.LittleEndian, p)
		case []plot.Series:
			fmt.Fprintf(h, "%d ", len(p))
			for _, s := range p {
				fmt.Fprintf(h, "%q %d %d ", s.Name, len(s.X), len(s.Y))
				binary.Write(h, binary.LittleEndian, s.X)
				binary.Write(h, binary.LittleEndian, s.Y)
			}
		default:
			fmt.Fprintf(h, "%#v ", p)
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// heatmap draws a matrix.
func (c *cell) heatmap(m plot.Matrix) (plot.Picture, error) {
	return c.drawn(func() (plot.Picture, error) { return plot.Heatmap(m) }, "heatmap", m.Labels, m.RowNames, m.ColNames,
		m.RowGroups, m.ColGroups, m.Log, m.Notes, m.Rows, m.Cols, m.Data)
}

// bars draws a vector.
func (c *cell) bars(l plot.Labels, data []float64) (plot.Picture, error) {
	return c.drawn(func() (plot.Picture, error) { return plot.Bars(l, nil, data) }, "bars", l, data)
}

// chart draws points, lines and contours.
func (c *cell) chart(ch plot.Chart) (plot.Picture, error) {
	var grid []float64
	name := ""
	if g := ch.Contours; g != nil {
		name, grid = g.Name, slices.Concat(g.X, g.Y, g.Z)
		name = fmt.Sprintf("%q %d %d", name, len(g.X), len(g.Y))
	}
	return c.drawn(ch.Draw, "chart", ch.Labels, ch.LogX, ch.LogY, name, grid, ch.Points, ch.Curves)
}
