package notebook

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"strings"

	"raido/display"
)

//go:embed page.css
var style string

// HTML is the notebook as one page that needs nothing else: no scripts, no network; it follows the reader's choice of
// light or dark. The title is the first heading, or name if there is none. Unless the notebook is trusted, what would run in the page is
// left out of its markdown, and of outputs that this process has not made.
func (nb *Notebook) HTML(name string, trust bool) []byte {
	clean, guard := cleaned, "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'\">\n"
	if trust {
		clean, guard = func(text string) string { return text }, ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+guard+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"+
		"<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", html.EscapeString(nb.title(name)), style)
	for _, c := range nb.Cells {
		switch c.Type {
		case "markdown":
			fmt.Fprintf(&b, "<section class=\"markdown\" id=\"%s\">\n%s</section>\n", html.EscapeString(c.ID), clean(render(c.attached())))
		case "code":
			c.html(&b, clean)
		default:
			fmt.Fprintf(&b, "<section class=\"raw\"><pre>%s</pre></section>\n", html.EscapeString(c.Source))
		}
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	return []byte(b.String())
}

var (
	heading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	marks   = regexp.MustCompile("[*`$]")
)

// title is the first heading of the notebook.
func (nb *Notebook) title(name string) string {
	for _, c := range nb.Cells {
		if m := heading.FindStringSubmatch(c.Source); c.Type == "markdown" && m != nil {
			return marks.ReplaceAllString(m[1], "")
		}
	}
	return name
}

// attached is the source of a markdown cell with its attachments in place of their names.
func (c *Cell) attached() string {
	source := c.Source
	files, _ := c.fields["attachments"].(map[string]any)
	for name, v := range files {
		data, _ := v.(map[string]any)
		for mime, content := range data {
			if s, ok := content.(string); ok {
				source = strings.ReplaceAll(source, "(attachment:"+name+")", "(data:"+mime+";base64,"+strings.Join(strings.Fields(s), "")+")")
			}
		}
	}
	return source
}

func (c *Cell) html(b *strings.Builder, clean func(string) string) {
	if strings.TrimSpace(c.Source) == "" && len(c.Outputs) == 0 {
		return
	}
	fmt.Fprintf(b, "<section class=\"code\" id=\"%s\">\n", html.EscapeString(c.ID))
	count := " "
	if c.Count > 0 {
		count = fmt.Sprint(c.Count)
	}
	fmt.Fprintf(b, "<div class=\"count\">[%s]</div><pre class=\"source\"><code>%s</code></pre>\n", count, highlight(strings.TrimRight(c.Source, "\n")))
	for _, o := range c.Outputs {
		text := o.html()
		if !o.made {
			text = clean(text)
		}
		if text != "" {
			fmt.Fprintf(b, "<div class=\"output\">%s</div>\n", text)
		}
	}
	b.WriteString("</section>\n")
}

// html is the richest form of an output that a page can show.
func (o *Output) html() string {
	switch o.Type {
	case "stream":
		return fmt.Sprintf(`<pre class="%s">%s</pre>`, html.EscapeString(o.Name), ansi(strings.TrimSuffix(o.Text, "\n")))
	case "error":
		text := strings.Join(o.Failure.Traceback, "\n")
		if text == "" {
			text = o.Failure.Name + ": " + o.Failure.Value
		}
		return `<pre class="error-output">` + ansi(text) + `</pre>`
	}
	data := o.Bundle.Data
	if s, ok := data[display.MIMEHTML].(string); ok {
		return s
	}
	if s, ok := data[display.MIMESVG].(string); ok {
		return `<img alt="` + html.EscapeString(o.Bundle.Plain()) + `" src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(s)) + `">`
	}
	for _, mime := range []string{display.MIMEPNG, "image/jpeg", "image/gif"} {
		if s := encoded(data[mime]); s != "" {
			return `<img alt="` + html.EscapeString(o.Bundle.Plain()) + `" src="data:` + mime + `;base64,` + s + `"` + o.size(mime) + `>`
		}
	}
	if s, ok := data["text/markdown"].(string); ok {
		return render(s)
	}
	if s, ok := data[display.MIMELaTeX].(string); ok {
		return render(s)
	}
	if s := o.Bundle.Plain(); s != "" {
		return "<pre>" + ansi(s) + "</pre>"
	}
	return ""
}

// encoded is binary data in base64, as a session gives them or as a file has them.
func encoded(data any) string {
	switch data := data.(type) {
	case []byte:
		return base64.StdEncoding.EncodeToString(data)
	case string:
		return strings.Join(strings.Fields(data), "")
	}
	return ""
}

// size is the size of a picture where its metadata tell it.
func (o *Output) size(mime string) string {
	m, _ := o.Bundle.Metadata[mime].(map[string]any)
	if w, ok := m["width"]; ok {
		return fmt.Sprintf(` width="%v"`, w)
	}
	return ""
}
