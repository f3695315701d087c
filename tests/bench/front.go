package main

import (
	"fmt"
	"strings"
	"time"

	"raido/lang/check"
)

// frontGroup times what happens before the engine.
func frontGroup(s *settings) error {
	start := time.Now()
	check.Prelude()
	library := since(start)
	t := &table{title: "front end, ms"}
	t.add("program", "lines", "parse", "check", "lower", "passes", "all", "us/line", "")
	for _, x := range []struct{ name, text string }{
		{"cell", cell}, {"cell with a gradient", gradientCell}, {"generated", generated(2000)},
	} {
		var parse, chk, low, passes []float64
		for range s.runs {
			_, _, ph, err := front(x.text, "main")
			if err != nil {
				return fmt.Errorf("%s: %w", x.name, err)
			}
			parse, chk = append(parse, ph.parse), append(chk, ph.check)
			low, passes = append(low, ph.lower), append(passes, ph.passes)
		}
		lines := strings.Count(x.text, "\n")
		all := median(parse) + median(chk) + median(low) + median(passes)
		t.add(x.name, fmt.Sprint(lines), ms(median(parse)), ms(median(chk)), ms(median(low)), ms(median(passes)),
			ms(all), fmt.Sprintf("%.1f", all*1e3/float64(lines)), "")
	}
	t.print()
	fmt.Fprintf(tables, "the library, once in a process: %s ms (scalar modules come when first used)\n", ms(library))
	return nil
}

// cell is ten lines that use the library here and there.
const cell = `def mean [n] (xs: [n]f64) = f64.sum xs / f64.i64 n
def variance [n] (xs: [n]f64) =
  let m = mean xs
  in mean (map (\x -> (x - m) ** 2) xs)
def standardise [n] (xs: [n]f64) =
  let (m, s) = (mean xs, f64.sqrt (variance xs))
  in map (\x -> (x - m) / s) xs
def smooth [n] (xs: [n]f64) = scan (\a b -> 0.9 * a + b) 0 xs
def main (n: i64) =
  iota n |> map f64.i64 |> standardise |> smooth |> reduce f64.max f64.lowest
`

// gradientCell differentiates it.
var gradientCell = strings.Replace(strings.Replace(cell, "def main (n: i64) =", "def f [n] (xs: [n]f64) =", 1),
	"iota n |> map f64.i64 |>", "xs |>", 1) + "def main [n] (xs: [n]f64) = vjp f xs 1\n"

// generated is a program of about that many lines: functions of scalars, arrays and loops, each of which calls
// the one before, so that main reaches all.
func generated(lines int) string {
	var b strings.Builder
	b.WriteString("def part0 [n] (xs: [n]f64) (k: i64): [n]f64 = map (\\x -> x + f64.i64 k) xs\n")
	n := 0
	for at := 1; at+8 < lines; at += 8 {
		n++
		fmt.Fprintf(&b, `def part%[1]d [n] (xs: [n]f64) (k: i64): [n]f64 =
  let ys = part%[2]d xs (k + %[1]d)
  let s = reduce (+) 0 (map2 (\x y -> x * f64.sin y) xs ys)
  let t = if s > %[1]d then f64.sqrt s else s / 2
  let u = loop acc = t for i < k %% 4 do acc * 0.5 + f64.i64 i
  let zs = map (\y -> (y - t) * 0.25 + u) ys
  in map2 (\z i -> if i %% 2 == 0 then z else -z) zs (iota n)

`, n, n-1)
	}
	fmt.Fprintf(&b, "def main (xs: []f64) = part%d xs 3\n", n)
	return b.String()
}
