package notebook

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"raido/display"
	"raido/lang/diag"
)

// Notebook is a notebook file.
type Notebook struct {
	Cells  []*Cell
	fields map[string]any // of the file
}

// Cell is a cell of it.
type Cell struct {
	Type    string // "code", "markdown" or "raw"
	ID      string
	Source  string
	Count   int // execution count, 0 if it did not run
	Outputs []*Output
	fields  map[string]any
}

// Output is one thing that a code cell shows.
type Output struct {
	Type    string // "stream", "display_data", "execute_result" or "error"
	Name    string // of the stream
	Text    string // of the stream
	Bundle  display.Bundle
	Count   int // of an execute_result
	Failure display.Failure
	made    bool // by this process; else it comes from a file
}

// raw forms of a file, as far as they are looked at.
type (
	rawCell struct {
		Type    string      `json:"cell_type"`
		ID      string      `json:"id"`
		Source  lines       `json:"source"`
		Count   *int        `json:"execution_count"`
		Outputs []rawOutput `json:"outputs"`
	}
	rawOutput struct {
		Type      string         `json:"output_type"`
		Name      string         `json:"name"`
		Text      lines          `json:"text"`
		Data      map[string]any `json:"data"`
		Metadata  map[string]any `json:"metadata"`
		Count     *int           `json:"execution_count"`
		EName     string         `json:"ename"`
		EValue    string         `json:"evalue"`
		Traceback []string       `json:"traceback"`
	}
)

// lines is a text that may be stored as a list of lines.
type lines string

// UnmarshalJSON implements json.Unmarshaler.
func (l *lines) UnmarshalJSON(b []byte) error {
	var list []string
	if json.Unmarshal(b, &list) == nil {
		*l = lines(strings.Join(list, ""))
		return nil
	}
	return json.Unmarshal(b, (*string)(l))
}

var codeFormat = diag.Register("E0903", "The file is not a notebook that can be read: not JSON, not nbformat 4, or for another kernel.")

// bad is a fault of a notebook file.
func bad(hint, format string, args ...any) error {
	return &diag.Diag{Class: diag.Usage, Code: codeFormat, Msg: fmt.Sprintf(format, args...), Hint: hint}
}

// Parse reads a notebook file. Cells of versions before 4.5 get ids.
func Parse(name string, text []byte) (*Notebook, error) {
	var file struct {
		Format int               `json:"nbformat"`
		Cells  []json.RawMessage `json:"cells"`
		Meta   struct {
			Spec struct{ Name, Language string } `json:"kernelspec"`
			Info struct{ Name string }           `json:"language_info"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, bad("a notebook is a JSON file that ends in .ipynb", "%s is not a notebook: %v", name, err)
	}
	if file.Format != 4 {
		return nil, bad("open it in Jupyter and save it, which makes it version 4", "%s is a notebook of version %d, and only version 4 can be read", name, file.Format)
	}
	language := file.Meta.Spec.Language
	if language == "" {
		language = file.Meta.Info.Name
	}
	if language != "" && language != "futhark" {
		return nil, bad("choose Raido as its kernel in Jupyter", "%s is a notebook of %s (kernel %q), not of Futhark", name, language, file.Meta.Spec.Name)
	}
	nb := &Notebook{}
	if err := decode(text, &nb.fields); err != nil {
		return nil, bad("", "%s: %v", name, err)
	}
	seen := map[string]bool{}
	for i, text := range file.Cells {
		c, err := parseCell(text)
		if err != nil {
			return nil, bad("", "%s: cell %d: %v", name, i+1, err)
		}
		for n := i + 1; c.ID == "" || seen[c.ID]; n++ {
			c.ID = fmt.Sprintf("cell-%02d", n)
		}
		seen[c.ID] = true
		nb.Cells = append(nb.Cells, c)
	}
	return nb, nil
}

func parseCell(text []byte) (*Cell, error) {
	var raw rawCell
	if err := decode(text, &raw); err != nil {
		return nil, err
	}
	c := &Cell{Type: raw.Type, ID: raw.ID, Source: string(raw.Source)}
	if err := decode(text, &c.fields); err != nil {
		return nil, err
	}
	if raw.Count != nil {
		c.Count = *raw.Count
	}
	for _, o := range raw.Outputs {
		out := &Output{Type: o.Type, Name: o.Name, Text: string(o.Text), Bundle: display.Bundle{Data: joined(o.Data), Metadata: o.Metadata},
			Failure: display.Failure{Name: o.EName, Value: o.EValue, Traceback: o.Traceback}}
		if o.Count != nil {
			out.Count = *o.Count
		}
		c.Outputs = append(c.Outputs, out)
	}
	return c, nil
}

// decode reads JSON with numbers as they are written.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// isJSON reports whether the data of a MIME type are JSON rather than text.
func isJSON(mime string) bool { return mime == display.MIMEJSON || strings.HasSuffix(mime, "+json") }

// isBinary reports whether the data of a MIME type are base64 in a file.
func isBinary(mime string) bool {
	return strings.HasPrefix(mime, "image/") && mime != display.MIMESVG || mime == "application/pdf"
}

// joined makes texts of lists of lines.
func joined(data map[string]any) map[string]any {
	for mime, v := range data {
		list, ok := v.([]any)
		if !ok || isJSON(mime) {
			continue
		}
		var b strings.Builder
		for _, l := range list {
			s, _ := l.(string)
			b.WriteString(s)
		}
		data[mime] = b.String()
	}
	return data
}

// Text is the notebook as a file: nbformat 4.5, keys sorted, texts as lists of lines, as Jupyter writes it.
func (nb *Notebook) Text() ([]byte, error) {
	cells := []any{}
	for _, c := range nb.Cells {
		cells = append(cells, c.file())
	}
	nb.fields["cells"] = cells
	nb.fields["nbformat"] = 4
	if minor, _ := nb.fields["nbformat_minor"].(json.Number); minor == "" || len(minor) == 1 && minor < "5" {
		nb.fields["nbformat_minor"] = 5
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(nb.fields); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (c *Cell) file() map[string]any {
	out := map[string]any{"metadata": map[string]any{}}
	for k, v := range c.fields {
		out[k] = v
	}
	out["id"], out["source"] = c.ID, splitLines(c.Source)
	if c.Type != "code" {
		return out
	}
	out["execution_count"] = count(c.Count)
	outputs := []any{}
	for _, o := range c.Outputs {
		outputs = append(outputs, o.file())
	}
	out["outputs"] = outputs
	return out
}

func (o *Output) file() map[string]any {
	out := map[string]any{"output_type": o.Type}
	switch o.Type {
	case "stream":
		out["name"], out["text"] = o.Name, splitLines(o.Text)
		return out
	case "error":
		out["ename"], out["evalue"], out["traceback"] = o.Failure.Name, o.Failure.Value, append([]string{}, o.Failure.Traceback...)
		return out
	case "execute_result":
		out["execution_count"] = count(o.Count)
	}
	data := map[string]any{}
	for mime, v := range o.Bundle.Data {
		switch v := v.(type) {
		case []byte:
			data[mime] = base64.StdEncoding.EncodeToString(v)
		case string:
			data[mime] = v
			if !isJSON(mime) && !isBinary(mime) {
				data[mime] = splitLines(v)
			}
		default:
			data[mime] = v
		}
	}
	out["data"], out["metadata"] = data, o.Bundle.Metadata
	if o.Bundle.Metadata == nil {
		out["metadata"] = map[string]any{}
	}
	return out
}

// count is an execution count in a file, null for none.
func count(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// splitLines cuts a text after its line ends.
func splitLines(s string) []string {
	if s == "" {
		return []string{}
	}
	out := strings.SplitAfter(s, "\n")
	if out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}
