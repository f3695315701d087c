package plot

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"strings"

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
	pixels, err := encode(img.Image())
	if err != nil {
		return Picture{}, fmt.Errorf("png: %w", err)
	}
	return Picture{SVG: tidy(svgText.String(), text), PNG: pixels, Text: text,
		Width: int(w*96/72 + 0.5), Height: int(h*96/72 + 0.5)}, nil
}

// maxPNG is the size beyond which a PNG is stored with the colours of charts alone: a heatmap of noise.
const maxPNG = 200 << 10

func encode(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, img)
	if err != nil || b.Len() <= maxPNG {
		return b.Bytes(), err
	}
	palette := append(paletteOf(), paper, ink, soft, axis, hair)
	for _, c := range wheel {
		palette = append(palette, c)
	}
	out := image.NewPaletted(img.Bounds(), palette)
	known := map[color.Color]uint8{}
	for y := out.Rect.Min.Y; y < out.Rect.Max.Y; y++ {
		for x := out.Rect.Min.X; x < out.Rect.Max.X; x++ {
			c := img.At(x, y)
			i, ok := known[c]
			if !ok {
				i = uint8(palette.Index(c))
				known[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	b.Reset()
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out)
	return b.Bytes(), err
}

// tidy makes the SVG fit for a notebook: no XML header, a title, fonts that every browser has (Liberation
// Sans has Arial's widths), images that stay crisp and name their type.
func tidy(svg, text string) string {
	if i := strings.Index(svg, "<svg"); i > 0 {
		svg = svg[i:]
	}
	head, body, _ := strings.Cut(svg, ">\n")
	head += ` role="img">` + "\n<title>" + html.EscapeString(text) + "</title>\n"
	body = strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;",
		"font-weight:normal;font-style:normal;", "",
		"data:image/jpg;", "data:image/png;",
		"<image ", `<image preserveAspectRatio="none" style="image-rendering:pixelated" `,
	).Replace(body)
	return head + body
}
