package notebook

import (
	"net/url"
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// cleaned is HTML without what runs, loads or sends: scripts, event handlers, frames, forms, styles that leave their place. What
// markdown, formulas and Raido's own outputs consist of stays.
func cleaned(text string) string { return policy().Sanitize(text) }

var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.AllowAttrs("class", "id", "role", "title", "lang", "dir").Globally()
	p.AllowStyles("color", "background-color", "width", "max-width", "height", "margin", "margin-left", "margin-right", "padding",
		"text-align", "vertical-align", "font-weight", "font-style", "font-family", "white-space", "border", "border-collapse", "display").Globally()
	p.AllowURLSchemeWithCustomPolicy("data", func(u *url.URL) bool { return picture.MatchString(u.Opaque) })
	p.AllowAttrs("type").Matching(regexp.MustCompile("^checkbox$")).OnElements("input") // of lists of tasks
	p.AllowAttrs("checked", "disabled").OnElements("input")
	p.AllowNoAttrs().OnElements("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "mfrac", "msqrt", "mroot", "mstyle", "merror", "mpadded", "mphantom",
		"msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mtable", "mtr", "mtd", "semantics", "annotation")
	p.AllowAttrs("display", "displaystyle", "mathvariant", "stretchy", "form", "fence", "separator", "accent", "accentunder", "lspace", "rspace", "width", "height",
		"depth", "minsize", "maxsize", "linethickness", "columnalign", "rowalign", "columnspacing", "rowspacing", "movablelimits", "largeop", "symmetric",
		"scriptlevel", "xmlns", "encoding").OnElements("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "mstyle", "mpadded", "munder", "mover", "munderover",
		"mtable", "mtr", "mtd", "annotation")
	return p
})

// picture is what an image may hold: where an SVG stands as an image, nothing in it runs.
var picture = regexp.MustCompile(`^image/(png|jpeg|gif|webp|svg\+xml);base64,`)
