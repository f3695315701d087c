package notebook

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown makes HTML of markdown cells: GitHub's dialect with formulas, and Futhark in colours. HTML in it stays;
// cleaned looks at the result.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithInlineParsers(util.Prioritized(mathParser{}, 90))),
	goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(ownNodes{}, 90))),
)

// render makes HTML of a markdown text.
func render(source string) string {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(displayMath(source)), &b); err != nil {
		return "<pre>" + source + "</pre>" // a writer in memory does not fail
	}
	return b.String()
}

// fence matches what displayMath leaves alone, and formulas of several lines.
var fence = regexp.MustCompile("(?s)```.*?```|~~~.*?~~~|\\$\\$.*?\\$\\$")

// displayMath puts formulas between $$ on one line, so that nothing in them looks like markdown's blocks.
func displayMath(source string) string {
	return fence.ReplaceAllStringFunc(source, func(s string) string {
		if strings.HasPrefix(s, "$$") {
			return strings.Join(strings.Fields(s), " ")
		}
		return s
	})
}

// formula is a formula between $ or $$.
type formula struct {
	ast.BaseInline
	tex     string
	display bool
}

var kindFormula = ast.NewNodeKind("Formula")

// Kind implements ast.Node.
func (*formula) Kind() ast.NodeKind { return kindFormula }

// Dump implements ast.Node.
func (f *formula) Dump(source []byte, level int) {
	ast.DumpHelper(f, source, level, map[string]string{"tex": f.tex}, nil)
}

// mathParser finds formulas: $...$ that neither begins nor ends with a space and that no digit follows, as in
// pandoc, and $$...$$.
type mathParser struct{}

var (
	inlineMath  = regexp.MustCompile(`^\$((?:\\.|[^$\\])+)\$`)
	displayedly = regexp.MustCompile(`^\$\$((?:\\.|[^$\\])+)\$\$`)
)

// Trigger implements parser.InlineParser.
func (mathParser) Trigger() []byte { return []byte{'$'} }

// Parse implements parser.InlineParser.
func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if m := displayedly.FindSubmatch(line); m != nil {
		block.Advance(len(m[0]))
		return &formula{tex: string(m[1]), display: true}
	}
	m := inlineMath.FindSubmatch(line)
	if m == nil {
		return nil
	}
	tex, after := m[1], line[len(m[0]):]
	if tex[0] == ' ' || tex[len(tex)-1] == ' ' || len(after) > 0 && after[0] >= '0' && after[0] <= '9' {
		return nil
	}
	block.Advance(len(m[0]))
	return &formula{tex: string(tex)}
}

// ownNodes renders formulas and blocks of code.
type ownNodes struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (ownNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindFormula, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f := n.(*formula); entering {
			_, err := w.WriteString(mathML(f.tex, f.display))
			return ast.WalkContinue, err
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		code := string(n.Lines().Value(source))
		if lang := string(n.(*ast.FencedCodeBlock).Language(source)); lang == "futhark" || lang == "fut" {
			code = highlight(code)
		} else {
			code = string(util.EscapeHTML([]byte(code)))
		}
		_, err := w.WriteString(`<pre><code>` + code + "</code></pre>\n")
		return ast.WalkSkipChildren, err
	})
}
