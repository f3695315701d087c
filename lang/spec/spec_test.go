package spec

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/lang/value"
)

// show prints what a program's test blocks say, a line for each case.
func show(s *Spec) string {
	var b strings.Builder
	fmt.Fprintf(&b, "blocks %d tags %v", s.Blocks, s.Tags)
	if s.Error != nil {
		fmt.Fprintf(&b, " error %s", s.Error)
	}
	for _, p := range s.Properties {
		fmt.Fprintf(&b, " property %s", p)
	}
	for _, c := range s.Cases {
		fmt.Fprintf(&b, "\n%d %s %q %v in %s", c.Line, c.Entry, c.Name, c.Words, showData(c.Input))
		switch {
		case c.Output != nil:
			fmt.Fprintf(&b, " out %s", showData(*c.Output))
		case c.Auto:
			b.WriteString(" auto")
		case c.Error != nil:
			fmt.Fprintf(&b, " error %s", c.Error)
		}
	}
	return b.String()
}

func showData(d Data) string {
	if d.File != "" {
		return "@" + d.File
	}
	return "{" + strings.Join(strings.Fields(d.Text), " ") + "}"
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"no block", "-- a comment\ndef main = 1\n", "blocks 0 tags []"},
		{"the manual's first", "-- Indexing.\n-- ==\n-- tags { firsttag secondtag }\n-- input { [4,3,2,1] 1i64 }\n-- output { 3 }\n" +
			"-- input { [4,3,2,1] 5i64 }\n-- error: Error*\n\nlet main = 1\n",
			"blocks 1 tags [firsttag secondtag]\n4 main \"\" [] in {[4,3,2,1] 1i64} out {3}\n6 main \"\" [] in {[4,3,2,1] 5i64} error (?s)Error*"},
		{"two blocks, entries", "-- ==\n-- entry: f g\n-- input { 1 } output { 2 }\nentry f = 1\n-- ==\n-- input {}\n",
			"blocks 2 tags []\n3 f \"\" [] in {1} out {2}\n3 g \"\" [] in {1} out {2}\n6 main \"\" [] in {}"},
		{"error of the program", "-- ==\n-- error: wrong .* size\n", "blocks 1 tags [] error (?s)wrong .* size"},
		{"any error", "-- ==\n-- error:\n", "blocks 1 tags [] error (?s)"},
		{"words and names", "-- ==\n-- \"small\" compiled random input { [10]i32 } auto output\n-- nobench input @ data/a.in output @ data/a.out\n",
			"blocks 1 tags []\n2 main \"small\" [compiled random] in {[10]i32} auto\n3 main \"\" [nobench] in @data/a.in out @data/a.out"},
		{"file without space", "-- ==\n-- compiled input @a.gz\n", "blocks 1 tags []\n2 main \"\" [compiled] in @a.gz"},
		{"strings with braces", "-- ==\n-- input { \"a}b\" } output { 3i64 }\n", "blocks 1 tags []\n2 main \"\" [] in {\"a}b\"} out {3i64}"},
		{"values over lines", "-- ==\n-- input { [1,\n--   2] }\n-- output { 3 }\n", "blocks 1 tags []\n2 main \"\" [] in {[1, 2]} out {3}"},
		{"no space after dashes", "--==\n--input {1} output {2}\n", "blocks 1 tags []\n2 main \"\" [] in {1} out {2}"},
		{"structure is Futhark's own", "-- ==\n-- input { 1 } output { 2 }\n-- structure gpu { SegMap 1 }\n", "blocks 1 tags []\n2 main \"\" [] in {1} out {2}"},
		{"property", "-- ==\n-- property: p q\n", "blocks 1 tags [] property p property q"},
		{"not at the start of the line", "  -- ==\n  -- nonsense\n", "blocks 0 tags []"},
		{"carriage returns", "-- ==\r\n-- input { 1 }\r\n-- output { 2 }\r\n", "blocks 1 tags []\n2 main \"\" [] in {1} out {2}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Parse(c.program)
			if err != nil {
				t.Fatal(err)
			}
			if got := show(s); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		{"-- ==\n-- input { 1\n", "line 2: test block: nothing closes this {"},
		{"-- ==\n-- input 1\n", "line 2: test block: expected { or @"},
		{"-- ==\n--\n-- error: (\n", "line 3: test block: error parsing regexp"},
		{"-- ==\n-- nonsense\n", "line 2: test block: expected a test case"},
		{"-- ==\n-- input {} auto\n", "expected output after auto"},
		{"-- ==\n-- input {} output {}\n-- error: x\n", "error: stands without input"},
		{"-- ==\n-- entry:\n", "names no entry point"},
	} {
		_, err := Parse(c.program)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.program, err, c.want)
		}
	}
}

func TestValues(t *testing.T) {
	dir := t.TempDir()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	fmt.Fprint(w, "[1i8, 2i8]")
	w.Close()
	os.WriteFile(filepath.Join(dir, "a.gz"), z.Bytes(), 0o666)
	os.WriteFile(filepath.Join(dir, "a.in"), []byte("true"), 0o666)
	for _, c := range []struct {
		data Data
		want string
	}{
		{Data{Text: "1 [2i64,3]"}, "1i32 [2i64, 3i64]"},
		{Data{File: "a.gz"}, "[1i8, 2i8]"},
		{Data{File: "a.in"}, "true"},
		{Data{Random: true, Text: "[0][2]f32 7i64 -1.5f32"}, "empty([0][2]f32) 7i64 -1.5f32"},
	} {
		vs, err := c.data.Values(dir)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range vs {
			got = append(got, value.Lines(v)...)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%+v: got %s, want %s", c.data, s, c.want)
		}
	}
}

func TestRandom(t *testing.T) {
	d := Data{Random: true, Text: "[100]i8 [100]f32 [10][10]f16 [100]bool u64"}
	vs, err := d.Values("")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := d.Values("")
	for i := range vs {
		if !value.Equal(vs[i], again[i]) {
			t.Errorf("value %d differs the second time", i)
		}
	}
	seen := map[string]bool{}
	for _, v := range vs[:4] {
		a := v.(*value.Array)
		for i := range a.Size() {
			s := a.At(i)
			seen[s.String()] = true
			if a.Elem.IsFloat() && (s.Float64() < 0 || s.Float64() > 1) {
				t.Errorf("%s is not between 0 and 1", s)
			}
		}
	}
	if len(seen) < 200 {
		t.Errorf("only %d different values", len(seen))
	}
	for _, bad := range []string{"[n]i32", "[-1]i32", "[2]", "text", "[99999999999999]i32"} {
		if _, err := (&Data{Random: true, Text: bad}).Values(""); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}
