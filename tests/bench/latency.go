package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"raido/display"
	"raido/kernel/session"
)

// latencyGroup times cells of fresh sessions, each in a process of its own: with empty caches on disk, and with those
// that the process before has left.
func latencyGroup(s *settings) error {
	binary, err := os.Executable()
	if err != nil {
		return err
	}
	figures := map[string][]float64{}
	for range min(s.runs, 5) {
		dir, err := os.MkdirTemp("", "raido-bench")
		if err != nil {
			return err
		}
		for _, caches := range []string{"cold", "warm"} {
			fmt.Fprintf(os.Stderr, "latency, %s caches ...\n", caches)
			cmd := exec.Command(binary, "-session", caches)
			cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+dir, "POCL_CACHE_DIR="+dir+"/pocl")
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				os.RemoveAll(dir)
				return err
			}
			for line := range strings.Lines(string(out)) {
				name, x, _ := strings.Cut(strings.TrimSpace(line), "\t")
				var f float64
				if _, err := fmt.Sscan(x, &f); err == nil {
					figures[name] = append(figures[name], f)
				}
			}
		}
		os.RemoveAll(dir)
	}
	t := &table{title: "latency, ms of the time of day: a cell of 30 lines that fits a model by gradients"}
	t.add("", "", "bound", "")
	for _, r := range latencies {
		f := -1.0
		if len(figures[r.name]) > 0 {
			f = median(figures[r.name])
		}
		t.add(r.name, ms(f), r.bound, "")
	}
	t.print()
	return nil
}

var latencies = []struct{ name, bound string }{
	{"first cell, cold", "<= 1500"},
	{"edited cell, cold", ""},
	{"first cell, warm", "<= 150"},
	{"edited cell, warm", ""},
	{"unchanged cell, cold", "<= 2"},
	{"unchanged cell, warm", "<= 2"},
	{"the same of another value, cold", ""},
	{"the same of another value, warm", ""},
	{"trivial cell", ""},
	{"picture of a Jacobian, 200 x 200", "<= 150"},
}

// sessionCells is the process that latencyGroup starts: it runs cells and prints how long they took.
func sessionCells(caches string) error {
	n := session.New("")
	defer n.Shutdown(false)
	count := 0
	cell := func(text string) (float64, error) {
		count++
		start := time.Now()
		r := n.Execute(context.Background(), text, session.ExecuteOptions{Count: count, Store: true}, silence{})
		if r.Err != nil {
			return 0, fmt.Errorf("%s: %s", r.Err.Name, r.Err.Value)
		}
		return since(start), nil
	}
	say := func(name, text string, times int, first ...string) error {
		var all []float64
		for range times {
			for _, f := range first { // not timed
				if _, err := cell(f); err != nil {
					return err
				}
			}
			x, err := cell(text)
			if err != nil {
				return err
			}
			all = append(all, x)
		}
		fmt.Printf("%s\t%f\n", name, median(all))
		return nil
	}
	edited := strings.Replace(thirtyLines, "t > 30", "t > 29", 1)
	errs := []error{say("first cell, "+caches, thirtyLines, 1), say("unchanged cell, "+caches, thirtyLines, 9),
		say("edited cell, "+caches, edited, 1), say("trivial cell", "1 + 1", 9)}
	time.Sleep(time.Second) // caches are written in the background
	// With everything defined already, and nothing computed.
	errs = append(errs, say("the same of another value, "+caches, "let w2 = fit (i32.f64 rate)\nlet g2 = gradient w2\n(loss w2, along w2 g2 - dot g2 g2, g2)", 9,
		"let rate = 21f64", "let rate = 20f64"))
	return errors.Join(append(errs, jacobianPicture(cell))...)
}

// jacobianPicture tells how much longer a Jacobian takes when its picture is new than when it is known.
func jacobianPicture(cell func(string) (float64, error)) error {
	const rows = "def rows (s: f64) (x: [200]f64) = map (\\i -> f64.sum (map2 (\\v j -> f64.sin (v * f64.i64 (i + j) + s)) x (iota 200))) (iota 200)\n" +
		"let at = map f64.i64 (iota 200)"
	if _, err := cell(rows); err != nil {
		return err
	}
	var more []float64
	for k := range 5 {
		_, err := cell(fmt.Sprintf("let s = %df64", k))
		fresh, err1 := cell("%jacobian (rows s) at")
		known, err2 := cell("%jacobian (rows s) at")
		if err := errors.Join(err, err1, err2); err != nil {
			return err
		}
		if k > 0 { // compiled by now
			more = append(more, fresh-known)
		}
	}
	fmt.Printf("picture of a Jacobian, 200 x 200\t%f\n", median(more))
	return nil
}

// silence takes what cells show.
type silence struct{}

func (silence) Stream(string, string)          {}
func (silence) Display(display.Bundle, string) {}
func (silence) Update(display.Bundle, string)  {}
func (silence) Clear(bool)                     {}
func (silence) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("no input")
}
