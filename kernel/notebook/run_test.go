package notebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"raido/display"
	"raido/kernel/session"
	"raido/lang/diag"
)

// toy is a session in which a cell says what it does: one word and its argument on each line.
type toy struct{ session.Session }

func (toy) Info() session.Info {
	return session.Info{Language: session.Language{Name: "futhark", MIMEType: "text/x-futhark", FileExtension: ".fut"}}
}

func (toy) Execute(ctx context.Context, code string, o session.ExecuteOptions, out session.Output) (res session.Result) {
	for _, line := range strings.Split(code, "\n") {
		verb, arg, _ := strings.Cut(line, " ")
		switch verb {
		case "print":
			out.Stream("stdout", arg+"\n")
		case "warn":
			out.Stream("stderr", arg+"\n")
		case "flood":
			for range 300 {
				out.Stream("stdout", strings.Repeat("é", 1<<15))
			}
		case "show":
			out.Display(display.Text(arg), "id")
		case "update":
			out.Update(display.Text(arg), "id")
		case "clear":
			out.Clear(arg == "wait")
		case "value":
			res.Value = display.Text(arg).With(display.MIMEPNG, []byte(arg)).With(display.MIMEJSON, map[string]any{"v": arg})
		case "spin":
			<-ctx.Done()
			return session.Result{Err: &session.Error{Name: "Interrupted", Value: "interrupted"}}
		case "fail":
			return session.Result{Err: &session.Error{Name: "TypeError", Value: arg, Traceback: []string{"\x1b[1;31mTypeError\x1b[0m", arg}}}
		}
	}
	return res
}

// file makes a notebook of code cells.
func file(cells ...string) *Notebook {
	var list []any
	for _, c := range cells {
		list = append(list, map[string]any{"cell_type": "code", "metadata": map[string]any{}, "source": c, "outputs": []any{}, "execution_count": 77})
	}
	text, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 4, "metadata": map[string]any{}, "cells": list})
	if err != nil {
		panic(err)
	}
	nb, err := Parse("t.ipynb", text)
	if err != nil {
		panic(err)
	}
	return nb
}

// shown is what a cell shows on one line.
func shown(c *Cell) string {
	out := []string{fmt.Sprint(c.Count)}
	for _, o := range c.Outputs {
		text := o.Text + o.Bundle.Plain() + o.Failure.Name
		out = append(out, o.Type[:2]+" "+o.Name+" "+strings.ReplaceAll(text, "\n", "/"))
	}
	return strings.Join(out, "; ")
}

func TestOutputs(t *testing.T) {
	for _, tc := range []struct {
		cells []string
		want  string
	}{
		{[]string{"print a\nprint b\nwarn c\nprint d"}, "1; st stdout a/b/; st stderr c/; st stdout d/"},
		{[]string{"value 1", "", "value 2"}, "1; ex  1 | 0 | 2; ex  2"},
		{[]string{"show old\nupdate new"}, "1; di  new"},
		{[]string{"show old", "show older\nupdate new"}, "1; di  new | 2; di  new"},
		{[]string{"print a\nclear\nprint b"}, "1; st stdout b/"},
		{[]string{"print a\nclear wait"}, "1; st stdout a/"},
		{[]string{"print a\nclear wait\nprint b"}, "1; st stdout b/"},
		{[]string{"print a\nclear wait\nvalue b", "value c"}, "1; ex  b | 2; ex  c"},
		{[]string{"print a\nfail b", "print c"}, "1; st stdout a/; er  TypeError | 0"},
	} {
		nb := file(tc.cells...)
		err := nb.Execute(context.Background(), toy{}, Options{})
		var got []string
		for _, c := range nb.Cells {
			got = append(got, shown(c))
		}
		if s := strings.Join(got, " | "); s != tc.want {
			t.Errorf("%q shows\n%s, want\n%s", tc.cells, s, tc.want)
		}
		if fails := strings.Contains(tc.want, "er "); fails != (err != nil) {
			t.Errorf("%q: %v", tc.cells, err)
		}
	}
}

func TestErrors(t *testing.T) {
	nb := file("print a", "fail b", "print c")
	err := nb.Execute(context.Background(), toy{}, Options{})
	var cell *CellError
	if !errors.As(err, &cell) || cell.Cell != 2 || cell.Count != 2 || cell.Failure.Name != "TypeError" {
		t.Fatalf("%v", err)
	}
	nb = file("fail b", "print c")
	if err := nb.Execute(context.Background(), toy{}, Options{AllowErrors: true}); err != nil || shown(nb.Cells[1]) != "2; st stdout c/" {
		t.Errorf("%v, %s", err, shown(nb.Cells[1]))
	}
	nb = file("fail b", "print c", "fail d")
	nb.Cells[0].fields["metadata"] = map[string]any{"tags": []any{"raises-exception"}}
	nb.Cells[2].fields["metadata"] = map[string]any{"tags": []any{"skip-execution"}}
	if err := nb.Execute(context.Background(), toy{}, Options{}); err != nil || shown(nb.Cells[2]) != "77" {
		t.Errorf("tags: %v, %s", err, shown(nb.Cells[2]))
	}
	nb = file("spin", "print c")
	err = nb.Execute(context.Background(), toy{}, Options{Timeout: 20 * time.Millisecond})
	if !errors.As(err, &cell) || cell.Failure.Name != "Timeout" || !strings.Contains(cell.Failure.Value, "20ms") {
		t.Errorf("timeout: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := file("spin").Execute(ctx, toy{}, Options{AllowErrors: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestMuchText(t *testing.T) {
	nb := file("flood")
	if err := nb.Execute(context.Background(), toy{}, Options{}); err != nil {
		t.Fatal(err)
	}
	text := nb.Cells[0].Outputs[0].Text
	if len(text) > maxText+100 || !strings.HasSuffix(text, "[output cut: the cell printed more than 10 MB]\n") {
		t.Errorf("%d bytes", len(text))
	}
}

// TestFile reads, executes and writes a file: what is not known stays, what is shown is stored as Jupyter does.
func TestFile(t *testing.T) {
	const text = `{"nbformat": 4, "nbformat_minor": 2, "extra": 1.50, "metadata": {"mine": [1, "<&>"]}, "cells": [
		{"cell_type": "markdown", "metadata": {"a": 1}, "attachments": {"x.png": {"image/png": "QQ=="}}, "source": ["# T\n", "x"]},
		{"cell_type": "code", "id": "keep", "metadata": {}, "execution_count": null, "outputs": [], "source": "print a\nvalue b"},
		{"cell_type": "code", "id": "keep", "metadata": {}, "execution_count": null, "outputs": [], "source": []},
		{"cell_type": "raw", "metadata": {}, "source": "r"}]}`
	nb, err := Parse("t.ipynb", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := nb.Execute(context.Background(), toy{}, Options{}); err != nil {
		t.Fatal(err)
	}
	once, err := nb.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"extra": 1.50`, `"<&>"`, `"x.png"`, `"nbformat_minor": 5`, `"id": "keep"`, `"id": "cell-01"`, `"id": "cell-03"`,
		`"image/png": "Yg=="`, `"application/json": {`, "\"text\": [\n      \"a\\n\"\n     ]", `"name": "raido"`, `"mimetype": "text/x-futhark"`} {
		if !strings.Contains(string(once), want) {
			t.Errorf("no %s in\n%s", want, once)
		}
	}
	again, err := Parse("t.ipynb", once)
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := again.Text(); err != nil || string(twice) != string(once) {
		t.Errorf("read and written it is another: %v\n%s\nwas\n%s", err, twice, once)
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "is not a notebook",
		"[1]":                           "is not a notebook",
		`{"cells": [1]}`:                "version 0",
		`{"nbformat": 3}`:               "version 3",
		`{"nbformat": 4, "cells": [1]}`: "cell 1",
		`{"nbformat": 4, "cells": [{"cell_type": "code", "source": 3}]}`:                   "cell 1",
		`{"nbformat": 4, "metadata": {"kernelspec": {"name": "p", "language": "python"}}}`: "of python",
	} {
		_, err := Parse("t.ipynb", []byte(text))
		var d *diag.Diag
		if !errors.As(err, &d) || !strings.Contains(d.Msg, want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
