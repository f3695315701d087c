package plot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// Note [Palettes]. A chart has a few colours, those of a scale, and hundreds that smoothed edges make of them. It is stored with
// a palette: a third of the bytes, written faster. Of the colours, the palette has those that fill places of their own, and
// the most frequent others until it has edgeColours; what is left is seen at edges alone and takes the nearest.

const (
	edgeColours = 64
	ownPlace    = 200 // pixels
)

// shadeCount is a colour of an image.
type shadeCount struct {
	colour color.RGBA
	pixels int
	index  uint8 // in the palette
}

// encode stores an image as PNG (Note [Palettes]).
func encode(img *image.RGBA) ([]byte, error) {
	out := paletted(img)
	var b bytes.Buffer
	err := png.Encode(&b, out)
	return b.Bytes(), err
}

// paletted is the image with a palette.
func paletted(img *image.RGBA) *image.Paletted {
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
	out := image.NewPaletted(img.Rect, choose(counts))
	for i, k := range which {
		out.Pix[i] = counts[k].index
	}
	return out
}

// choose makes a palette for colours and sets their places in it.
func choose(counts []shadeCount) color.Palette {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b].pixels - counts[a].pixels })
	var palette color.Palette
	var own []color.RGBA
	for _, k := range order {
		c := &counts[k]
		if n := len(own); n < 256 && (n < edgeColours || c.pixels >= ownPlace) {
			c.index = uint8(n)
			own, palette = append(own, c.colour), append(palette, c.colour)
			continue
		}
		c.index = nearest(own, c.colour)
	}
	return palette
}

// nearest is the place of the colour that is nearest to c.
func nearest(own []color.RGBA, c color.RGBA) uint8 {
	best, place := 1<<30, 0
	for i, o := range own {
		r, g, b := int(o.R)-int(c.R), int(o.G)-int(c.G), int(o.B)-int(c.B)
		if d := r*r + g*g + b*b; d < best {
			best, place = d, i
		}
	}
	return uint8(place)
}
