package tests

import (
	"context"
	"strings"
	"testing"
	"time"

	"raido/lang/limits"
	"raido/tests/load"
)

// TestCells runs cells in order in one notebook: what they show, or a part of the error.
func TestCells(t *testing.T) {
	type step struct{ code, want, err string }
	for name, steps := range map[string][]step{
		"state across cells": {
			{code: "def f (x: i32) = x + 1\nlet xs = [1, 2, 3]", want: ""},
			{code: "map f xs", want: "[2, 3, 4]"},
			{code: "it[1]", want: "3"},
		},
		"late binding": {
			{code: "def f (x: i32) = x + 1\ndef g x = f x * 10"},
			{code: "g 1", want: "20"},
			{code: "def f (x: i32) = x + 2"},
			{code: "g 1", want: "30"},
			{code: "def f (x: bool) = !x"},
			{code: "g 1", err: "TypeError"},
			{code: "f true", want: "false"},
			{code: "def f (x: i32) = x"},
			{code: "g 1", want: "10"},
		},
		"recursion": {
			{code: "let xs = [1i64, 2, 3]\ndef step = 1i64"},
			{code: "def total (i: i64): i64 = if i >= length xs then 0 else xs[i] + total (i + step)"},
			{code: "total 0", want: "6"},
			{code: "def step = 2i64"},
			{code: "total 0", want: "4"},
			{code: "def total (i: i64): i64 = 1 + total (i + 1)"},
			{code: "total 0", err: "RuntimeError"},
			{code: "map (\\i -> i + step) xs", want: "[3, 4, 5]"},
		},
		"late binding of types": {
			{code: "type t = i32\ndef f (x: t) = x / 2"},
			{code: "f 3", want: "1"},
			{code: "type t = f64"},
			{code: "f 3", want: "1.5"},
		},
		"shadowing keeps the earlier meaning": {
			{code: "def c = 2i32"},
			{code: "def c = c * 100"},
			{code: "c", want: "200"},
			{code: "def k = 3i32\ndef c = c + k"},
			{code: "c", want: "203"},
			{code: "def k = 4i32"},
			{code: "c", want: "204"},
		},
		"stale values": {
			{code: "let a = 2i32"},
			{code: "let b = a * 10"},
			{code: "let a = 3i32"},
			{code: "b", want: "20"},
			{code: "%refresh", want: "computed again: b"},
			{code: "b", want: "30"},
			{code: "%reactive on", want: "stale values are computed again after every cell"},
			{code: "let a = 5i32"},
			{code: "b", want: "50"},
		},
		"a cell that does not check changes nothing": {
			{code: "def f (x: i32) = x\nlet v = 1i32"},
			{code: "def f (x: i32) = x + 1\ndef g x = y", err: "NameError"},
			{code: "let v = v + 1\nlet w = v + 1\nnowhere", err: "NameError"},
			{code: "(f 0, v)", want: "(0, 1)"},
			{code: "w", err: "NameError"},
		},
		"what stands before a failure stays": {
			{code: "def f (x: i32) = x\nlet v = 1i32"},
			{code: "def f (x: i32) = x + 1\nlet v = 2i32\nlet w = [1, 2][7]\ndef f (x: i32) = x + 5", err: "RuntimeError"},
			{code: "(f 0, v)", want: "(1, 2)"},
			{code: "w", err: "NameError"},
			{code: "let w = v + 5\nw + 1\nw + [1, 2][v]\nlet w = 0i32", err: "RuntimeError"},
			{code: "(w, it)", want: "(7, 8)"},
		},
		"a pattern binds several values": {
			{code: "let (a, b) = (1i32, [2.5, 3.5])"},
			{code: "(b, a)", want: "([2.5, 3.5], 1)"},
		},
		"arrays of sums": {
			{code: "type o = #some i32 | #none\ndef half (x: i32): o = if x % 2 == 0 then #some (x / 2) else #none"},
			{code: "let xs = map half [4, 5, 6]"},
			{code: "xs", want: "[#some 2, #none, #some 3]"},
			{code: "(xs[0], xs[1] == #none)", want: "(#some 2, true)"},
			{code: "let ys = map (\\x -> (x, xs)) xs"},
			{code: "ys[1]", want: "(#none, [#some 2, #none, #some 3])"},
			{code: "filter (!= #none) xs", want: "[#some 2, #some 3]"},
			{code: "([] : [0]o)", want: "[]"},
		},
		"sizes of values": {
			{code: "let n = 3i64\nlet xs = iota n"},
			{code: "let ys = filter (> 0) xs"},
			{code: "def total [k] (zs: [k]i64) = i64.sum zs + k"},
			{code: "total ys", want: "5"},
			{code: "map2 (+) xs (iota n)", want: "[0, 2, 4]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBook(t, "interp")
			for _, s := range steps {
				if s.err != "" {
					if e := b.fails(s.code); e.Name != s.err {
						t.Errorf("%s\nfails with %s: %s; want %s", s.code, e.Name, e.Value, s.err)
					}
					continue
				}
				if got, _, _ := strings.Cut(b.run(s.code), " : "); got != s.want {
					t.Errorf("%s\nshows %q, want %q", s.code, got, s.want)
				}
			}
		})
	}
}

// TestAllErrors: every faulty declaration of a cell is reported, with place and caret.
// TestTrace: what a program traces goes to the stream of errors.
func TestTrace(t *testing.T) {
	b := newBook(t, "interp")
	b.run("let xs = [1i32, 2]")
	if got, _, _ := strings.Cut(b.run("(trace (2i32, map (+ 2) xs)).1"), " : "); got != "[3, 4]" {
		t.Errorf("the value is %s", got)
	}
	const want = "Trace: (2i32, [3i32, 4i32])\n"
	if got := b.stream.String(); got != want {
		t.Errorf("traced %q, want %q", got, want)
	}
	b.run("(trace (2i32, map (+ 2) xs)).1")
	if got := b.stream.String(); got != want+want {
		t.Errorf("run again it traced %q", got)
	}
}

func TestAllErrors(t *testing.T) {
	b := newBook(t, "interp")
	e := b.fails("def f (x: i32) = x + true\ndef g = undefined_name\ndef h (x: f64) : i32 = x")
	text := strings.Join(e.Traceback, "\n")
	for _, want := range []string{"In [1]:1", "In [1]:2", "In [1]:3", "undefined_name", "^"} {
		if !strings.Contains(text, want) {
			t.Errorf("the errors do not mention %q:\n%s", want, text)
		}
	}
}

// TestInterrupt: an endless loop ends within two seconds, and the state is kept.
func TestInterrupt(t *testing.T) {
	for _, engine := range engineNames(t) {
		t.Run(engine, func(t *testing.T) {
			b := newBook(t, engine)
			b.run("let kept = 42i32")
			b.run("kept + 1")
			ctx, cancel := context.WithCancel(context.Background())
			b.ctx = ctx
			var start time.Time
			b.when("", func() {
				start = time.Now()
				cancel()
			})
			e := b.fails("loop x = 1i32 while x != 0 do if x == 1 then 2 else 1")
			if d := time.Since(start); d > load.Bound(2*time.Second) {
				t.Errorf("the interrupt took %v", d)
			}
			if e.Name != "Interrupted" {
				t.Errorf("error %s: %s", e.Name, e.Value)
			}
			b.ctx = context.Background()
			if got := b.run("kept"); got != "42 : i32" {
				t.Errorf("kept is %q", got)
			}
		})
	}
}

// TestRuntimeErrors: the operation, the values, the place.
func TestRuntimeErrors(t *testing.T) {
	for _, engine := range engineNames(t) {
		t.Run(engine, func(t *testing.T) {
			b := newBook(t, engine)
			for code, want := range map[string][]string{
				"let xs = [1i32, 2, 3]\nlet i = 5i64\nxs[i]":                                 {"RuntimeError", "5", "3", ":3:"},
				"map (\\i -> [1i32, 2, 3][i]) (iota 7)":                                      {"RuntimeError", "3", ":1:"},
				"let d = 0i32\n10 / d":                                                       {"RuntimeError", "division", ":2:"},
				"let k = -3i64\nreplicate k 1i32":                                            {"RuntimeError", "-3"},
				"assert (1 > 2) 3i32":                                                        {"RuntimeError", "1 > 2"},
				"let big = 1i64 << 50\nf64.sum (map f64.i64 (scan (+) 0 (replicate big 1)))": {"MemoryError", "1125899906842624"},
			} {
				b.wantError(code, want...)
			}
		})
	}
}

// TestLanguageService: completion, inspection, and whether a cell is complete.
func TestLanguageService(t *testing.T) {
	b := newBook(t, "interp")
	b.run("-- | Twice as much.\ndef twofold (x: f64): f64 = 2 * x\nlet values = [1.0, 2.0]")
	complete := func(code string) string {
		var names []string
		for _, m := range b.s.Complete(code, len([]rune(code))).Matches {
			names = append(names, m.Text+":"+m.Signature)
		}
		return strings.Join(names, "; ")
	}
	for code, want := range map[string]string{
		"map twof":               "twofold:f64 -> f64",
		"(let y = va":            "values:[2]f64",
		"f64.sq":                 "sqrt:f64 -> f64",
		"%jac":                   "jacobian:F X",
		"%prof":                  "profile:E",
		"def g parameter = para": "parameter:",
	} {
		if got := complete(code); !strings.Contains(got, want) {
			t.Errorf("completion of %q: %q, want %q in it", code, got, want)
		}
	}
	d, ok := b.s.Inspect("map twofold values", 6, 1)
	if text := d.Plain(); !ok || !strings.Contains(text, "f64 -> f64") || !strings.Contains(text, "Twice as much") || !strings.Contains(text, "2 * x") || !strings.Contains(text, "In [1]") {
		t.Errorf("inspection of twofold: %v %q", ok, text)
	}
	if _, ok := b.s.Inspect("nothing_here", 3, 0); ok {
		t.Error("inspection finds a name that is not there")
	}
	for code, want := range map[string]string{"1 + 2": "complete", "def f x =": "incomplete", "(1 +": "incomplete", "def f = )": "invalid", "%who": "complete", "%grad (\\x ->": "incomplete",
		"%plot": "complete", "%plot (xs,\n  ys)": "complete", "%grad f x": "complete", "%cd (": "complete", "%nosuch (": "complete"} {
		if got, _ := b.s.IsComplete(code); string(got) != want {
			t.Errorf("is %q complete? %s, want %s", code, got, want)
		}
	}
}

// TestMagics: what each magic shows, and what it says when called wrongly.
func TestMagics(t *testing.T) {
	b := newBook(t, "interp")
	b.run("def f (x: [3]f64): f64 = f64.sum (map2 (*) x [1, 2, 3])\ndef g (x: [3]f64): [2]f64 = [x[0] * x[1], x[2] ** 2]\nlet p = [1.0, 2.0, 3.0]")
	for code, want := range map[string]string{
		"%who":                "In [1]",
		"%type map f64.sin p": "f64",
		"%lsmagic":            "%jacobian F X",
		"%help profile":       "what each kernel of E takes",
		"%profile f p":        "operations",
		"%help grad":          "gradient",
		"%help f64.sqrt":      "f64 -> f64",
		"%device":             "interp",
	} {
		if got := b.run(code); !strings.Contains(got, want) {
			t.Errorf("%s shows %q, want %q in it", code, got, want)
		}
	}
	for code, want := range map[string][]string{
		"%grad f p":     {"14", "1.0, 2.0, 3.0"},
		"%jacobian g p": {"2 rows", "3 columns", "reverse", "2.0, 1.0, 0.0"},
		"%plot --title \"T\" --points (p, p) --line p":                {"T", "3 points"},
		"%plot --logx --logy p":                                       {"3 points"},
		"%plot --label z --contour (p, p, [p, p, p]) --points (p, p)": {"z: contours of 3 × 3 values", "3 points"},
		"%heatmap [[1, 2], [3, 4]]":                                   {"[2][2]i32"},
		"%time g p":                                                   {"compile", "interp"},
		"%time f p":                                                   {"primal", "jvp", "vjp", "one direction takes", "the gradient", "14.0"},
		"%time (\\(s: f64) -> s * s) 3":                               {"jvp", "9.0"},
		"%time --grad f p":                                            {"primal", "jvp", "vjp", "one direction takes", "the gradient"},
	} {
		b.shown = nil
		got := b.run(code)
		for _, d := range b.shown {
			got += d.Plain()
			if svg, _ := d.Data["image/svg+xml"].(string); !strings.Contains(svg, "<svg") {
				t.Errorf("%s shows a picture without SVG", code)
			}
			if png, _ := d.Data["image/png"].([]byte); len(png) < 100 {
				t.Errorf("%s shows a picture without PNG", code)
			}
		}
		if len(b.shown) == 0 {
			t.Errorf("%s shows no picture", code)
		}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s shows %q, want %q in it", code, got, w)
			}
		}
	}
	for code, want := range map[string]string{
		"%jacobain g p": "did you mean %jacobian?", "%grad f": "needs a function", "%grad g p": "%jacobian", "%plot p p p --nonsense p": "no option", "%heatmap p": "matrices",
		"%plot --contour p": "with a row for each of ys", "%plot --contour (p, p, [p, p])": "2 rows and 3 columns", "%plot --contour (p, [3.0, 1.0], [p, p])": "must ascend",
		"%plot --logy --contour (p, p, [p, p, p])": "linear axes", "%plot --contour (p, p, [p, p, p]) --contour (p, p, [p, p, p])": "one set",
		"%reactive maybe": "on or off",
	} {
		b.wantError(code, want)
	}
	b.run("%reset")
	if e := b.fails("p"); e.Name != "NameError" {
		t.Errorf("after %%reset: %s", e.Name)
	}
}

// launched keeps engines from running as one task what would cost less than its launches, which cost more on a busy machine.
func launched(t *testing.T) {
	old := limits.Now
	t.Cleanup(func() { limits.Now = old })
	limits.Now.TaskGrain = 0
}

// TestProfile: the kernels of an expression, where each comes from and what it moves, as table and picture.
func TestProfile(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	launched(t)
	for _, engine := range engineNames(t) {
		b := newBook(t, engine)
		b.run("def f [n] (xs: [n]f64): f64 = f64.sum (scan (+) 0 xs)\nlet p = tabulate 100_000 f64.i64\nlet s = 2.0")
		r := b.cell("%profile map (\\x -> f64.exp (x * s))\n  (vjp f p 1)")
		if r.Err != nil {
			t.Fatal(r.Err.Value)
		}
		text, page := r.Value.Plain(), r.Value.Data["text/html"].(string)
		want := []string{"operations", "elements read", "before: check", "the result comes to the host in"}
		if engine == "opencl" {
			want = []string{"of peak", "scan", " 100000 ", "800 kB", "In [1]:1:40", " 1:10 ", "driver's build", "first launches", "memory at most", "copying", "host"}
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in\n%s", engine, w, text)
			}
		}
		if engine == "opencl" && (len(b.shown) != 1 || !strings.Contains(b.shown[0].Plain(), "roofline") || !strings.Contains(page, "text-align:right")) {
			t.Errorf("picture %v, page %s", b.shown, page)
		}
		if r := b.run("%profile vjp (\\x -> loop x for _i < 10 do f64.sin x) 1f64 1"); !strings.Contains(r, "kept for the return sweep: x: 80 bytes; the loop carries it") {
			t.Error(r)
		}
		if e := b.fails("%profile map f"); e.Name != "TypeError" {
			t.Errorf("a function fails with %s: %s", e.Name, e.Value)
		}
		if e := b.fails("%profile p[200_000]"); e.Name != "RuntimeError" {
			t.Errorf("an index out of range fails with %s: %s", e.Name, e.Value)
		}
		if e := b.fails("%profile"); e.Name != "UsageError" {
			t.Errorf("nothing fails with %s: %s", e.Name, e.Value)
		}
		b.run("f64.sum p") // what was measured leaves the engine in order
	}
}

// TestNoValue: a cell that ends with what is no value says so.
func TestNoValue(t *testing.T) {
	b := newBook(t, "interp")
	for code, want := range map[string]string{
		"\\x -> x + 1i32":             "a function, of type i32 -> i32",
		"vjp f64.sin 1.0":             "a function, of type f64 -> f64",
		"def f (x: f64) = x\n%plot f": "a function, of type f64 -> f64",
		"map":                         "a function",
		"[]":                          "nothing says what type",
	} {
		if e := b.fails(code); e.Name != "TypeError" || !strings.Contains(e.Value, want) {
			t.Errorf("%s fails with %s: %s; want %q", code, e.Name, e.Value, want)
		}
	}
}
