package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"raido/tests/golden"
	"raido/tests/turns"
)

// ipynb is what the test reads of a notebook.
type ipynb struct {
	Cells []struct {
		Type     string   `json:"cell_type"`
		Source   []string `json:"source"`
		Metadata struct {
			Tags []string `json:"tags"`
		} `json:"metadata"`
		Outputs []struct {
			Type      string                     `json:"output_type"`
			Name      string                     `json:"name"`
			Text      text                       `json:"text"`
			Data      map[string]json.RawMessage `json:"data"`
			Traceback []string                   `json:"traceback"`
		} `json:"outputs"`
	} `json:"cells"`
}

// text is a string, or lines of one.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var lines []string
	if json.Unmarshal(b, &lines) == nil {
		*t = text(strings.Join(lines, ""))
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}

// measured is the tag of cells that show times, or differences of the last digits: nothing of their text is compared but
// the words of its last line.
const measured = "measured"

// measuredCells tells which code cells have the tag.
func (nb *ipynb) measuredCells() (out []bool) {
	for _, c := range nb.Cells {
		if c.Type == "code" {
			out = append(out, slices.Contains(c.Metadata.Tags, measured))
		}
	}
	return out
}

// shown lists the outputs of each code cell: their text, and which pictures come with it.
func (nb *ipynb) shown(t *testing.T) [][]string {
	var out [][]string
	for _, c := range nb.Cells {
		if c.Type != "code" {
			continue
		}
		var cell []string
		for _, o := range c.Outputs {
			s := o.Type + " " + o.Name + string(o.Text) + strings.Join(o.Traceback, "\n")
			if raw, ok := o.Data["text/plain"]; ok {
				var plain text
				if err := json.Unmarshal(raw, &plain); err != nil {
					t.Fatal(err)
				}
				s += string(plain)
			}
			for _, mime := range []string{"image/svg+xml", "image/png", "text/html", "text/latex"} {
				if _, ok := o.Data[mime]; ok {
					s += "\n+ " + mime
				}
			}
			cell = append(cell, s)
		}
		out = append(out, cell)
	}
	return out
}

// TestNotebooks executes every notebook with `raido notebook` and, by turns, with nbconvert, and
// compares what its cells show with what is kept in it. Numbers may differ in the last digits, those of measured cells in all.
func TestNotebooks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: drives programs of others")
	}
	nbconvert, err := exec.LookPath("/usr/bin/jupyter-nbconvert")
	if err != nil {
		t.Skip("jupyter-nbconvert is not installed (apt: jupyter-nbconvert)")
	}
	dir := t.TempDir()
	raido := build(t)
	if out, err := exec.Command(raido, "install", "--prefix", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	notebooks, err := filepath.Glob("../notebooks/*.ipynb")
	if err != nil || len(notebooks) < 2 {
		t.Fatalf("notebooks: %v %v", notebooks, err)
	}
	for _, path := range notebooks {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			if !golden.Updating() {
				compareNotebook(t, executedHere(t, raido, path), path)
			}
			if !golden.Updating() && !turns.Has("nbconvert "+name) {
				return
			}
			run := exec.Command(nbconvert, "--to", "notebook", "--execute", "--ExecutePreprocessor.timeout=300", "--output-dir", dir, path)
			run.Env = append(os.Environ(), "JUPYTER_PATH="+filepath.Join(dir, "share", "jupyter"))
			if out, err := run.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if golden.Updating() {
				keepOutputs(t, filepath.Join(dir, name), path)
				return
			}
			compareNotebook(t, filepath.Join(dir, name), path)
		})
	}
}

// executedHere executes a notebook with `raido notebook` and gives the path of the result.
func executedHere(t *testing.T, raido, path string) string {
	out := filepath.Join(t.TempDir(), "out.ipynb")
	if text, err := exec.Command(raido, "notebook", path, "--output", out).CombinedOutput(); err != nil {
		t.Fatalf("raido notebook: %v\n%s", err, text)
	}
	const valid = `import nbformat, sys
text = open(sys.argv[1], encoding="utf-8").read()
nb = nbformat.reads(text, as_version=4)
nbformat.validate(nb)
assert nbformat.writes(nb) + "\n" == text, "not as nbformat writes it"`
	if text, err := exec.Command("/usr/bin/python3", "-c", valid, out).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	return out
}

// compareNotebook compares what an executed notebook shows with what is kept.
func compareNotebook(t *testing.T, executed, path string) {
	kept := readNotebook(t, path)
	got, want, loose := readNotebook(t, executed).shown(t), kept.shown(t), kept.measuredCells()
	if len(got) != len(want) {
		t.Fatalf("%d code cells, %d kept", len(got), len(want))
	}
	for i := range want {
		compareCell(t, fmt.Sprintf("code cell %d", i+1), got[i], want[i], loose[i])
	}
}

// readmePictures are shown in README.md: the picture of a notebook whose title begins so.
var readmePictures = map[string]struct{ notebook, title string }{
	"density.svg":  {"05-gmm", "The density that was learned"},
	"jacobian.svg": {"07-inverse-problem", "Jacobian, 312"},
}

// TestReadmePictures: they are those that the notebooks keep.
func TestReadmePictures(t *testing.T) {
	for name, from := range readmePictures {
		got := ""
		for _, c := range readNotebook(t, "../notebooks/"+from.notebook+".ipynb").Cells {
			for _, o := range c.Outputs {
				var svg text
				if raw, ok := o.Data["image/svg+xml"]; ok && json.Unmarshal(raw, &svg) == nil && strings.Contains(string(svg), ">"+from.title) {
					got = string(svg)
				}
			}
		}
		path := "../notebooks/pictures/" + name
		if got == "" {
			t.Fatalf("%s has no picture %q", from.notebook, from.title)
		}
		golden.Text(t, path, got)
	}
}

func readNotebook(t *testing.T, path string) *ipynb {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	nb := &ipynb{}
	if err := json.Unmarshal(data, nb); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return nb
}

// keepOutputs writes an executed notebook over the kept one, without times of execution.
func keepOutputs(t *testing.T, from, to string) {
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	var nb map[string]any
	if err := json.Unmarshal(data, &nb); err != nil {
		t.Fatal(err)
	}
	for _, c := range nb["cells"].([]any) {
		delete(c.(map[string]any)["metadata"].(map[string]any), "execution")
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(nb); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func compareCell(t *testing.T, cell string, got, want []string, loose bool) {
	if len(got) != len(want) {
		t.Errorf("%s shows %d outputs, %d kept:\n%s", cell, len(got), len(want), strings.Join(got, "\n"))
		return
	}
	for i := range want {
		same := sameText(got[i], want[i])
		if loose {
			same = conclusion(got[i]) == conclusion(want[i])
		}
		if !same {
			t.Errorf("%s shows\n%s\nkept is\n%s", cell, got[i], want[i])
		}
	}
}

// What a kernel reaches of the device's peak may be a share or, on a busy machine another time, that its data came from caches.
var quantity = regexp.MustCompile(number.String() + ` [nµmkMG]?[sB]\b|memory ` + number.String() + ` %|from caches`)

// conclusion is the words of the last line of a text, without quantities and their units, and the pictures after it.
func conclusion(text string) string {
	lines := strings.Split(text, "\n")
	n := len(lines)
	for n > 1 && strings.HasPrefix(lines[n-1], "+ ") {
		n--
	}
	return words(quantity.ReplaceAllString(strings.Join(lines[n-1:], "\n"), "#"))
}

var number = regexp.MustCompile(`-?\d+(\.\d+)?(e[-+]?\d+)?`)

// roof is how close a kernel comes to its bound, and which bound that is: another machine has others.
var roof = regexp.MustCompile(`\b(memory|arithmetic) \d+ %|\bfrom caches\b`)

// words is a text without its numbers and spaces.
func words(s string) string {
	s = roof.ReplaceAllString(s, "#")
	return strings.Join(strings.Fields(number.ReplaceAllString(s, "#")), "")
}

// sameText compares texts: words exactly (spaces aside, they align columns), numbers to six digits, and
// numbers next to nothing as zero.
func sameText(got, want string) bool {
	if words(got) != words(want) {
		return false
	}
	g, w := number.FindAllString(got, -1), number.FindAllString(want, -1)
	for i := range w {
		x, _ := strconv.ParseFloat(g[i], 64)
		y, _ := strconv.ParseFloat(w[i], 64)
		if math.Abs(x-y) > 1e-6*math.Abs(y)+1e-9 {
			return false
		}
	}
	return true
}
