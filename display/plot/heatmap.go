package plot

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Matrix is what a heatmap shows: Data in row-major order, row 0 on top. Names and groups may be nil. With Log the colours
// go by magnitude, on both sides of zero (Note [Symmetric logarithm]).
type Matrix struct {
	Labels
	Rows, Cols           int
	Data                 []float64
	RowNames, ColNames   []string
	RowGroups, ColGroups []Group
	Log                  bool
	Notes                []string // lines below the picture
	// RowColours or ColColours, if not nil, are numbers of colours for what is not zero in a row or column; then colours tell nothing
	// of magnitudes.
	RowColours, ColColours []int
}

// Group is a part of the rows or columns with a name, which stands in the place of names that do not fit. Lines separate groups.
type Group struct {
	Name string
	Size int
}

// Bounds of a heatmap, in points and in blocks.
const (
	mapWidth  = 330.0
	mapHeight = 270.0
	maxBlocks = 256 // along each side; a bigger matrix is shown in blocks
	barWidth  = 12.0
)

// Heatmap draws a matrix in colours of a diverging scale centred at zero, with a colour bar. Where a matrix
// is bigger than the picture, each block of entries shows the one of largest magnitude, so that the
// pattern of what is not zero stays.
func Heatmap(m Matrix) (Picture, error) {
	if m.Rows < 0 || m.Cols < 0 || len(m.Data) != m.Rows*m.Cols {
		return Picture{}, errors.New("plot: a matrix of rows times columns entries is needed")
	}
	if m.RowNames != nil && len(m.RowNames) != m.Rows || m.ColNames != nil && len(m.ColNames) != m.Cols {
		return Picture{}, errors.New("plot: a name for each row and each column is needed")
	}
	if groupsSize(m.RowGroups) > m.Rows || groupsSize(m.ColGroups) > m.Cols {
		return Picture{}, errors.New("plot: groups have more rows or columns than the matrix")
	}
	if m.RowColours != nil && len(m.RowColours) != m.Rows || m.ColColours != nil && len(m.ColColours) != m.Cols {
		return Picture{}, errors.New("plot: a colour for each row or each column is needed")
	}
	h := newHeat(m)
	return render(h.width, h.height, h.text, h.paint)
}

// heat is a heatmap with its layout.
type heat struct {
	Matrix
	limit            float64 // magnitude at the ends of the colours
	knee             float64 // of a logarithmic scale: below it colours are linear; else 0
	lo, hi           float64 // ends of the colour bar
	nans             int
	blockR, blockC   int // entries of a block
	x, y, w, h       float64
	width, height    float64
	upright          bool // column names stand upright
	text             string
	colSlot, rowSlot float64 // size of an entry, in points
	bar              scale
	rows, cols       []tag
	legend           string
}

func newHeat(m Matrix) *heat {
	h := &heat{Matrix: m}
	lo, hi := bounds(m.Data)
	if lo > hi {
		lo, hi = 0, 0
	}
	h.limit = math.Max(math.Abs(lo), math.Abs(hi))
	infs := 0
	for _, v := range m.Data {
		if math.IsNaN(v) {
			h.nans++
		} else if math.IsInf(v, 0) {
			infs++
		}
	}
	if h.limit == 0 {
		h.limit = 1
	}
	h.lo, h.hi = -h.limit, h.limit
	switch {
	case lo >= 0 && hi > 0:
		h.lo = 0
	case hi <= 0 && lo < 0:
		h.hi = 0
	}
	if m.Log {
		h.knee = kneeOf(m.Data, h.limit)
	}
	h.blockR, h.blockC = (m.Rows+maxBlocks-1)/maxBlocks, (m.Cols+maxBlocks-1)/maxBlocks
	h.blockR, h.blockC = max(h.blockR, 1), max(h.blockC, 1)
	h.describe(lo, hi, infs)
	h.place()
	return h
}

func (h *heat) describe(lo, hi float64, infs int) {
	h.text = fmt.Sprintf("heatmap of a %d × %d matrix, entries from %s to %s", h.Rows, h.Cols, brief(lo), brief(hi))
	if h.Title != "" {
		h.text = h.Title + ": " + h.text
	}
	if h.nans > 0 {
		h.text += fmt.Sprintf(", %d nan", h.nans)
		h.legend = "nan"
	}
	if infs > 0 {
		h.text += fmt.Sprintf(", %d infinite", infs)
	}
	if h.knee > 0 {
		h.text += ", logarithmic colours"
	}
	if h.blockR > 1 || h.blockC > 1 {
		what := "largest magnitude"
		if h.picks() {
			what = "first entry"
		}
		h.Notes = append(h.Notes[:len(h.Notes):len(h.Notes)],
			fmt.Sprintf("%d × %d entries; each spot shows the "+what+" of %d × %d", h.Rows, h.Cols, h.blockR, h.blockC))
	}
}

// place computes the layout from the outside in.
func (h *heat) place() {
	h.w, h.h = math.Min(mapWidth, 74*float64(h.Cols)), math.Min(mapHeight, 40*float64(h.Rows))
	// Entries of a matrix that is not too oblong are squares.
	if r := float64(h.Rows) / math.Max(1, float64(h.Cols)); r > 1.0/3 && r < 3 {
		side := math.Min(h.w/math.Max(1, float64(h.Cols)), h.h/math.Max(1, float64(h.Rows)))
		if side > 12 && h.w/float64(h.Cols) > side { // small ones may be wider, for the numbers in them
			h.w = math.Min(h.w, 1.8*side*float64(h.Cols))
		} else {
			h.w = side * float64(h.Cols)
		}
		h.h = side * float64(h.Rows)
	}
	h.w, h.h = math.Max(h.w, 30), math.Max(h.h, 30)
	h.colSlot, h.rowSlot = h.w/math.Max(1, float64(h.Cols)), h.h/math.Max(1, float64(h.Rows))

	h.bar = h.barScale()
	h.x = margin + h.side() + 6
	if h.Labels.Y != "" {
		h.x += 16
	}
	h.y = margin + h.below() + 6
	if h.Labels.X != "" {
		h.y += 15
	}
	h.y += 14 * float64(len(h.Notes))
	h.width = h.x + h.w + margin + 4
	if !h.picks() {
		h.width += 18 + barWidth + 5 + h.bar.widest(small)
	}
	titles := width(h.Title, large)
	for _, n := range h.Notes {
		titles = math.Max(titles, width(n, small))
	}
	h.width = math.Max(h.width, math.Min(titles+2*margin, chartWidth))
	h.height = h.y + h.h + margin + 4
	if h.Title != "" {
		h.height += 20
	}
	if h.bar.factor != "" {
		h.height += 12
	}
}

// entry is the value that a block shows.
func (h *heat) entry(bi, bj int) float64 {
	if h.blockR == 1 && h.blockC == 1 {
		return h.Data[bi*h.Cols+bj]
	}
	var vs []float64
	for i := bi * h.blockR; i < min((bi+1)*h.blockR, h.Rows); i++ {
		vs = append(vs, h.Data[i*h.Cols+bj*h.blockC:i*h.Cols+min((bj+1)*h.blockC, h.Cols)]...)
	}
	return largest(vs)
}

// shades is the number of colours on each side of white.
const shades = 120

// paletteOf has the colours from -1 to 1 and, last, that of NaN.
func paletteOf() color.Palette {
	var p color.Palette
	for i := -shades; i <= shades; i++ {
		p = append(p, diverging(float64(i)/shades))
	}
	return append(p, absent)
}

// shade is the index in the palette of a value. What is not zero is never white: a pattern of small entries must show.
func (h *heat) shade(v float64) uint8 {
	i := int(shadeAt(h.position(v)))
	least := 1
	if h.knee > 0 {
		least = 8
	}
	if v != 0 && i > shades-least && i < shades+least {
		i = shades + int(math.Copysign(float64(least), v))
	}
	return uint8(i)
}

// shadeAt is the index in the palette of a position from -1 to 1.
func shadeAt(t float64) uint8 {
	if math.IsNaN(t) {
		return 2*shades + 1
	}
	return uint8(int(math.Round(math.Max(-1, math.Min(1, t))*shades)) + shades)
}

// picks reports whether colours are those of rows or columns.
func (h *heat) picks() bool { return h.RowColours != nil || h.ColColours != nil }

// pick is the index in the palette of what the block shows: the colour of its first entry that is not zero.
func (h *heat) pick(bi, bj int) uint8 {
	for i := bi * h.blockR; i < min((bi+1)*h.blockR, h.Rows); i++ {
		for j := bj * h.blockC; j < min((bj+1)*h.blockC, h.Cols); j++ {
			switch {
			case h.Data[i*h.Cols+j] == 0:
			case h.RowColours != nil:
				return uint8(1 + h.RowColours[i]%len(wheel))
			default:
				return uint8(1 + h.ColColours[j]%len(wheel))
			}
		}
	}
	return 0
}

// colours are the palette of a picture.
func (h *heat) colours() color.Palette {
	if !h.picks() {
		return paletteOf()
	}
	p := color.Palette{diverging(0)}
	for _, c := range wheel {
		p = append(p, c)
	}
	return p
}

// picture is the matrix as an image. Blocks have several pixels each, for programs that smooth images
// when they enlarge them.
func (h *heat) picture() image.Image {
	rows, cols := (h.Rows+h.blockR-1)/h.blockR, (h.Cols+h.blockC-1)/h.blockC
	kr, kc := max(1, 256/rows), max(1, 256/cols)
	img := image.NewPaletted(image.Rect(0, 0, cols*kc, rows*kr), h.colours())
	for i := range rows {
		line := img.Pix[i*kr*img.Stride : (i*kr+1)*img.Stride]
		for j := range cols {
			var s uint8
			if h.picks() {
				s = h.pick(i, j)
			} else {
				s = h.shade(h.entry(i, j))
			}
			for k := range kc {
				line[j*kc+k] = s
			}
		}
		for k := 1; k < kr; k++ {
			copy(img.Pix[(i*kr+k)*img.Stride:], line)
		}
	}
	return img
}

func (h *heat) paint(s *sheet) {
	s.rect(0, 0, h.width, h.height, paper)
	s.label(h.width/2, h.height-margin, shorten(h.Title, large, h.width-2*margin), large, ink, centre, top)
	if h.Rows > 0 && h.Cols > 0 {
		s.c.DrawImage(vg.Rectangle{Min: point(h.x, h.y), Max: point(h.x+h.w, h.y+h.h)}, h.picture())
		if !h.picks() {
			h.numbers(s)
		}
	} else {
		s.label(h.x+h.w/2, h.y+h.h/2, "empty", small, soft, centre, middle)
	}
	s.frame(h.x, h.y, h.w, h.h, axis)
	h.separators(s)
	h.names(s)
	base := margin - 2
	for i := len(h.Notes) - 1; i >= 0; i-- {
		s.label(h.width/2, base, shorten(h.Notes[i], small, h.width-2*margin), small, soft, centre, bottom)
		base += 14
	}
	h.axisTitles(s, base)
	if !h.picks() {
		h.colourBar(s)
	}
}

// axisTitles writes the names of the axes at the middles of the matrix, or as near to them as they have room.
func (h *heat) axisTitles(s *sheet, base float64) {
	x, name := within(h.x+h.w/2, h.Labels.X, margin, h.width-margin)
	s.label(x, base, name, normal, ink, centre, bottom)
	if h.Labels.X != "" {
		base += 15
	}
	high := h.height - margin
	if h.Title != "" {
		high -= 18
	}
	y, name := within(h.y+h.h/2, h.Labels.Y, base, high)
	s.turned(margin-2, y, name, normal, ink, centre, top, math.Pi/2)
}

// within moves the middle of a text of the normal size so that it stands between two bounds, shortened if need be.
func within(at float64, text string, lo, hi float64) (float64, string) {
	text = shorten(text, normal, hi-lo)
	half := width(text, normal) / 2
	return math.Max(lo+half, math.Min(hi-half, at)), text
}

// numbers writes the entries into their cells where they fit.
func (h *heat) numbers(s *sheet) {
	if h.Rows*h.Cols > 400 || h.rowSlot < small+3 {
		return
	}
	for _, v := range h.Data {
		if width(brief(v), small) > h.colSlot-4 {
			return
		}
	}
	palette := paletteOf()
	for i := range h.Rows {
		for j := range h.Cols {
			v := h.Data[i*h.Cols+j]
			on := palette[h.shade(v)].(color.NRGBA)
			s.label(h.x+(float64(j)+0.5)*h.colSlot, h.y+h.h-(float64(i)+0.5)*h.rowSlot, brief(v), small, inkOn(on), centre, middle)
		}
	}
}
