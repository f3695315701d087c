package display

import "testing"

func TestTable(t *testing.T) {
	x := &Table{Head: []string{"name", "what", "count"}, Numbers: 2}
	if got := x.Text(); got != "" {
		t.Errorf("an empty table shows %q", got)
	}
	x.Add("a", "<b>", "1000")
	x.Add("größer", "c", "7")
	x.Note("a & b")
	want := "name    what  count\n" +
		"a       <b>    1000\n" +
		"größer  c         7\n" +
		"a & b"
	if got := x.Text(); got != want {
		t.Errorf("text:\n%s\nwant:\n%s", got, want)
	}
	page := `<table><tr><th style="text-align:left">name</th><th style="text-align:left">what</th><th style="text-align:right">count</th></tr>` +
		`<tr><td style="text-align:left">a</td><td style="text-align:left">&lt;b&gt;</td><td style="text-align:right">1000</td></tr>` +
		`<tr><td style="text-align:left">größer</td><td style="text-align:left">c</td><td style="text-align:right">7</td></tr></table>` +
		`<div>a &amp; b</div>`
	if got := x.Bundle().Data[MIMEHTML]; got != page {
		t.Errorf("page:\n%s\nwant:\n%s", got, page)
	}
}
