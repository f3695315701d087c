package session

import (
	"fmt"
	"strings"

	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/value"
)

func plotMagics() []*magicDef {
	labels := []option{{"title", "T", "title of the picture"}, {"xlabel", "T", "what the x axis is"}, {"ylabel", "T", "what the y axis is"}}
	return []*magicDef{
		{name: "plot", args: "[--title T] [--xlabel T] [--ylabel T] [--logx] [--logy] [--points|--line|--contour] [--label T] E ...", doc: "draws vectors, or pairs (xs, ys) of them; contours of (xs, ys, zs)", run: magicPlot,
			help: "Every expression is a curve; put parentheses around one with spaces. --points, --line, --contour and --label go before the expression that they are about.",
			options: append(labels[:3:3], option{"points", "", "draw the next one as points"}, option{"line", "", "draw the next one as a line"},
				option{"contour", "", "draw contours of the next one, (xs, ys, zs) with a row of zs for each of ys"},
				option{"logx", "", "a logarithmic x axis"}, option{"logy", "", "a logarithmic y axis"},
				option{"label", "T", "how the legend names the next one"}),
			example: "let xs = map (\\i -> f64.i64 i / 10) (iota 100)\n%plot --title waves --label sine (xs, map f64.sin xs) --label cosine (xs, map f64.cos xs)"},
		{name: "heatmap", args: "[--linear] [--title T] [--xlabel T] [--ylabel T] E", doc: "draws a matrix", run: magicHeatmap,
			help: "Blue is below zero, orange above. Colours are logarithmic where magnitudes spread beyond three decades, unless --linear is given; a\n" +
				"line below the picture says so.",
			options: append(labels[:len(labels):len(labels)], option{"linear", "", "colours go by the numbers however far they spread"}),
			example: "%heatmap tabulate_2d 20 30 (\\i j -> f64.i64 (i * j))"},
		{name: "hist", args: "[--bins N] [--title T] [--xlabel T] [--ylabel T] E", doc: "draws how often the numbers of an array lie where", run: magicHist,
			help:    "Whole numbers of a small range have a bin each; for others the spread of the numbers chooses how many bins there are, if --bins does not.",
			options: append([]option{{"bins", "N", "how many bins"}}, labels...),
			example: "%seed 1\n%hist --bins 30 normal 0 10000"},
		{name: "image", args: "E", doc: "shows a matrix or an array of colours as an image", run: magicImage,
			help: "[][]u32 and [][]i32 are ARGB (0xRRGGBB will do), [][][3]u8 red, green and blue, [][]u8 grey, [][]f32 and [][]f64 grey from 0 to 1, or over " +
				"their range if that is another, [][]bool black and white. Small images are scaled up, pixel by pixel.",
			example: "%image tabulate_2d 32 32 (\\i j -> u32.i64 (i * 8 << 16 | j * 8 << 8))"},
	}
}

// evaluate computes the expression of a source (blank around it) and brings it to the host.
func (c *cell) evaluate(src *diag.Source) (*evaluated, error) {
	def, err := c.checked(src)
	if err != nil {
		return nil, err
	}
	p, err := c.prepare(def)
	if err != nil {
		return nil, err
	}
	h, err := c.runPrepared(p)
	if err != nil {
		return nil, err
	}
	v, err := c.host(h)
	if err != nil {
		return nil, err
	}
	return &evaluated{v, h.typ, p.ph}, nil
}

// magicPlot is %plot: --points, --line, --contour and --label go before the expression that they are about.
func magicPlot(c *cell, p part) (display.Bundle, error) {
	var chart plot.Chart
	text := "plot"
	at := p.args
	for first := true; ; first = false {
		opts, rest, err := p.options(at)
		if err != nil {
			return display.Bundle{}, err
		}
		at = rest
		setLabel(&chart.Title, opts["title"])
		setLabel(&chart.X, opts["xlabel"])
		setLabel(&chart.Y, opts["ylabel"])
		chart.LogX, chart.LogY = chart.LogX || opts["logx"] != "", chart.LogY || opts["logy"] != ""
		if at.Start >= at.End {
			if first {
				return display.Bundle{}, usage(p.args, "%%plot needs something to draw")
			}
			for _, name := range []string{"label", "points", "line", "contour"} {
				if opts[name] != "" {
					return display.Bundle{}, usage(p.args, "--%s goes before the expression that it is about", name)
				}
			}
			break
		}
		src, end := nextArgument(p, at)
		v, err := c.evaluate(src)
		if d, ok := err.(*diag.Diag); ok && d.Code == codeNoValue {
			d.Hint = "to draw a function, give it points: %plot (xs, map f xs)"
		}
		if err != nil {
			return display.Bundle{}, err
		}
		line, err := addTo(&chart, v, opts, diag.Span{Source: p.src, Start: at.Start, End: end})
		if err != nil {
			return display.Bundle{}, err
		}
		text += "\n" + line
		at.Start = end
	}
	if chart.Contours != nil && (chart.LogX || chart.LogY) {
		return display.Bundle{}, usage(p.args, "contours have linear axes: leave out --logx and --logy")
	}
	pic, err := c.chart(chart)
	if err != nil {
		return display.Bundle{}, err
	}
	if chart.Title != "" {
		text = chart.Title + ", " + text
	}
	c.picture(pic, text)
	return display.Bundle{}, nil
}

// addTo adds what an expression of %plot gives to the chart, and says in words what it is.
func addTo(chart *plot.Chart, v *evaluated, opts map[string]string, at diag.Span) (string, error) {
	if opts["contour"] != "" {
		if chart.Contours != nil {
			return "", usage(at, "a chart has one set of contours")
		}
		g, err := grid(v, at)
		if err != nil {
			return "", err
		}
		setLabel(&g.Name, opts["label"])
		chart.Contours = g
		return fmt.Sprintf("%s: contours of %d × %d values", g.Name, len(g.Y), len(g.X)), nil
	}
	s, err := series(v, at)
	if err != nil {
		return "", err
	}
	setLabel(&s.Name, opts["label"])
	if opts["points"] != "" {
		chart.Points = append(chart.Points, s)
	} else {
		chart.Curves = append(chart.Curves, s)
	}
	return fmt.Sprintf("%s: %d point%s", s.Name, len(s.Y), plural(len(s.Y))), nil
}

// grid makes contours from (xs, ys, zs), where zs has a row for each of ys.
func grid(v *evaluated, at diag.Span) (*plot.Grid, error) {
	refuse := func(format string, args ...any) (*plot.Grid, error) {
		d := usage(at, format, args...)
		d.Hint = "for example (xs, ys, map (\\y -> map (\\x -> f x y) xs) ys)"
		return nil, d
	}
	t, ok := v.val.(*value.Record)
	if !ok || len(t.Fields) != 3 || len(t.Shape) > 0 || t.Names[0] != "0" {
		return refuse("--contour draws (xs, ys, zs), where zs is a matrix with a row for each of ys; this is %s", v.typ)
	}
	g := &plot.Grid{Name: seriesName(at)}
	var shapes [3][]int64
	for i, to := range []*[]float64{&g.X, &g.Y, &g.Z} {
		if *to, shapes[i], ok = numbers(t.Fields[i]); !ok || len(shapes[i]) != 1+i/2 {
			return refuse("--contour draws (xs, ys, zs), where zs is a matrix with a row for each of ys; this is %s", v.typ)
		}
	}
	if int(shapes[2][0]) != len(g.Y) || int(shapes[2][1]) != len(g.X) {
		return refuse("the matrix has %d rows and %d columns, but there are %d of ys and %d of xs", shapes[2][0], shapes[2][1], len(g.Y), len(g.X))
	}
	if err := g.Check(); err != nil {
		return refuse("xs and ys must ascend and have at least two elements each")
	}
	return g, nil
}

func setLabel(to *string, label string) {
	if label != "" {
		*to = label
	}
}

// nextArgument takes one expression from the front of a magic's arguments: up to white space outside of
// brackets.
func nextArgument(p part, at diag.Span) (*diag.Source, int) {
	text := at.Text()
	depth, end := 0, len(text)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case depth <= 0 && strings.IndexByte(" \t\n", c) >= 0:
			end = i
			i = len(text)
		}
	}
	return only(p.src, at.Start, at.Start+end), at.Start + end
}

// series makes points from a vector, or from a pair of vectors.
func series(v *evaluated, at diag.Span) (plot.Series, error) {
	x, y, isPair := pair(v.val)
	if !isPair {
		y = v.val
	}
	ys, shape, ok := numbers(y)
	s := plot.Series{Name: seriesName(at), Y: ys}
	if ok && len(shape) == 1 && isPair {
		var xshape []int64
		s.X, xshape, ok = numbers(x)
		ok = ok && len(xshape) == 1
	}
	if !ok || len(shape) != 1 {
		d := usage(at, "%%plot draws vectors of numbers, or pairs of them; this is %s", v.typ)
		d.Hint = "a matrix is drawn by %heatmap"
		return s, d
	}
	if s.X == nil {
		s.X = make([]float64, len(ys))
		for i := range s.X {
			s.X[i] = float64(i)
		}
	}
	if len(s.X) != len(s.Y) {
		return s, usage(at, "the vectors of a pair must have one length, these have %d and %d", len(s.X), len(s.Y))
	}
	return s, nil
}

// seriesName is how a legend names what is drawn: its source, or the second half of a pair's, in one line.
func seriesName(at diag.Span) string {
	name := strings.Join(strings.Fields(at.Text()), " ")
	if len(name) > 40 {
		name = name[:37] + "..."
	}
	return name
}

// logarithmic lets colours go by the logarithm of magnitudes where these spread far, and says so.
func logarithmic(m *plot.Matrix) {
	if m.Log = plot.WantsLog(m.Data); m.Log {
		m.Notes = append(m.Notes, "colours by the logarithm of the magnitude")
	}
}

// magicHeatmap is %heatmap E.
func magicHeatmap(c *cell, p part) (display.Bundle, error) {
	opts, at, err := p.around(p.args)
	if err != nil {
		return display.Bundle{}, err
	}
	v, err := c.evaluate(only(p.src, at.Start, at.End))
	if err != nil {
		return display.Bundle{}, err
	}
	data, shape, ok := numbers(v.val)
	if !ok || len(shape) != 2 || len(data) == 0 {
		return display.Bundle{}, usage(at, "%%heatmap draws matrices that are not empty; this is %s", v.typ)
	}
	m := plot.Matrix{Labels: plot.Labels{Title: opts["title"], X: opts["xlabel"], Y: opts["ylabel"]},
		Rows: int(shape[0]), Cols: int(shape[1]), Data: data}
	if opts["linear"] == "" {
		logarithmic(&m)
	}
	pic, err := c.heatmap(m)
	if err != nil {
		return display.Bundle{}, err
	}
	c.picture(pic, display.Value(v.val, "").Plain())
	return display.Bundle{}, nil
}
