package notebook

import (
	"html"
	"strings"
)

// command reads a command.
func (p *texParser) command() (out string, limits bool) {
	name := p.name()
	if s, ok := letters[name]; ok {
		return element("mi", s), false
	}
	if s, ok := operators[name]; ok {
		return element("mo", s), false
	}
	if s, ok := large[name]; ok {
		return element("mo", s), name != "int"
	}
	if w, ok := widths[name]; ok {
		return `<mspace width="` + w + `"/>`, false
	}
	if a, ok := accents[name]; ok {
		return `<mover accent="true">` + p.argument() + element("mo", a) + `</mover>`, false
	}
	if v, ok := variants[name]; ok {
		return `<mi mathvariant="` + v + `">` + html.EscapeString(styled(v, p.text())) + `</mi>`, false
	}
	switch name {
	case "frac", "tfrac", "dfrac":
		num := p.argument()
		return element("mfrac", num+p.argument()), false
	case "sqrt":
		return element("msqrt", p.argument()), false
	case "text", "textrm", "mbox", "textit", "textbf":
		return element("mtext", html.EscapeString(p.text())), false
	case "operatorname":
		return element("mi", html.EscapeString(p.text())), false
	case "left":
		return p.fenced(), false
	case "begin":
		return p.environment(), false
	case "lim", "max", "min", "sup", "inf", "argmin", "argmax":
		return `<mi mathvariant="normal">` + name + `</mi>`, true
	case "sin", "cos", "tan", "tanh", "sinh", "cosh", "exp", "log", "ln", "det", "diag", "dim", "arctan", "arcsin", "arccos":
		return element("mi", name) + `<mspace width="0.17em"/>`, false
	case "underbrace":
		return element("munder", p.argument()+`<mo stretchy="true">⏟</mo>`), true
	case "overbrace":
		return element("mover", p.argument()+`<mo stretchy="true">⏞</mo>`), true
	case "displaystyle", "limits", "nolimits", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "right":
		return "", false
	case "\\":
		return `<mspace linebreak="newline"/>`, false
	}
	return element("mtext", html.EscapeString(`\`+name)), false
}

// delimiter reads what follows \left or \right.
func (p *texParser) delimiter() string {
	p.spaces()
	if p.end() {
		return ""
	}
	c := string(p.s[p.at])
	if c == `\` {
		name := p.name()
		if s, ok := operators[name]; ok {
			return s
		}
		return html.EscapeString(name)
	}
	p.at++
	if c == "." {
		return ""
	}
	return html.EscapeString(c)
}

// fenced reads \left ( ... \right ).
func (p *texParser) fenced() string {
	if p.deep++; p.deep > maxDepth {
		p.at = len(p.s)
		return ""
	}
	open := p.delimiter()
	body := p.row(func() bool { return p.looking(`\right`) && !p.looking(`\rightarrow`) })
	p.at = min(len(p.s), p.at+len(`\right`))
	p.deep--
	return element("mrow", `<mo fence="true">`+open+`</mo>`+body+`<mo fence="true">`+p.delimiter()+`</mo>`)
}

// environment reads \begin{...} ... \end{...}: matrices, cases and aligned lines.
func (p *texParser) environment() string {
	name := strings.TrimSuffix(p.text(), "*")
	if p.deep++; p.deep > maxDepth {
		p.at = len(p.s)
		return ""
	}
	var rows strings.Builder
	row := ""
	for {
		cell := p.row(func() bool { return p.s[p.at] == '&' || p.looking(`\\`) || p.looking(`\end`) })
		row += element("mtd", cell)
		switch {
		case p.end() || p.looking(`\end`):
			rows.WriteString(element("mtr", row))
			if !p.end() {
				p.at += len(`\end`)
				p.text()
			}
			p.deep--
			return fences(name, rows.String())
		case p.s[p.at] == '&':
			p.at++
		default:
			p.at += 2
			rows.WriteString(element("mtr", row))
			row = ""
		}
	}
}

// fences puts what the environment has around its table.
func fences(name, rows string) string {
	table := element("mtable", rows)
	around := map[string][2]string{"pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "vmatrix": {"|", "|"}, "cases": {"{", ""}}
	if name == "cases" || strings.HasPrefix(name, "align") {
		table = `<mtable columnalign="` + map[bool]string{true: "left", false: "right left"}[name == "cases"] + `">` + rows + `</mtable>`
	}
	f, ok := around[name]
	if !ok {
		return table
	}
	return element("mrow", `<mo fence="true">`+f[0]+`</mo>`+table+`<mo fence="true">`+f[1]+`</mo>`)
}

// styled gives letters the form of \mathbb, \mathcal and \mathbf, for which MathML Core has characters.
func styled(variant, s string) string {
	doubles := map[rune]rune{'R': 'ℝ', 'N': 'ℕ', 'Z': 'ℤ', 'Q': 'ℚ', 'C': 'ℂ', 'E': '𝔼', 'P': 'ℙ'}
	return strings.Map(func(r rune) rune {
		upper, lower := r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z'
		switch {
		case variant == "double-struck" && doubles[r] != 0:
			return doubles[r]
		case variant == "bold" && upper:
			return '𝐀' + r - 'A'
		case variant == "bold" && lower:
			return '𝐚' + r - 'a'
		}
		return r
	}, s)
}

var (
	letters = map[string]string{
		"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
		"vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
		"tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
		"Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞", "partial": "∂", "nabla": "∇",
		"ell": "ℓ", "hbar": "ℏ", "emptyset": "∅", "top": "⊤", "bot": "⊥", "dots": "…", "ldots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱",
	}
	operators = map[string]string{
		"cdot": "⋅", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "circ": "∘", "odot": "⊙", "oplus": "⊕", "otimes": "⊗", "ast": "∗",
		"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "∼", "propto": "∝",
		"ll": "≪", "gg": "≫", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃",
		"to": "→", "rightarrow": "→", "leftarrow": "←", "mapsto": "↦", "Rightarrow": "⇒", "Leftrightarrow": "⇔", "langle": "⟨", "rangle": "⟩",
		"lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "mid": "∣", "vert": "|", "Vert": "‖", "|": "‖", "{": "{", "}": "}", "lVert": "‖",
		"rVert": "‖", "%": "%", "$": "$", "_": "_", "&": "&amp;", "#": "#", "colon": ":", "star": "⋆", "wedge": "∧", "vee": "∨", "neg": "¬",
		"leftrightarrow": "↔", "Longrightarrow": "⟹", "longrightarrow": "⟶", "implies": "⟹", "iff": "⟺", "Leftarrow": "⇐", "setminus": "∖",
	}
	large    = map[string]string{"sum": "∑", "prod": "∏", "int": "∫", "bigcup": "⋃", "bigcap": "⋂", "bigodot": "⨀", "bigoplus": "⨁"}
	widths   = map[string]string{",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.33em", "!": "-0.17em", "quad": "1em", "qquad": "2em"}
	accents  = map[string]string{"bar": "¯", "overline": "¯", "hat": "^", "widehat": "^", "tilde": "~", "dot": "˙", "ddot": "¨", "vec": "→"}
	variants = map[string]string{"mathrm": "normal", "mathbf": "bold", "boldsymbol": "bold", "mathbb": "double-struck", "mathcal": "script",
		"mathit": "italic", "mathsf": "sans-serif", "mathtt": "monospace"}
)
