package plot

import (
	"bytes"
	"fmt"
	"image"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Picture is a drawn chart.
type Picture struct {
	SVG           string
	PNG           []byte
	Text          string // what the chart shows, for text/plain and for those who cannot see it
	Width, Height int    // in CSS pixels
}

// Labels are the texts around a chart; each may be empty.
type Labels struct {
	Title, X, Y string
}

const pngDPI = 144

// render paints the same chart on an SVG and on a PNG canvas of that size in points.
func render(w, h float64, text string, paint func(*sheet)) (Picture, error) {
	svg := vgsvg.New(vg.Length(w), vg.Length(h))
	paint(&sheet{draw.New(svg)})
	var svgText bytes.Buffer
	if _, err := svg.WriteTo(&svgText); err != nil {
		return Picture{}, fmt.Errorf("svg: %w", err)
	}
	img := vgimg.NewWith(vgimg.UseWH(vg.Length(w), vg.Length(h)), vgimg.UseDPI(pngDPI))
	paint(&sheet{draw.New(img)})
	pixels, err := encode(img.Image().(*image.RGBA))
	if err != nil {
		return Picture{}, fmt.Errorf("png: %w", err)
	}
	return Picture{SVG: tidy(svgText.String(), text), PNG: pixels, Text: text,
		Width: int(w*96/72 + 0.5), Height: int(h*96/72 + 0.5)}, nil
}
