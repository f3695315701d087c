package display

import (
	"fmt"
	"html"
	"strings"
)

// MIME types that bundles use.
const (
	MIMEText  = "text/plain"
	MIMEHTML  = "text/html"
	MIMELaTeX = "text/latex"
	MIMESVG   = "image/svg+xml"
	MIMEPNG   = "image/png"
	MIMEJSON  = "application/json"
)

// Bundle is one thing to show, in several representations; a front end picks the richest that it knows.
//
// Data maps a MIME type to a string (text types, SVG), to []byte (binary types, which JSON carries in
// base64) or, for JSON types, to anything that encoding/json takes. Metadata belongs to the front end.
// The zero Bundle shows nothing.
type Bundle struct {
	Data     map[string]any
	Metadata map[string]any
}

// Text makes a bundle of plain text alone.
func Text(s string) Bundle { return Bundle{Data: map[string]any{MIMEText: s}} }

// Empty reports whether the bundle shows nothing.
func (b Bundle) Empty() bool { return len(b.Data) == 0 }

// With is a copy of the bundle with one more representation, or another one for that MIME type.
func (b Bundle) With(mime string, data any) Bundle {
	out := Bundle{Data: make(map[string]any, len(b.Data)+1), Metadata: b.Metadata}
	for k, v := range b.Data {
		out.Data[k] = v
	}
	out.Data[mime] = data
	return out
}

// Plain is the plain text of the bundle, empty if it has none.
func (b Bundle) Plain() string {
	s, _ := b.Data[MIMEText].(string)
	return s
}

// HTML is the page of the bundle, empty if it has none.
func (b Bundle) HTML() string {
	s, _ := b.Data[MIMEHTML].(string)
	return s
}

// Picture makes a bundle of a drawn chart: SVG, PNG for front ends that take no SVG, and what it shows as
// text. Width and height are in CSS pixels; the PNG may be finer. The HTML holds the SVG as an image: nbconvert 6.5 washes
// the drawing out of inline SVG, and of two inline pictures one could change the other's style.
func Picture(text, alt, svg string, png []byte, width, height int) Bundle {
	page := fmt.Sprintf(`<img width="%d" height="%d" alt="%s" src='data:image/svg+xml,%s'>`, width, height, html.EscapeString(alt), inURL.Replace(svg))
	return Bundle{
		Data:     map[string]any{MIMEText: text, MIMEHTML: page, MIMESVG: svg, MIMEPNG: png},
		Metadata: map[string]any{MIMEPNG: map[string]any{"width": width, "height": height}},
	}
}

// inURL writes an SVG so that it can stand in a URL between single quotes. Base64 would take a fifth more.
var inURL = strings.NewReplacer("%", "%25", "#", "%23", "<", "%3C", ">", "%3E", "'", "%27", "&", "%26", "\n", "%0A", "\t", " ")
