package files

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// Images as Futhark has them: [][]u32 (or i32) of ARGB, [][][3]u8 of red, green and blue, [][]u8 of grey, [][]f32 and f64 of
// grey from 0 to 1, [][]bool of black and white.

// maxInflate is by how much the compression of PNG can shrink at most.
const maxInflate = 1032

func readPNG(data []byte, as *Type) (value.Value, error) {
	conf, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if float64(conf.Width)*float64(conf.Height) > 8*maxInflate*float64(len(data)) { // a pixel has a bit at least
		return nil, fmt.Errorf("its header says %d x %d pixels, which its %d bytes cannot hold", conf.Width, conf.Height, len(data))
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	w, h := int64(img.Bounds().Dx()), int64(img.Bounds().Dy())
	elem, rank := prim.U32, 2
	if as != nil {
		elem, rank = as.Elem, as.Rank
	}
	var out *value.Array
	var put func(at int64, c color.Color)
	switch {
	case elem == prim.U32 && rank != 3 || elem == prim.I32 && rank != 3:
		out = value.NewArray(elem, h, w)
		put = func(at int64, c color.Color) {
			p := color.NRGBAModel.Convert(c).(color.NRGBA)
			set(out, at, prim.Int(elem, int64(p.A)<<24|int64(p.R)<<16|int64(p.G)<<8|int64(p.B)))
		}
	case elem == prim.U8 && rank != 2:
		out = value.NewArray(elem, h, w, 3)
		put = func(at int64, c color.Color) {
			p := color.NRGBAModel.Convert(c).(color.NRGBA)
			copy(out.Data[3*at:], []byte{p.R, p.G, p.B})
		}
	case elem == prim.U8:
		out = value.NewArray(elem, h, w)
		put = func(at int64, c color.Color) { out.Data[at] = color.GrayModel.Convert(c).(color.Gray).Y }
	case elem.IsFloat() && rank != 3:
		out = value.NewArray(elem, h, w)
		put = func(at int64, c color.Color) {
			set(out, at, prim.Float(elem, float64(color.Gray16Model.Convert(c).(color.Gray16).Y)/math.MaxUint16))
		}
	default:
		return nil, fmt.Errorf("an image is read as [][]u32, [][][3]u8, [][]u8, [][]f32 or [][]f64, and not as %s", as.text)
	}
	at := int64(0)
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		diag.Poll()
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			put(at, img.At(x, y))
			at++
		}
	}
	return out, nil
}

func writePNG(v value.Value) ([]byte, error) {
	img, _, err := Image(v)
	if err != nil {
		return nil, err
	}
	return EncodePNG(img)
}

// EncodePNG is an image as a file.
func EncodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

var errNoImage = errors.New("an image is a matrix that is not empty, [][]u32 (ARGB), u8, f32, f64 or bool (grey), or [][][3]u8 (colours)")

// Image is a value as an image, with a note on what was done to the numbers, if something was: floats that do not all lie in
// 0 to 1 are spread over their range; where no pixel of ARGB is opaque in the least, all are taken as opaque.
func Image(v value.Value) (img image.Image, note string, err error) {
	a, ok := v.(*value.Array)
	if !ok || a.Size() == 0 {
		return nil, "", errNoImage
	}
	if len(a.Shape) == 3 && a.Shape[2] == 3 && a.Elem == prim.U8 {
		return colours(a), "", nil
	}
	if len(a.Shape) != 2 {
		return nil, "", errNoImage
	}
	h, w := int(a.Shape[0]), int(a.Shape[1])
	switch {
	case a.Elem == prim.U32 || a.Elem == prim.I32:
		return argb(a), "", nil
	case a.Elem == prim.U8:
		return &image.Gray{Pix: a.Data, Stride: w, Rect: image.Rect(0, 0, w, h)}, "", nil
	case a.Elem == prim.Bool:
		out := image.NewGray(image.Rect(0, 0, w, h))
		for i, b := range a.Data {
			out.Pix[i] = 255 * b
		}
		return out, "", nil
	case a.Elem.IsFloat():
		img, note = greys(a)
		return img, note, nil
	}
	return nil, "", errNoImage
}

func colours(a *value.Array) image.Image {
	out := image.NewNRGBA(image.Rect(0, 0, int(a.Shape[1]), int(a.Shape[0])))
	for i := range len(a.Data) / 3 {
		copy(out.Pix[4*i:], a.Data[3*i:3*i+3])
		out.Pix[4*i+3] = 255
	}
	return out
}

func argb(a *value.Array) image.Image {
	out := image.NewNRGBA(image.Rect(0, 0, int(a.Shape[1]), int(a.Shape[0])))
	opaque := byte(0xff)
	for _, p := range value.Of[uint32](a) {
		if p>>24 != 0 {
			opaque = 0
			break
		}
	}
	for i, p := range value.Of[uint32](a) {
		copy(out.Pix[4*i:], []byte{byte(p >> 16), byte(p >> 8), byte(p), byte(p>>24) | opaque})
	}
	return out
}

// greys takes floats; NaN is black, and what is beyond the range its end.
func greys(a *value.Array) (image.Image, string) {
	lo, hi := 0.0, 1.0
	nan := 0
	for i := range a.Size() {
		switch f := a.At(i).Float64(); {
		case math.IsNaN(f):
			nan++
		case !math.IsInf(f, 0):
			lo, hi = min(lo, f), max(hi, f)
		}
	}
	note := ""
	if lo < 0 || hi > 1 {
		lo, hi = math.Inf(1), math.Inf(-1)
		for i := range a.Size() {
			if f := a.At(i).Float64(); !math.IsNaN(f) && !math.IsInf(f, 0) {
				lo, hi = min(lo, f), max(hi, f)
			}
		}
		note = fmt.Sprintf("black is %.6g, white is %.6g", lo, hi)
	}
	if nan > 0 {
		if note != "" {
			note += "; "
		}
		note += fmt.Sprintf("%d NaN, black", nan)
	}
	out := image.NewGray16(image.Rect(0, 0, int(a.Shape[1]), int(a.Shape[0])))
	for i := range a.Size() {
		f := a.At(i).Float64()
		t := (f/2 - lo/2) / (hi/2 - lo/2) // halves: the range may be too large for a float
		if math.IsNaN(t) {
			t = 0
			if f == hi {
				t = 1
			}
		}
		y := uint16(math.Round(math.MaxUint16 * min(max(t, 0), 1)))
		out.Pix[2*i], out.Pix[2*i+1] = byte(y>>8), byte(y)
	}
	return out, note
}

// Scale makes an image larger, each pixel a square of that side.
func Scale(img image.Image, side int) image.Image {
	if side <= 1 {
		return img
	}
	b := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, b.Dx()*side, b.Dy()*side))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(b.Min.X+x/side, b.Min.Y+y/side))
		}
	}
	return out
}

// Thin makes an image smaller, of each square of that side one pixel.
func Thin(img image.Image, side int) image.Image {
	if side <= 1 {
		return img
	}
	b := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, (b.Dx()+side-1)/side, (b.Dy()+side-1)/side))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(b.Min.X+x*side, b.Min.Y+y*side))
		}
	}
	return out
}
