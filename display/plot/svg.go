package plot

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// tidy makes the SVG fit for a notebook: no XML header, a title, fonts that every browser has (Liberation
// Sans has Arial's widths), images that stay crisp and name their type, and what all texts have in common said once.
func tidy(svg, text string) string {
	if i := strings.Index(svg, "<svg"); i > 0 {
		svg = svg[i:]
	}
	head, body, _ := strings.Cut(svg, ">\n")
	head += ` role="img" font-family="Liberation Sans,Arial,Helvetica,sans-serif">` + "\n<title>" + html.EscapeString(text) + "</title>\n"
	body = strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal;", "",
		"font-weight:normal;font-style:normal;", "",
		"data:image/jpg;", "data:image/png;",
		"<image ", `<image preserveAspectRatio="none" style="image-rendering:pixelated" `,
		"\n\tstyle=", " style=", "scale(1, -1)", "scale(1,-1)", `" />`, `"/>`,
	).Replace(body)
	return head + disc.ReplaceAllStringFunc(body, circle)
}

// disc is a dot as the canvas writes it, of two arcs from its right end.
var disc = regexp.MustCompile(`<path d="M([0-9.]+),([0-9.]+)A([0-9.]+),[0-9.]+ 0 1 1 [0-9.]+,[0-9.]+A[^"A]+Z" style="fill:(#[0-9A-F]{6})"/>`)

// circle writes a disc in half the bytes.
func circle(path string) string {
	m := disc.FindStringSubmatch(path)
	x, _ := strconv.ParseFloat(m[1], 64) // digits and a point
	r, _ := strconv.ParseFloat(m[3], 64)
	return fmt.Sprintf(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, strconv.FormatFloat(math.Round((x-r)*100)/100, 'f', -1, 64), m[2], m[3], m[4])
}
