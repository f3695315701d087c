package pictures

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"

	"raido/display/plot"
	"raido/lang/diag"
)

// Memory draws pictures, and has those that were drawn last.
type Memory struct {
	drawn *lru.Cache[[sha256.Size]byte, plot.Picture]
}

// most is how many pictures are kept. One has up to half a megabyte.
const most = 128

// New is a memory without pictures.
func New() *Memory {
	drawn, err := lru.New[[sha256.Size]byte, plot.Picture](most)
	if err != nil {
		diag.Bugf("pictures: %v", err)
	}
	return &Memory{drawn}
}

// Kept is how many pictures are remembered.
func (p *Memory) Kept() int { return p.drawn.Len() }

// Drawn is the picture that draw makes of the data, which parts tell all of.
func (p *Memory) Drawn(draw func() (plot.Picture, error), parts ...any) (plot.Picture, error) {
	k := key(parts)
	if pic, ok := p.drawn.Get(k); ok {
		return pic, nil
	}
	pic, err := draw()
	if err == nil {
		p.drawn.Add(k, pic)
	}
	return pic, err
}

// key is a hash of the data of a picture.
func key(parts []any) [sha256.Size]byte {
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

// Heatmap draws a matrix.
func (p *Memory) Heatmap(m plot.Matrix) (plot.Picture, error) {
	return p.Drawn(func() (plot.Picture, error) { return plot.Heatmap(m) }, "heatmap", m.Labels, m.RowNames, m.ColNames,
		m.RowGroups, m.ColGroups, m.Log, m.Notes, m.Rows, m.Cols, m.Data)
}

// Bars draws a vector.
func (p *Memory) Bars(l plot.Labels, data []float64) (plot.Picture, error) {
	return p.Drawn(func() (plot.Picture, error) { return plot.Bars(l, nil, data) }, "bars", l, data)
}

// Chart draws points, lines and contours.
func (p *Memory) Chart(ch plot.Chart) (plot.Picture, error) {
	var grid []float64
	name := ""
	if g := ch.Contours; g != nil {
		name, grid = g.Name, slices.Concat(g.X, g.Y, g.Z)
		name = fmt.Sprintf("%q %d %d", name, len(g.X), len(g.Y))
	}
	return p.Drawn(ch.Draw, "chart", ch.Labels, ch.LogX, ch.LogY, name, grid, ch.Points, ch.Curves)
}
