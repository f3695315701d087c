package install

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"raido/tests/golden"
)

// The logo is the rune raido, the journey, in white on blue, its leg in orange: the way back through the
// program. The strokes stand on a field of 64 by 64, y downwards.
var (
	ground = color.NRGBA{R: 0x10, G: 0x3f, B: 0x6e, A: 255}
	chalk  = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	amber  = color.NRGBA{R: 0xf2, G: 0x8e, B: 0x1c, A: 255}
	stem   = [][2]float64{{21, 53}, {21, 12}, {42, 22}, {21, 34}}
	leg    = [][2]float64{{25, 32}, {45, 53}}
)

const stroke = 7.0

func svgLogo() string {
	line := func(pts [][2]float64, c color.NRGBA) string {
		var d []string
		for i, p := range pts {
			d = append(d, fmt.Sprintf("%s%g %g", map[bool]string{true: "M", false: "L"}[i == 0], p[0], p[1]))
		}
		return fmt.Sprintf(`<path d="%s" fill="none" stroke="#%02x%02x%02x" stroke-width="%g" stroke-linecap="round" stroke-linejoin="round"/>`,
			strings.Join(d, ""), c.R, c.G, c.B, stroke)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><title>Raido</title>`+
		`<rect width="64" height="64" rx="13" fill="#%02x%02x%02x"/>%s%s</svg>`+"\n",
		ground.R, ground.G, ground.B, line(leg, amber), line(stem, chalk))
}

// pngLogo draws the same strokes size pixels wide.
func pngLogo(size int) []byte {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(size), vg.Length(size)), vgimg.UseDPI(72), vgimg.UseBackgroundColor(color.Transparent))
	k := float64(size) / 64
	pt := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(k * x), Y: vg.Length(k * (64 - y))} }
	disc := func(x, y, r float64, col color.Color) {
		var p vg.Path
		p.Move(pt(x+r, y))
		p.Arc(pt(x, y), vg.Length(k*r), 0, 6.283185307179586)
		p.Close()
		c.SetColor(col)
		c.Fill(p)
	}
	box := func(x0, y0, x1, y1 float64) {
		var p vg.Path
		p.Move(pt(x0, y0))
		p.Line(pt(x1, y0))
		p.Line(pt(x1, y1))
		p.Line(pt(x0, y1))
		p.Close()
		c.SetColor(ground)
		c.Fill(p)
	}
	box(0, 13, 64, 51)
	box(13, 0, 51, 64)
	for _, q := range [][2]float64{{13, 13}, {51, 13}, {13, 51}, {51, 51}} {
		disc(q[0], q[1], 13, ground)
	}
	for _, l := range []struct {
		pts [][2]float64
		col color.Color
	}{{leg, amber}, {stem, chalk}} {
		var pts []vg.Point
		for _, p := range l.pts {
			pts = append(pts, pt(p[0], p[1]))
		}
		d := draw.New(c)
		d.StrokeLines(draw.LineStyle{Color: l.col, Width: vg.Length(k * stroke)}, pts)
		for _, p := range l.pts {
			disc(p[0], p[1], stroke/2, l.col)
		}
	}
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&b); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func TestLogos(t *testing.T) {
	golden.Text(t, "logos/logo-svg.svg", svgLogo())
	for name, size := range map[string]int{"logo-32x32.png": 32, "logo-64x64.png": 64} {
		golden.Text(t, "logos/"+name, string(pngLogo(size)))
		b, _ := logos.ReadFile("logos/" + name)
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil || img.Bounds().Dx() != size || img.Bounds().Dy() != size {
			t.Errorf("%s: %v", name, err)
		}
	}
}
