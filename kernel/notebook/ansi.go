package notebook

import (
	"regexp"
	"strings"
	"sync"

	terminal "github.com/buildkite/terminal-to-html/v3"
	"github.com/microcosm-cc/bluemonday"

	"raido/lang/diag"
)

// The terminal on which a text is shown: a line that is written anew may have that many columns, and a text may go back by that many lines.
const (
	columns = 1 << 12
	rows    = 1 << 10
)

// ansi makes HTML of a text for a terminal, with its colours as classes. Nothing else comes out: what asks a terminal for links and images
// is left out.
func ansi(text string) string {
	screen, err := terminal.NewScreen(terminal.WithSize(columns, rows))
	if err != nil {
		diag.Bugf("ansi: %v", err)
	}
	screen.Write([]byte(text))
	out := screen.AsHTMLWithTimestamps(false)
	return coloured().Sanitize(strings.ReplaceAll(out, "&nbsp;", "")) // it stands in empty lines
}

// coloured lets through what has a colour, or a style.
var coloured = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^term-[a-z0-9]+( term-[a-z0-9]+)*$`)).OnElements("span")
	return p
})

// escape matches the terminal's control sequences.
var escape = regexp.MustCompile(`\x1b\[([0-9;]*)([A-Za-z])`)

// Plain is a text without the terminal's colours.
func Plain(text string) string { return escape.ReplaceAllString(text, "") }
