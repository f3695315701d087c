package plot

import (
	"image"
	"image/color"
	"math"
	"math/rand"
	"testing"
)

// TestPalette: colours that fill places are kept exactly, also where there are thousands of others, and no colour comes out far off.
func TestPalette(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	img := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for i := range 300 * 200 {
		c := color.RGBA{uint8(r.Intn(256)), uint8(r.Intn(256)), 200, 255} // an edge, once
		switch {
		case i < 30000:
			c = color.RGBA{255, 255, 255, 255}
		case i < 50000:
			c = color.RGBA{uint8(i % 100), 30, 20, 255}
		case i < 59500:
			c = color.RGBA{34, 34, 34, 255}
		}
		img.SetRGBA(i%300, i/300, c)
	}
	out := paletted(img, 256)
	if n := len(out.Palette); n < 2 || n > 256 {
		t.Fatalf("%d colours", n)
	}
	for i := range 300 * 200 {
		want := img.RGBAAt(i%300, i/300)
		got := color.RGBAModel.Convert(out.At(i%300, i/300)).(color.RGBA)
		d := math.Abs(float64(got.R)-float64(want.R)) + math.Abs(float64(got.G)-float64(want.G)) + math.Abs(float64(got.B)-float64(want.B))
		if i < 30000 && d > 0 || i < 59500 && d > 6 || d > 90 {
			t.Fatalf("pixel %d is %v, want %v", i, got, want)
		}
	}
	if one := paletted(image.NewRGBA(image.Rect(0, 0, 2, 2)), 256); len(one.Palette) != 1 {
		t.Errorf("an image of one colour has %d", len(one.Palette))
	}
}
