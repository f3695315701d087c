package plot

import (
	"image/color"
	"math"
)

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

var (
	paper  = rgb(0xffffff)
	ink    = rgb(0x222222)
	soft   = rgb(0x5c5c5c) // labels
	hair   = rgb(0xe4e4e4) // grid
	axis   = rgb(0x8a8a8a)
	absent = rgb(0xb9b9b9) // NaN in a heatmap
	odd    = rgb(0xa3337d) // what is not finite, elsewhere
)

// wheel is the palette of Okabe and Ito, made for colour-blind readers, without its yellow, which is too
// pale on white.
var wheel = []color.NRGBA{
	rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9), rgb(0x4d4d4d),
}

func colourOf(i int) color.NRGBA { return wheel[i%len(wheel)] }

// anchors of the diverging scale: blue below zero, white at zero, orange above; blue and orange stay
// apart for every kind of colour blindness.
var anchors = []color.NRGBA{
	rgb(0x08306b), rgb(0x1f63a8), rgb(0x4b93c9), rgb(0x9ac6e2), rgb(0xd8e8f3), rgb(0xf8f8f8),
	rgb(0xfde3c4), rgb(0xfbb26a), rgb(0xe87f1e), rgb(0xb65107), rgb(0x6f2d05),
}

// diverging is the colour of t in [-1, 1]. Here and in mix, conversions of products keep the compiler from adding to them without rounding, as it
// may on some processors: colours are the same on all.
func diverging(t float64) color.NRGBA {
	x := float64((math.Max(-1, math.Min(1, t)) + 1) / 2 * float64(len(anchors)-1))
	i := min(int(x), len(anchors)-2)
	f := x - float64(i)
	return mix(anchors[i], anchors[i+1], f)
}

// mix is the colour at f in [0, 1] on the way from a to b.
func mix(a, b color.NRGBA, f float64) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(float64(a)*(1-f)) + float64(float64(b)*f))) }
	return color.NRGBA{R: part(a.R, b.R), G: part(a.G, b.G), B: part(a.B, b.B), A: 255}
}

// inkOn is the colour of text that reads on c.
func inkOn(c color.NRGBA) color.NRGBA {
	if 0.299*float64(c.R)+0.587*float64(c.G)+0.114*float64(c.B) < 140 {
		return paper
	}
	return ink
}
