package plot

import (
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sheet is a canvas in points, origin at the bottom left.
type sheet struct{ c draw.Canvas }

// Sizes of text in points.
const (
	small  = 8.5
	normal = 9.5
	large  = 11.5
)

// Alignments of text: the point is the text's left, centre or right; bottom, middle or top.
const (
	left   = draw.XLeft
	centre = draw.XCenter
	right  = draw.XRight
	bottom = draw.YBottom
	middle = draw.YCenter
	top    = draw.YTop
)

var handler = text.Plain{Fonts: font.NewCache(liberation.Collection())}

func style(size float64, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Length(size)),
		Handler: handler,
	}
}

// width and height of a text.
func width(s string, size float64) float64 { return float64(style(size, ink).Width(s)) }

// label writes text.
func (s *sheet) label(x, y float64, t string, size float64, c color.Color, h text.XAlignment, v text.YAlignment) {
	s.turned(x, y, t, size, c, h, v, 0)
}

// turned writes text that is turned counterclockwise about its point.
func (s *sheet) turned(x, y float64, t string, size float64, c color.Color, h text.XAlignment, v text.YAlignment, angle float64) {
	if t == "" {
		return
	}
	st := style(size, c)
	st.XAlign, st.YAlign, st.Rotation = h, v, angle
	s.c.FillText(st, point(x, y), t)
}

func point(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }

// rect fills a rectangle.
func (s *sheet) rect(x, y, w, h float64, c color.Color) {
	s.c.FillPolygon(c, []vg.Point{point(x, y), point(x+w, y), point(x+w, y+h), point(x, y+h)})
}

// frame strokes a rectangle.
func (s *sheet) frame(x, y, w, h float64, c color.Color) {
	s.c.StrokeLines(draw.LineStyle{Color: c, Width: 0.6}, []vg.Point{
		point(x, y), point(x+w, y), point(x+w, y+h), point(x, y+h), point(x, y)})
}

func (s *sheet) line(x1, y1, x2, y2, w float64, c color.Color) {
	s.c.StrokeLine2(draw.LineStyle{Color: c, Width: vg.Length(w)}, vg.Length(x1), vg.Length(y1), vg.Length(x2), vg.Length(y2))
}

// path strokes a polyline with round joins; dashes may be nil.
func (s *sheet) path(pts []vg.Point, w float64, c color.Color, dashes []vg.Length) {
	if len(pts) > 1 {
		s.c.StrokeLines(draw.LineStyle{Color: c, Width: vg.Length(w), Dashes: dashes}, pts)
	}
}

// dot fills a circle.
func (s *sheet) dot(x, y, r float64, c color.Color) {
	var p vg.Path
	p.Move(point(x+r, y))
	p.Arc(point(x, y), vg.Length(r), 0, 2*3.141592653589793)
	p.Close()
	s.c.SetColor(c)
	s.c.Fill(p)
}

// shorten cuts a text to so many points.
func shorten(t string, size, room float64) string {
	if width(t, size) <= room {
		return t
	}
	r := []rune(t)
	for len(r) > 1 && width(string(r)+"…", size) > room {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// elide cuts the middle out of a name: its end often tells more than what stands before.
func elide(t string, size, room float64) string {
	if width(t, size) <= room {
		return t
	}
	r := []rune(t)
	for n := len(r) - 1; n > 2; n-- {
		head := (n + 1) / 2
		if short := string(r[:head]) + "…" + string(r[len(r)-(n-head):]); width(short, size) <= room {
			return short
		}
	}
	return shorten(t, size, room)
}
