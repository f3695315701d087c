package magic

import (
	"fmt"
	"strings"

	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/value"
)

func plotMagics() []*Def {
	labels := []Option{{"title", "T", "title of the picture"}, {"xlabel", "T", "what the x axis is"}, {"ylabel", "T", "what the y axis is"}}
	return []*Def{
		{Name: "plot", Args: "[--title T] [--xlabel T] [--ylabel T] [--logx] [--logy] [--points|--line|--contour] [--label T] E ...", Doc: "draws vectors, or pairs (xs, ys) of them; contours of (xs, ys, zs)", Looks: true, Run: magicPlot,
			Help: "Every expression is a curve; put parentheses around one with spaces. --points, --line, --contour and --label go before the expression that they are about.",
			Options: append(labels[:3:3], Option{"points", "", "draw the next one as points"}, Option{"line", "", "draw the next one as a line"},
				Option{"contour", "", "draw contours of the next one, (xs, ys, zs) with a row of zs for each of ys"},
				Option{"logx", "", "a logarithmic x axis"}, Option{"logy", "", "a logarithmic y axis"},
				Option{"label", "T", "how the legend names the next one"}),
			Example: "let xs = map (\\i -> f64.i64 i / 10) (iota 100)\n%plot --title waves --label sine (xs, map f64.sin xs) --label cosine (xs, map f64.cos xs)"},
		{Name: "heatmap", Args: "[--linear] [--title T] [--xlabel T] [--ylabel T] E", Doc: "draws a matrix", Looks: true, Run: magicHeatmap,
			Help: "Blue is below zero, orange above. Colours are logarithmic where magnitudes spread beyond three decades, unless --linear is given; a\n" +
				"line below the picture says so.",
			Options: append(labels[:len(labels):len(labels)], Option{"linear", "", "colours go by the numbers however far they spread"}),
			Example: "%heatmap tabulate_2d 20 30 (\\i j -> f64.i64 (i * j))"},
		{Name: "hist", Args: "[--bins N] [--title T] [--xlabel T] [--ylabel T] E", Doc: "draws how often the numbers of an array lie where", Looks: true, Run: magicHist,
			Help:    "Whole numbers of a small range have a bin each; for others the spread of the numbers chooses how many bins there are, if --bins does not.",
			Options: append([]Option{{"bins", "N", "how many bins"}}, labels...),
			Example: "%seed 1\n%hist --bins 30 normal 0 10000"},
		{Name: "image", Args: "E", Doc: "shows a matrix or an array of colours as an image", Looks: true, Run: magicImage,
			Help: "[][]u32 and [][]i32 are ARGB (0xRRGGBB will do), [][][3]u8 red, green and blue, [][]u8 grey, [][]f32 and [][]f64 grey from 0 to 1, or over " +
				"their range if that is another, [][]bool black and white. Small images are scaled up, pixel by pixel.",
			Example: "%image tabulate_2d 32 32 (\\i j -> u32.i64 (i * 8 << 16 | j * 8 << 8))"},
	}
}

// magicPlot is %plot: --points, --line, --contour and --label go before the expression that they are about.
func magicPlot(c *Call) (display.Bundle, error) {
	var chart plot.Chart
	text := "plot"
	at := c.Args
	for first := true; ; first = false {
		opts, rest, err := c.options(at)
		if err != nil {
			return display.Bundle{}, err
		}
		at = rest
		setLabel(&chart.Title, opts.text("title"))
		setLabel(&chart.X, opts.text("xlabel"))
		setLabel(&chart.Y, opts.text("ylabel"))
		chart.LogX, chart.LogY = chart.LogX || opts.has("logx"), chart.LogY || opts.has("logy")
		if at.Start >= at.End {
			if first {
				return display.Bundle{}, usage(c.Args, "%%plot needs something to draw")
			}
			for _, name := range []string{"label", "points", "line", "contour"} {
				if opts.has(name) {
					return display.Bundle{}, usage(opts[name], "--%s goes before the expression that it is about", name)
				}
			}
			break
		}
		arg := nextArgument(at)
		v, err := c.evaluate(arg)
		if d, ok := err.(*diag.Diag); ok && d.Code == CodeNoValue {
			d.Hint = "to draw a function, give it points: %plot (xs, map f xs)"
		}
		if err != nil {
			return display.Bundle{}, err
		}
		line, err := addTo(&chart, v, opts, arg)
		if err != nil {
			return display.Bundle{}, err
		}
		text += "\n" + line
		at.Start = arg.End
	}
	if chart.Contours != nil && (chart.LogX || chart.LogY) {
		return display.Bundle{}, usage(c.Args, "contours have linear axes: leave out --logx and --logy")
	}
	pic, err := c.Pictures().Chart(chart)
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
func addTo(chart *plot.Chart, v *Value, opts given, at diag.Span) (string, error) {
	if opts.has("contour") {
		if chart.Contours != nil {
			return "", usage(at, "a chart has one set of contours")
		}
		g, err := grid(v, at)
		if err != nil {
			return "", err
		}
		setLabel(&g.Name, opts.text("label"))
		chart.Contours = g
		return fmt.Sprintf("%s: contours of %d × %d values", g.Name, len(g.Y), len(g.X)), nil
	}
	s, err := series(v, at)
	if err != nil {
		return "", err
	}
	setLabel(&s.Name, opts.text("label"))
	if opts.has("points") {
		chart.Points = append(chart.Points, s)
	} else {
		chart.Curves = append(chart.Curves, s)
	}
	return fmt.Sprintf("%s: %d point%s", s.Name, len(s.Y), plural(len(s.Y))), nil
}

// grid makes contours from (xs, ys, zs), where zs has a row for each of ys.
func grid(v *Value, at diag.Span) (*plot.Grid, error) {
	refuse := func(format string, args ...any) (*plot.Grid, error) {
		d := usage(at, format, args...)
		d.Hint = "for example (xs, ys, map (\\y -> map (\\x -> f x y) xs) ys)"
		return nil, d
	}
	t, ok := v.Val.(*value.Record)
	if !ok || len(t.Fields) != 3 || len(t.Shape) > 0 || t.Names[0] != "0" {
		return refuse("--contour draws (xs, ys, zs), where zs is a matrix with a row for each of ys; this is %s", v.Type)
	}
	g := &plot.Grid{Name: seriesName(at)}
	var shapes [3][]int64
	for i, to := range []*[]float64{&g.X, &g.Y, &g.Z} {
		if *to, shapes[i], ok = numbers(t.Fields[i]); !ok || len(shapes[i]) != 1+i/2 {
			return refuse("--contour draws (xs, ys, zs), where zs is a matrix with a row for each of ys; this is %s", v.Type)
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
func nextArgument(at diag.Span) diag.Span {
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
	at.End = at.Start + end
	return at
}

// series makes points from a vector, or from a pair of vectors.
func series(v *Value, at diag.Span) (plot.Series, error) {
	x, y, isPair := pair(v.Val)
	if !isPair {
		y = v.Val
	}
	ys, shape, ok := numbers(y)
	s := plot.Series{Name: seriesName(at), Y: ys}
	if ok && len(shape) == 1 && isPair {
		var xshape []int64
		s.X, xshape, ok = numbers(x)
		ok = ok && len(xshape) == 1
	}
	if !ok || len(shape) != 1 {
		d := usage(at, "%%plot draws vectors of numbers, or pairs of them; this is %s", v.Type)
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
func magicHeatmap(c *Call) (display.Bundle, error) {
	opts, at, err := c.around(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	v, err := c.evaluate(at)
	if err != nil {
		return display.Bundle{}, err
	}
	data, shape, ok := numbers(v.Val)
	if !ok || len(shape) != 2 || len(data) == 0 {
		return display.Bundle{}, usage(at, "%%heatmap draws matrices that are not empty; this is %s", v.Type)
	}
	m := plot.Matrix{Labels: plot.Labels{Title: opts.text("title"), X: opts.text("xlabel"), Y: opts.text("ylabel")},
		Rows: int(shape[0]), Cols: int(shape[1]), Data: data}
	if !opts.has("linear") {
		logarithmic(&m)
	}
	pic, err := c.Pictures().Heatmap(m)
	if err != nil {
		return display.Bundle{}, err
	}
	c.picture(pic, display.Value(v.Val, "").Plain())
	return display.Bundle{}, nil
}
