package plot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Note [Palettes]. A chart has a few colours, those of a scale, and hundreds that smoothed edges make of them. It is stored with
// a palette: a third of the bytes, written faster. The palette grows by the colour that would be farthest off without it,
// in squares of differences over all its pixels, until what is left would not be seen.

const unseen = 4000 // as of ten pixels that are off by 20 of 255

// shadeCount is a colour of an image.
type shadeCount struct {
	colour color.RGBA
	pixels int
	off    int   // the squared distance of the nearest colour in the palette
	index  uint8 // of that
}

// maxPNG is the size beyond which a picture, a heatmap of noise, makes do with few colours.
const maxPNG = 180 << 10

// encode stores an image as PNG (Note [Palettes]).
func encode(img *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, paletted(img, 256))
	if b.Len() > maxPNG {
		b.Reset()
		err = png.Encode(&b, paletted(img, 48))
	}
	return b.Bytes(), err
}

// paletted is the image with a palette of at most so many colours.
func paletted(img *image.RGBA, most int) *image.Paletted {
	var counts []shadeCount
	known := map[color.RGBA]int32{}
	which := make([]int32, len(img.Pix)/4)
	var last color.RGBA
	at := int32(-1)
	for i := range which {
		p := img.Pix[4*i : 4*i+4 : 4*i+4]
		c := color.RGBA{p[0], p[1], p[2], p[3]}
		if at < 0 || c != last {
			k, ok := known[c]
			if !ok {
				k = int32(len(counts))
				known[c] = k
				counts = append(counts, shadeCount{colour: c})
			}
			last, at = c, k
		}
		counts[at].pixels++
		which[i] = at
	}
	out := image.NewPaletted(img.Rect, choose(counts, most))
	for i, k := range which {
		out.Pix[i] = counts[k].index
	}
	return out
}

// choose makes a palette for colours and sets their places in it (Note [Palettes]).
func choose(counts []shadeCount, most int) color.Palette {
	for i := range counts {
		counts[i].off = 3 * 255 * 255
	}
	var palette color.Palette
	for len(palette) < most {
		worst, next := 0, -1
		for i := range counts {
			if e := counts[i].off * counts[i].pixels; e > worst {
				worst, next = e, i
			}
		}
		if worst < unseen && len(palette) > 0 {
			break
		}
		c, place := counts[next].colour, uint8(len(palette))
		palette = append(palette, c)
		for i := range counts {
			o := &counts[i]
			r, g, b := int(o.colour.R)-int(c.R), int(o.colour.G)-int(c.G), int(o.colour.B)-int(c.B)
			if d := r*r + g*g + b*b; d < o.off {
				o.off, o.index = d, place
			}
		}
	}
	return palette
}
