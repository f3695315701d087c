package plot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Note [Palettes]. A chart has a few colours, those of a scale, and hundreds that smoothed edges make of them. It is stored with
// a palette: a third of the bytes, written faster. The palette grows by the colour that would be farthest off without it,
// in squares of differences over all its pixels, until what is left would not be seen. Colours that agree in their upper six
// bits count as one, that of most of their pixels: there may be tens of thousands.

const unseen = 1000 // as of ten pixels that are off by 10 of 255

// shadeCount is a colour of an image, for all that agree with it in their upper bits.
type shadeCount struct {
	colour        color.RGBA
	index         uint8 // of the nearest colour in the palette
	off           int32 // the squared distance of that
	pixels, votes int32 // votes are the pixels of this colour less the others, while it is in the lead
}

// count counts a pixel.
func (s *shadeCount) count(c color.RGBA) {
	s.pixels++
	switch {
	case c == s.colour:
		s.votes++
	case s.votes > 0:
		s.votes--
	default:
		s.colour = c
	}
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
	places := make([]int32, 1<<18) // by the upper bits: one more than the place in counts
	which := make([]int32, len(img.Pix)/4)
	for i := range which {
		p := img.Pix[4*i : 4*i+4 : 4*i+4]
		c := color.RGBA{p[0], p[1], p[2], p[3]}
		at := &places[int(c.R)>>2<<12|int(c.G)>>2<<6|int(c.B)>>2]
		if *at == 0 {
			counts = append(counts, shadeCount{colour: c})
			*at = int32(len(counts))
		}
		which[i] = *at - 1
		counts[*at-1].count(c)
	}
	out := image.NewPaletted(img.Rect, choose(counts, most))
	for i, k := range which {
		out.Pix[i] = counts[k].index
	}
	return out
}

// choose makes a palette for colours and sets their places in it (Note [Palettes]).
func choose(counts []shadeCount, most int) color.Palette {
	var palette color.Palette
	next := 0 // the first colour is the ground
	for i := range counts {
		counts[i].off = 3 * 255 * 255
	}
	for len(palette) < most && next >= 0 {
		c, place := counts[next].colour, uint8(len(palette))
		palette = append(palette, c)
		worst := int64(unseen)
		next = -1
		for i := range counts {
			o := &counts[i]
			r, g, b := int32(o.colour.R)-int32(c.R), int32(o.colour.G)-int32(c.G), int32(o.colour.B)-int32(c.B)
			if d := r*r + g*g + b*b; d < o.off {
				o.off, o.index = d, place
			}
			if e := int64(o.off) * int64(o.pixels); e > worst {
				worst, next = e, i
			}
		}
	}
	return palette
}
