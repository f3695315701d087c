package plot

import (
	"fmt"
	"maps"
	"math"
	"math/rand"
	"strings"
)

func ramp(n int, f func(x float64) float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = f(float64(i))
	}
	return out
}

// misra is NIST's Misra1a, https://www.itl.nist.gov/div898/strd/nls/data/misra1a.shtml.
func misra() Series {
	return Series{Name: "Misra1a",
		X: []float64{77.6, 114.9, 141.1, 190.8, 239.9, 289, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760},
		Y: []float64{10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78}}
}

func fitted() Series {
	s := Series{Name: "b1 (1 − exp(−b2 x))"}
	for x := 0.0; x <= 800; x += 10 {
		s.X = append(s.X, x)
		s.Y = append(s.Y, 238.94212918*(1-math.Exp(-5.5015643181e-4*x)))
	}
	return s
}

func jacobian() Matrix {
	m := Matrix{Labels: Labels{"Jacobian of the residuals", "parameter", "observation"}, Rows: 14, Cols: 2, ColNames: []string{"b1", "b2"}}
	for _, x := range misra().X {
		e := math.Exp(-5.5015643181e-4 * x)
		m.Data = append(m.Data, (1-e)*1000, -238.9*x*e/100)
	}
	return m
}

// valley is Rosenbrock's, its logarithm, with the way of a descent and where it ends.
func valley(cols, rows int) Chart {
	g := &Grid{Name: "log of the valley", X: ramp(cols, func(i float64) float64 { return -2 + 4*i/float64(cols-1) }),
		Y: ramp(rows, func(i float64) float64 { return -1 + 4*i/float64(rows-1) })}
	for _, y := range g.Y {
		for _, x := range g.X {
			g.Z = append(g.Z, math.Log10(1+100*(y-x*x)*(y-x*x)+(1-x)*(1-x)))
		}
	}
	way := Series{Name: "descent", X: ramp(21, func(i float64) float64 { return -1 + i/10 }),
		Y: ramp(21, func(i float64) float64 { return (i/10 - 1) * (i/10 - 1) })}
	return Chart{Labels: Labels{"Rosenbrock's valley", "x", "y"}, Contours: g, Curves: []Series{way},
		Points: []Series{{Name: "minimum", X: []float64{1}, Y: []float64{1}}}}
}

func random(rows, cols int) Matrix {
	r := rand.New(rand.NewSource(1))
	m := Matrix{Rows: rows, Cols: cols}
	for range rows * cols {
		m.Data = append(m.Data, r.NormFloat64())
	}
	return m
}

func banded(n int) Matrix {
	m := Matrix{Labels: Labels{Title: "A banded Jacobian", X: "input", Y: "output"}, Rows: n, Cols: n, Data: make([]float64, n*n)}
	for i := range n {
		for j := max(0, i-1); j <= min(n-1, i+1); j++ {
			m.Data[i*n+j] = float64(2*i-3*j) / float64(n)
		}
	}
	return m
}

type drawing = func() (Picture, error)

// gallery has every kind of chart, plain and awkward.
func gallery() map[string]drawing {
	all := map[string]drawing{}
	maps.Copy(all, curves())
	maps.Copy(all, heatmaps())
	maps.Copy(all, barsAndTimings())
	maps.Copy(all, kernelCharts())
	return all
}

func curves() map[string]drawing {
	nan, inf := math.NaN(), math.Inf(1)
	return map[string]drawing{
		"fit": func() (Picture, error) {
			return Points(Labels{"NIST Misra1a: data and fit", "pressure x", "volume y"}, []Series{misra()}, fitted())
		},
		"lines": func() (Picture, error) {
			return Lines(Labels{"Sine and cosine", "x", ""},
				Series{Name: "sin", Y: ramp(200, func(x float64) float64 { return math.Sin(x / 20) })},
				Series{Name: "cos", Y: ramp(200, func(x float64) float64 { return math.Cos(x / 20) })})
		},
		"many": func() (Picture, error) {
			var s []Series
			for i := range 10 {
				s = append(s, Series{Name: fmt.Sprintf("series number %d", i), Y: ramp(50, func(x float64) float64 { return float64(i) * x * 1e4 })})
			}
			return Lines(Labels{"Ten lines with a legend of several rows and a title that is too long for the chart it stands on", "step", "loss"}, s...)
		},
		"gaps": func() (Picture, error) {
			return Lines(Labels{"Gaps", "", "tiny"}, Series{Y: []float64{1e-9, 2e-9, nan, 3e-9, inf, 2e-9, -1e-9, 0}})
		},
		"contours": func() (Picture, error) { return valley(41, 31).Draw() },
		"bumps": func() (Picture, error) {
			return Chart{Contours: &Grid{X: []float64{0, 1, 3}, Y: []float64{0, 2}, Z: []float64{0, 1, 2, 1, nan, 0}}}.Draw()
		},
		"flat": func() (Picture, error) {
			return Chart{Contours: &Grid{X: []float64{0, 1}, Y: []float64{0, 2}, Z: []float64{3, 3, 3, 3}}}.Draw()
		},
		"log": func() (Picture, error) {
			return Chart{Labels: Labels{"Decay", "step", "loss"}, LogY: true,
				Curves: []Series{{Name: "loss", Y: ramp(80, func(x float64) float64 { return 300 * math.Exp(-x/6) })}}}.Draw()
		},
		"loglog": func() (Picture, error) {
			return Chart{Labels: Labels{"Error of a difference", "h", ""}, LogX: true, LogY: true, Points: []Series{{
				X: ramp(16, func(i float64) float64 { return math.Pow(10, -i) }),
				Y: ramp(16, func(i float64) float64 { return math.Pow(10, -2*i) + 1e-16*math.Pow(10, i) })}}}.Draw()
		},
		"logshort": func() (Picture, error) {
			return Chart{LogY: true, Curves: []Series{{Y: []float64{8, 9, 0, -1, 11, 12}}}}.Draw()
		},
		"nothing":  func() (Picture, error) { return Lines(Labels{}, Series{Y: []float64{nan, nan}}) },
		"constant": func() (Picture, error) { return Lines(Labels{}, Series{Y: []float64{5, 5, 5}}) },
		"noise": func() (Picture, error) {
			return Lines(Labels{Title: "A million points"}, Series{Y: random(1000, 1000).Data})
		},
		"cloud": func() (Picture, error) {
			m := random(2, 20000)
			return Points(Labels{Title: "A cloud"}, []Series{{X: m.Data[:20000], Y: m.Data[20000:]}})
		},
	}
}

func heatmaps() map[string]drawing {
	return map[string]drawing{
		"jacobian": func() (Picture, error) { return Heatmap(jacobian()) },
		"square": func() (Picture, error) {
			m := random(5, 5)
			m.Title, m.RowNames, m.ColNames = "Hessian", strings.Fields("α β γ δ ε"), strings.Fields("α β γ δ ε")
			m.Data[7], m.Data[8] = math.NaN(), math.Inf(-1)
			return Heatmap(m)
		},
		"named": func() (Picture, error) {
			m := random(6, 12)
			m.Title = "Long names"
			for i := range 6 {
				m.RowNames = append(m.RowNames, fmt.Sprintf("output number %d", i))
			}
			for i := range 12 {
				m.ColNames = append(m.ColNames, fmt.Sprintf("weights[%d]", i*10))
			}
			return Heatmap(m)
		},
		"banded":   func() (Picture, error) { return Heatmap(banded(40)) },
		"big":      func() (Picture, error) { return Heatmap(banded(1000)) },
		"random":   func() (Picture, error) { return Heatmap(random(1000, 1000)) },
		"positive": func() (Picture, error) { return Heatmap(Matrix{Rows: 1, Cols: 3, Data: []float64{1e-7, 2e-7, 3e-7}}) },
		"tall":     func() (Picture, error) { return Heatmap(random(500, 3)) },
		"wide":     func() (Picture, error) { return Heatmap(random(3, 500)) },
		"void":     func() (Picture, error) { return Heatmap(Matrix{Rows: 0, Cols: 3}) },
	}
}

func barsAndTimings() map[string]drawing {
	nan, inf := math.NaN(), math.Inf(1)
	return map[string]drawing{
		"gradient": func() (Picture, error) {
			return Bars(Labels{"Gradient of the sum of squares", "parameter", "∂S/∂b"}, []string{"b1", "b2"}, []float64{-12.25, 3400})
		},
		"bars": func() (Picture, error) {
			return Bars(Labels{Title: "Twelve components"}, nil, []float64{1, -2, 3, -4, 5, 0, nan, 2.5, -1.25, inf, 3e-3, 4})
		},
		"names": func() (Picture, error) {
			var names []string
			var vs []float64
			for i := range 20 {
				names = append(names, fmt.Sprintf("a rather long name %d", i))
				vs = append(vs, math.Sin(float64(i)))
			}
			return Bars(Labels{Title: "Long names", Y: "value"}, names, vs)
		},
		"thousand": func() (Picture, error) {
			return Bars(Labels{"A gradient of 10 000 components", "component", ""}, nil, ramp(10000, func(x float64) float64 { return math.Sin(x/500) * x }))
		},
		"timing": func() (Picture, error) {
			return Timing("f and its gradient",
				Run{"primal", []Phase{{"check", 1.1e-3}, {"compile", 42e-3}, {"upload", 0.3e-3}, {"kernels", 5.2e-3}}, 5.2e-3},
				Run{"gradient", []Phase{{"check", 1.3e-3}, {"AD", 2.2e-3}, {"compile", 88e-3}, {"upload", 0.3e-3}, {"kernels", 17.9e-3}}, 17.9e-3})
		},
		"timing1": func() (Picture, error) {
			return Timing("", Run{"map_reduce_with_a_very_long_name", []Phase{{"kernel segred_1", 3e-7}, {"odd", nan}}, 0})
		},
	}
}

func kernelCharts() map[string]drawing {
	return map[string]drawing{
		"kernels": func() (Picture, error) {
			return Kernels("one run: 27.1 ms, device 26 ms", Roof{12e9, 114e9, 57e9},
				Kernel{"map_bar", "12:9", 8.2e-3, 7.4e-3, "memory 90 %", 4e6, 90e6, true}, Kernel{"reduce_loss", "14:5", 13.1e-3, 2.2e-3, "arithmetic 17 %", 260e6, 5e6, true},
				Kernel{"update_hist", "3:11", 4.4e-3, 5e-3, "memory 114 %", 2e6, 60e6, false}, Kernel{"copy", "", 0.3e-3, 0.1e-3, "", 0, 1e6, false}, Kernel{Name: "read", Seconds: 20e-6})
		},
		"nests": func() (Picture, error) {
			m := random(60, 90)
			m.RowGroups = []Group{{"state.position: [30]", 30}, {"state.speed: [27]", 27}, {"a", 1}, {"b", 1}, {"energy", 1}}
			m.ColGroups = []Group{{"x: [50]", 50}, {"y", 1}, {"z", 1}, {"", 0}, {"weights: [38]", 38}}
			for i := range m.Data {
				m.Data[i] = math.Copysign(math.Pow(m.Data[i], 13), m.Data[i]-0.2)
			}
			m.Log = WantsLog(m.Data)
			m.Title, m.Labels.X, m.Notes = "Nests", "input", []string{"one line", "and another"}
			return Heatmap(m)
		},
		"decades": func() (Picture, error) {
			return Heatmap(Matrix{Rows: 2, Cols: 4, Data: []float64{0, 1e-9, -1e-3, 1e2, 1e-30, math.NaN(), math.Inf(-1), -5}, Log: true,
				RowNames: []string{"a.very.long.path.of.fields[10, 20]", "b"}, ColNames: []string{"p[0]", "p[1]", "an.other.long.path", "q"},
				ColGroups: []Group{{"p: [2]", 2}, {"an.other.long.path", 1}, {"q", 1}}})
		},
		"pattern": func() (Picture, error) {
			m := Matrix{Rows: 20, Cols: 24, Data: make([]float64, 480), Notes: []string{"a note"}}
			m.Title, m.Labels.X, m.Labels.Y = "Pattern", "input", "output"
			for j := range m.Cols {
				m.ColColours = append(m.ColColours, j%9)
				m.Data[j%m.Rows*m.Cols+j], m.Data[(j+3)%m.Rows*m.Cols+j] = 1, 1
			}
			return Heatmap(m)
		},
		"kernels30": func() (Picture, error) {
			var ks []Kernel
			for i := range 30 {
				ks = append(ks, Kernel{fmt.Sprintf("map_with_a_very_long_name_%d", i), "In [3]:120:20", 1e-6 * float64(i*i%31), 1e-7 * float64(i), "", 0, 0, false})
			}
			return Kernels("", Roof{}, ks...)
		},
		"kernels0": func() (Picture, error) {
			return Kernels("nothing", Roof{1, 1, 0}, Kernel{Name: "odd", Seconds: math.NaN(), Needed: math.Inf(1), Note: "a note that is so long that it has no room beside the bar of its kernel, whatever one does about it"})
		},
	}
}
