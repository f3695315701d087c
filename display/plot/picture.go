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
	pixels, err := encode(img.Image().(*image.RGBA))
	if err != nil {
		return Picture{}, fmt.Errorf("png: %w", err)
	}
	return Picture{SVG: tidy(svgText.String(), text), PNG: pixels, Text: text,
		Width: int(w*96/72 + 0.5), Height: int(h*96/72 + 0.5)}, nil
}

// maxPNG is the size beyond which a PNG is stored with the colours of charts alone: a heatmap of noise.
const maxPNG = 200 << 10

// encode stores an image as PNG. Most charts have at most 256 colours, with those of smoothed edges, and are stored with a
// palette, which takes a fraction of the time.
func encode(img *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	palette, ok := coloursOf(img)
	if !ok {
		err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
		if err != nil || b.Len() <= maxPNG {
			return b.Bytes(), err
		}
		b.Reset()
		palette = append(paletteOf(), paper, ink, soft, axis, hair)
		for _, c := range wheel {
			palette = append(palette, c)
		}
	}
	err := png.Encode(&b, paletted(img, palette))
	return b.Bytes(), err
}

// coloursOf are the colours of an image in order of appearance, if a palette can hold them.
func coloursOf(img *image.RGBA) (color.Palette, bool) {
	var out color.Palette
	seen := map[color.RGBA]bool{}
	var last color.RGBA
	for at := 0; at < len(img.Pix); at += 4 {
		c := color.RGBA{img.Pix[at], img.Pix[at+1], img.Pix[at+2], img.Pix[at+3]}
		if c == last && at > 0 || seen[c] {
			last = c
			continue
		}
		if len(out) == 256 {
			return nil, false
		}
		seen[c], last = true, c
		out = append(out, c)
	}
	return out, true
}

// paletted is the image in the colours of a palette that are nearest. Colours that agree in their upper six bits are one to it,
// unless the palette has one of them.
func paletted(img *image.RGBA, palette color.Palette) *image.Paletted {
	const known, exact = 1 << 8, 1 << 9
	out := image.NewPaletted(img.Rect, palette)
	nearest := make([]uint16, 1<<18) // a map would take most of the time of a large heatmap
	own := map[color.RGBA]uint8{}
	place := func(c color.RGBA) int { return int(c.R)>>2<<12 | int(c.G)>>2<<6 | int(c.B)>>2 }
	for i, p := range palette {
		r, g, b, a := p.RGBA()
		c := color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
		if _, ok := own[c]; !ok {
			own[c] = uint8(i)
			nearest[place(c)] |= exact
		}
	}
	for i := range out.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3]}
		n := &nearest[place(c)]
		if *n&exact != 0 {
			if k, ok := own[c]; ok {
				out.Pix[i] = k
				continue
			}
		}
		if *n&known == 0 {
			*n |= known | uint16(palette.Index(c))
		}
		out.Pix[i] = uint8(*n)
	}
	return out
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
