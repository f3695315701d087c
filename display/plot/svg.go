package plot

import (
	"html"
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
	return head + body
}
