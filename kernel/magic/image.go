package magic

import (
	"fmt"
	"strconv"

	"raido/display"
	"raido/display/plot"
	"raido/kernel/files"
)

// magicHist is %hist E.
func magicHist(c *Call) (display.Bundle, error) {
	opts, at, err := c.around(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	bins := 0
	if text := opts.text("bins"); text != "" {
		if bins, err = strconv.Atoi(text); err != nil || bins < 1 || bins > plot.MaxBins {
			return display.Bundle{}, usage(opts["bins"], "--bins takes a number from 1 to %d", plot.MaxBins)
		}
	}
	v, err := c.evaluate(at)
	if err != nil {
		return display.Bundle{}, err
	}
	data, shape, ok := numbers(v.Val)
	if !ok || len(shape) == 0 {
		return display.Bundle{}, usage(at, "%%hist counts the numbers of an array; this is %s", v.Type)
	}
	l := plot.Labels{Title: opts.text("title"), X: opts.text("xlabel"), Y: opts.text("ylabel")}
	pic, err := c.Pictures().Drawn(func() (plot.Picture, error) { return plot.Histogram(l, data, bins) }, "hist", l, data, bins)
	if err != nil {
		return display.Bundle{}, usage(at, "%v", err)
	}
	c.picture(pic, pic.Text)
	return display.Bundle{}, nil
}

// Sizes of pictures of images, in pixels: small ones are scaled up to about shownImage, large ones thinned to mostImage.
const (
	shownImage = 320
	mostImage  = 1600
)

// magicImage is %image E.
func magicImage(c *Call) (display.Bundle, error) {
	v, err := c.evaluate(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	img, note, err := files.Image(v.Val)
	if err != nil {
		return display.Bundle{}, usage(c.Args, "%v; this is %s", err, v.Type)
	}
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	text := fmt.Sprintf("image of %d x %d pixels", w, h)
	if note != "" {
		text += "; " + note
	}
	if side := (max(w, h) + mostImage - 1) / mostImage; side > 1 {
		img = files.Thin(img, side)
		text += fmt.Sprintf("; each %d-th pixel is shown", side)
	}
	img = files.Scale(img, min(16, shownImage/max(w, h)))
	png, err := files.EncodePNG(img)
	if err != nil {
		return display.Bundle{}, usage(c.Args, "%v", err)
	}
	if !c.Silent() {
		c.Display(display.Text(text).With(display.MIMEPNG, png))
	}
	return display.Bundle{}, nil
}
