package notebook

import (
	"html"
	"regexp"
	"strings"
)

// escape matches the terminal's control sequences.
var escape = regexp.MustCompile(`\x1b\[([0-9;]*)([A-Za-z])`)

// ansi makes HTML of a text with the terminal's colours. A carriage return overwrites its line, as terminals do.
func ansi(text string) string {
	text = overwritten(text)
	var b strings.Builder
	open := false
	at := 0
	for _, m := range escape.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(html.EscapeString(text[at:m[0]]))
		at = m[1]
		if text[m[4]:m[5]] != "m" {
			continue
		}
		if open {
			b.WriteString("</span>")
		}
		class := classes(text[m[2]:m[3]])
		if open = class != ""; open {
			b.WriteString(`<span class="` + class + `">`)
		}
	}
	b.WriteString(html.EscapeString(text[at:]))
	if open {
		b.WriteString("</span>")
	}
	return b.String()
}

// classes are the CSS classes for the parameters of a colour sequence; none for the plain style.
func classes(params string) string {
	var out []string
	for _, p := range strings.Split(params, ";") {
		switch {
		case p == "1":
			out = append(out, "bold")
		case p == "2":
			out = append(out, "dim")
		case p == "3":
			out = append(out, "italic")
		case p == "4":
			out = append(out, "underline")
		case len(p) == 2 && (p[0] == '3' || p[0] == '9') && p[1] >= '0' && p[1] <= '7':
			out = append(out, "c"+p[1:])
		}
	}
	return strings.Join(out, " ")
}

// overwritten keeps of each line what comes after its last carriage return.
func overwritten(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if !strings.Contains(text, "\r") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		l = strings.TrimRight(l, "\r")
		lines[i] = l[strings.LastIndexByte(l, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}

// Plain is a text without the terminal's colours.
func Plain(text string) string { return escape.ReplaceAllString(text, "") }
