// Package adbench has the four problems of ADBench (Srajer, Kukelova, Fitzgibbon 2018) as Futhark programs, and reads
// its data files into arguments for them. The formats stand in the README beside the data.
//
// Imports lang/prim, lang/value.
package adbench

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// Case is a program of this folder with the arguments that a data file gives it.
type Case struct {
	Name    string // of the data file
	Program string // the file here
	Prefix  string // of its entry points: objective, gradient or jacobian, check
	Args    []value.Value
	// Rows, for hand tracking, is the number of points.
	Rows int64
}

// Cases reads all data files of a folder, which is shared/adbench.
func Cases(folder string) ([]Case, error) {
	var out []Case
	for _, p := range []struct {
		pattern, program, prefix string
		read                     func(*numbers) ([]value.Value, int64)
	}{
		{"gmm/1k/*.txt", "gmm.fut", "", readGMM},
		{"ba/*.txt", "ba.fut", "", readBA},
		{"lstm/*.txt", "lstm.fut", "", readLSTM},
		{"hand/small/simple/*.txt", "hand.fut", "simple", readSimple},
		{"hand/small/complicated/*.txt", "hand.fut", "complicated", readComplicated},
	} {
		files, err := filepath.Glob(filepath.Join(folder, p.pattern))
		if err != nil {
			return nil, err
		}
		sort.Strings(files)
		for _, f := range files {
			n, err := open(f)
			if err != nil {
				return nil, err
			}
			args, rows := p.read(n)
			if n.err != nil {
				return nil, n.err
			}
			name := strings.TrimSuffix(filepath.Base(f), ".txt")
			if p.prefix != "" {
				name = p.prefix + "_" + name
			}
			out = append(out, Case{name, p.program, p.prefix, args, rows})
		}
	}
	return out, nil
}

// Entry is the name of an entry point of the case.
func (c Case) Entry(name string) string {
	switch {
	case c.Prefix == "":
		return name
	case name == "objective":
		return c.Prefix
	}
	return c.Prefix + "_" + name
}

// numbers reads the words of a file as numbers; the first error stays.
type numbers struct {
	path  string
	words []string
	err   error
}

func open(path string) (*numbers, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n := &numbers{path: path}
	sc := bufio.NewScanner(strings.NewReader(string(data)))
	sc.Buffer(nil, 1<<26)
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		n.words = append(n.words, strings.Split(sc.Text(), ":")...)
	}
	return n, sc.Err()
}

func (n *numbers) word() string {
	if len(n.words) == 0 {
		n.fail(fmt.Errorf("%s ends too early", n.path))
		return "0"
	}
	w := n.words[0]
	n.words = n.words[1:]
	return w
}

func (n *numbers) fail(err error) {
	if n.err == nil {
		n.err = err
	}
}

func (n *numbers) int() int64 {
	x, err := strconv.ParseInt(n.word(), 10, 64)
	if err != nil {
		n.fail(fmt.Errorf("%s: %w", n.path, err))
	}
	return x
}

func (n *numbers) float() float64 {
	x, err := strconv.ParseFloat(n.word(), 64)
	if err != nil {
		n.fail(fmt.Errorf("%s: %w", n.path, err))
	}
	return x
}

func (n *numbers) floats(count int64) []float64 {
	out := make([]float64, count)
	for i := range out {
		out[i] = n.float()
	}
	return out
}

func (n *numbers) array(shape ...int64) value.Value {
	count := int64(1)
	for _, d := range shape {
		count *= d
	}
	return floats(n.floats(count), shape...)
}

func floats(xs []float64, shape ...int64) value.Value {
	a := value.FromSlice(prim.F64, xs)
	a.Shape = shape
	return a
}

func ints(xs []int64, shape ...int64) value.Value {
	a := value.FromSlice(prim.I64, xs)
	a.Shape = shape
	return a
}
