package notebook

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"raido/display"
)

func TestHighlight(t *testing.T) {
	for code, want := range map[string]string{
		"def f (x: f64) = x < 1 -- c": `<span class="keyword">def</span> f (x<span class="operator">:</span> <span class="type">f64</span>) ` +
			`<span class="operator">=</span> x <span class="operator">&lt;</span> <span class="number">1</span> <span class="comment">-- c</span>`,
		"%plot --line xs\n  --label a b\nx": `<span class="magic">%plot</span><span class="attribute"> --line</span> xs` +
			"\n <span class=\"attribute\"> --label</span> a b\nx",
		"!ls <x>":      `<span class="magic">!ls &lt;x&gt;</span>`,
		"\"a\n%time 1": "<span class=\"error\">&#34;a</span>\n<span class=\"magic\">%time</span> <span class=\"number\">1</span>",
	} {
		if got := highlight(code); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", code, got, want)
		}
	}
}

func TestAnsi(t *testing.T) {
	for text, want := range map[string]string{
		"a<b":                               "a&lt;b",
		"\x1b[1;31mE\x1b[0m: x":             `<span class="term-fg31 term-fg1">E</span>: x`,
		"\x1b[34ma\x1b[32mb":                `<span class="term-fg34">a</span><span class="term-fg32">b</span>`,
		"a\n\n &nbsp;b":                     "a\n\n &amp;nbsp;b",
		strings.Repeat("x", 500):            strings.Repeat("x", 500),
		"\x1b]1338;url='http://a/b.png'\ax": "\nx",
		"\x1b]8;;http://a\al\x1b]8;;\a":     "l",
		"\x1b_bk;t=1234\az":                 "z",
		"\x1b[2Kx\x1b[0m":                   "x",
		"10 %\r20 %\r\ndone\r":              "20 %\ndone",
		"\x1b[38;5;9mno such colour\x1b[0m": `<span class="term-fgx9">no such colour</span>`,
	} {
		if got := ansi(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestMarkdown(t *testing.T) {
	for source, want := range map[string]string{
		"# A *b*":                      "<h1 id=\"a-b\">A <em>b</em></h1>\n",
		"costs $5 and $6":              "<p>costs $5 and $6</p>\n",
		"`$x$`":                        "<p><code>$x$</code></p>\n",
		"$a_b*c*$":                     `<p><math><mrow><msub><mi>a</mi><mi>b</mi></msub><mo>*</mo><mi>c</mi><mo>*</mo></mrow></math></p>` + "\n",
		"$$\nx\n= 1\n$$":               `<p><math display="block"><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow></math></p>` + "\n",
		"```futhark\nlet x = $1$\n```": "<pre><code><span class=\"keyword\">let</span> x <span class=\"operator\">=</span> <span class=\"error\">$</span>",
		"```\n<$$\n$$>\n```":           "<pre><code>&lt;$$\n$$&gt;\n</code></pre>\n",
	} {
		if got := render(source); !strings.HasPrefix(got, want) {
			t.Errorf("%q:\n%s\nwant\n%s", source, got, want)
		}
	}
}

func TestMathML(t *testing.T) {
	for tex, want := range map[string]string{
		`\frac{1}{2}`:        `<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>`,
		`\frac12^10`:         `<msup><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>1</mn></msup><mn>0</mn>`,
		`\underbrace{x}_a`:   `<munder><munder><mrow><mi>x</mi></mrow><mo stretchy="true">⏟</mo></munder><mi>a</mi></munder>`,
		`e^{-b_2 x}`:         `<msup><mi>e</mi><mrow><mo>−</mo><msub><mi>b</mi><mn>2</mn></msub><mi>x</mi></mrow></msup>`,
		`\sum_{i=1}^n x_i^2`: `<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>`,
		`f''(x)`:             `<msup><mi>f</mi><mrow><mo>′</mo><mo>′</mo></mrow></msup><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo>`,
		`\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}`: `<mrow><mo fence="true">[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>` +
			`<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo fence="true">]</mo></mrow>`,
		`\left( \alpha \right.`: `<mrow><mo fence="true">(</mo><mi>α</mi><mo fence="true"></mo></mrow>`,
		`\log x \implies`:       `<mi>log</mi><mspace width="0.17em"/><mi>x</mi><mo>⟹</mo>`,
		`\nonsense<`:            `<mtext>\nonsense</mtext><mo>&lt;</mo>`,
		`\bar x \mathrm{d}x`:    `<mover accent="true"><mi>x</mi><mo>¯</mo></mover><mi mathvariant="normal">d</mi><mi>x</mi>`,
	} {
		if got := mathML(tex, false); got != `<math><mrow>`+want+`</mrow></math>` {
			t.Errorf("%s:\n%s\nwant\n%s", tex, got, want)
		}
	}
}

// FuzzMathML: whatever a formula is, it ends and makes no script.
func FuzzMathML(f *testing.F) {
	for _, s := range []string{`\frac{1}{2}`, `x_{i}^2`, `\begin{bmatrix} a & b \\ \end{bmatrix}`, `\left( x \right)`, `\mathbb R`, `\sqrt[3]{x}`,
		`\`, `{`, `}`, `x_`, `x^`, `\frac`, `\left`, `\left(`, `\right`, `\begin`, `\begin{bmatrix}`, `\begin{bmatrix} &`, `\end{x}`, `\text{`,
		`\sqrt`, `a & b \\ c`, strings.Repeat("{", 1000), strings.Repeat(`\left(`, 1000), strings.Repeat(`\begin{x}`, 1000), `x_a_b^c^d`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		if s := mathML(tex, true); strings.Contains(s, "<script") {
			t.Errorf("%q: %s", tex, s)
		}
	})
}

func TestPage(t *testing.T) {
	nb := file("print <a>", "value b", "fail c")
	if err := nb.Execute(context.Background(), toy{}, Options{AllowErrors: true}); err != nil {
		t.Fatal(err)
	}
	nb.Cells = append([]*Cell{{Type: "markdown", ID: "m", Source: "# The *title*\n![x](attachment:x.png)",
		fields: map[string]any{"attachments": map[string]any{"x.png": map[string]any{"image/png": "QQ=="}}}}}, nb.Cells...)
	nb.Cells = append(nb.Cells, &Cell{Type: "code", Outputs: []*Output{
		{Type: "display_data", made: true, Bundle: display.Bundle{Data: map[string]any{display.MIMEHTML: "<i>h</i>", display.MIMEText: "plain"}}},
		{Type: "display_data", made: true, Bundle: display.Bundle{Data: map[string]any{display.MIMESVG: "<svg/>", display.MIMEText: "a \"b\""}}},
		{Type: "display_data", made: true, Bundle: display.Bundle{Data: map[string]any{display.MIMELaTeX: "$x$", display.MIMEText: "x"}}}}})
	page := string(nb.HTML("name", false))
	for _, want := range []string{"<title>The title</title>", "data:image/png;base64,QQ==", "&lt;a&gt;", "data:image/png;base64,Yg==", `<span class="term-fg31 term-fg1">TypeError</span>`,
		"<i>h</i>", `alt="a &#34;b&#34;" src="data:image/svg+xml;base64,PHN2Zy8&#43;"`, "<math><mrow><mi>x</mi>", "prefers-color-scheme: dark"} {
		if !strings.Contains(page, want) && !strings.Contains(page, strings.ReplaceAll(want, "&#43;", "+")) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "plain") {
		t.Error("scripts, or the poorer form of an output")
	}
}

// TestPagesAreClean: nothing in a page runs, whatever the notebook's file brings; what Raido makes stays.
func TestPagesAreClean(t *testing.T) {
	evil := []string{
		"<script>alert(1)</script>", `<img src="x" onerror="alert(1)">`, `<a href="javascript:alert(1)">a</a>`, `[a](javascript:alert(1))`,
		`<iframe src="https://example.com"></iframe>`, `<svg onload="alert(1)"><script>alert(1)</script></svg>`, `<math><mtext><script>alert(1)</script></mtext></math>`,
		`<form action="https://example.com"><input name="a"></form>`, `<object data="x"></object>`, `<style>body { display: none }</style>`,
		`<p style="position: fixed; background: url(https://example.com)">p</p>`, `<meta http-equiv="refresh" content="0;url=https://example.com">`,
		`<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>`, `<base href="https://example.com">`, `<img src="data:text/html,x">`, "<scr<script>ipt>alert(1)</script>",
		`<details open ontoggle=alert(1)>d</details>`, "![a](x\" onerror=alert(1) \")",
	}
	running := regexp.MustCompile(`(?i)<script|<[^>]*\son\w+\s*=|href="javascript:|<iframe|<form|<object|<base|<svg|position:|url\(|http-equiv="refresh"|data:text`)
	for _, text := range evil {
		nb := &Notebook{Cells: []*Cell{
			{Type: "markdown", Source: text},
			{Type: "code", Outputs: []*Output{
				{Type: "display_data", Bundle: display.Bundle{Data: map[string]any{display.MIMEHTML: text}}},
				{Type: "display_data", Bundle: display.Bundle{Data: map[string]any{"text/markdown": text}}},
			}},
		}}
		_, body, _ := strings.Cut(string(nb.HTML("name", false)), "<body>")
		if found := running.FindString(body); found != "" {
			t.Errorf("%s\nbecomes %s, with %s", text, body, found)
		}
		if trusted := string(nb.HTML("name", true)); strings.HasPrefix(text, "<") && !strings.Contains(trusted, text) {
			t.Errorf("%s is not passed on: %s", text, trusted)
		}
	}
	good := map[string]string{
		"$\\frac{a}{b}$":                       "<mfrac>",
		"- [x] done":                           `type="checkbox"`,
		"| a | b |\n|--:|---|\n| 1 | 2 |":      "<table>",
		"```futhark\ndef f x = x + 1\n```":     `<span class="`,
		"~~old~~ **new** `code`":               "<del>old</del> <strong>new</strong> <code>code</code>",
		"![p](data:image/png;base64,iVBORw==)": `src="data:image/png;base64,iVBORw=="`,
		"<b style=\"color: red\">red</b>":      `color: red`,
		"text[^1]\n\n[^1]: note":               "footnote",
	}
	for text, want := range good {
		nb := &Notebook{Cells: []*Cell{{Type: "markdown", Source: text}}}
		if page := string(nb.HTML("name", false)); !strings.Contains(page, want) {
			t.Errorf("%s\nhas no %s in\n%s", text, want, page[strings.Index(page, "<main>"):])
		}
	}
	own := `<div data-x="1" onclick="x()">mine</div>`
	nb := &Notebook{Cells: []*Cell{{Type: "code", Outputs: []*Output{{Type: "display_data", made: true, Bundle: display.Bundle{Data: map[string]any{display.MIMEHTML: own}}}}}}}
	if page := string(nb.HTML("name", false)); !strings.Contains(page, own) {
		t.Error("an output that was made here is changed")
	}
}
