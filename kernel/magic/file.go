package magic

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"raido/display"
	"raido/kernel/files"
	"raido/lang/diag"
	"raido/lang/file"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
	"raido/lang/value"
)

func fileMagics() []*Def {
	kinds := "The ending of the name says the format: .npy (NumPy), .csv and .tsv, .txt and .in (Futhark's text), .bin and .out (Futhark's binary form), .png."
	return []*Def{
		{Name: "load", Args: "NAME FILE [--as TYPE]", Doc: "defines NAME as the value in a file", Takes: filePaths, Defines: true, Binds: loadedName, Run: magicLoad,
			Help: kinds + " NAME is a value like that of a top-level let. A CSV file with a head is a record of its columns, one without is a matrix, or a vector if it has one column; " +
				"a column is of i64, f64 or bool, an empty cell or NA is NaN; the cells of a column of texts are numbered, and the numbers told. Several values in Futhark's form are a tuple. An image is [][]u32 (ARGB); --as reads it as [][][3]u8, [][]u8 or [][]f64. " +
				"--as f32 changes the element type, and numbers that do not fit are an error.",
			Options: []Option{{"as", "TYPE", "the type to read it as: f32, or [][]f32"}},
			Example: "%save [1.0, 2.0, 3.0] /tmp/raido-example.npy\n%load xs /tmp/raido-example.npy --as f32\nxs"},
		{Name: "save", Args: "E FILE", Doc: "writes the value of E to a file", Takes: filePaths, Names: true, Run: magicSave,
			Help:    kinds + " CSV takes vectors, matrices and records of vectors; an image takes what %image shows.",
			Example: "%save map f64.sqrt [1, 2, 3] /tmp/raido-example.csv"},
	}
}

// origin is the file that a value was loaded from.
type origin struct {
	path string // absolute
	sum  [sha256.Size]byte
	as   *files.Type
}

// magicLoad is %load NAME FILE [--as TYPE].
func magicLoad(c *Call) (display.Bundle, error) {
	l, err := c.loadArguments()
	if err != nil {
		return display.Bundle{}, err
	}
	from := &origin{as: l.as}
	if from.path, err = filepath.Abs(expand(l.path)); err != nil {
		return display.Bundle{}, fileError(l.file, l.path, err)
	}
	data, err := file.Read(from.path, file.Limit())
	if err != nil {
		return display.Bundle{}, fileError(l.file, l.path, err)
	}
	from.sum = sha256.Sum256(data)
	v, note, err := files.Read(from.path, data, l.as)
	if err != nil {
		return display.Bundle{}, usage(l.file, "%s: %v", l.path, err)
	}
	if note != "" {
		note = "\n" + note
	}
	b := &syntax.Builder{At: c.Name.To(c.Args)}
	d := b.Def("let", l.name.Text(), l.name, b.Hole())
	d.Ret, d.Doc = typeOf(b, v), fmt.Sprintf("Loaded from %s.%s", strings.ReplaceAll(l.path, "\n", " "), note)
	if err := c.Notebook().Bind(d, v, from); err != nil {
		return display.Bundle{}, err
	}
	return display.Text(l.name.Text() + " : " + display.TypeOf(v) + ", from " + l.path + note), nil
}

// typeOf is the type of a value that files.Read gives.
func typeOf(b *syntax.Builder, v value.Value) syntax.TypeExp {
	switch v := v.(type) {
	case value.Scalar:
		return b.Type(v.Type.String())
	case *value.Array:
		return b.ArrayType(v.Shape, b.Type(v.Elem.String()))
	case *value.Record:
		var fields []syntax.TypeExp
		for _, f := range v.Fields {
			fields = append(fields, typeOf(b, f))
		}
		return b.ArrayType(v.Shape, b.RecordType(v.Names, fields))
	default: // files have no sums
	}
	diag.Bugf("a file gave %s", display.TypeOf(v))
	return nil
}

// load is a call of %load.
type load struct {
	name, file diag.Span
	path       string
	as         *files.Type
}

// loadArguments reads the arguments of %load: options may stand anywhere.
func (p Part) loadArguments() (*load, error) {
	l := &load{}
	var words []diag.Span
	for at := p.Args; ; {
		opts, rest, err := p.options(at)
		if err != nil {
			return nil, err
		}
		if text := opts.text("as"); text != "" {
			if l.as, err = files.ParseType(text); err != nil {
				return nil, usage(opts["as"], "%v", err)
			}
		}
		if strings.TrimSpace(rest.Text()) == "" {
			break
		}
		word, n := optionValue(rest)
		if n < 0 {
			return nil, unclosed(rest)
		}
		words = append(words, word)
		at = rest
		at.Start += n
	}
	if len(words) == 2 && isName(words[0].Text()) {
		l.name, l.file, l.path = words[0], words[1], words[1].Text()
		return l, nil
	}
	d := usage(p.Args, "%%load takes a name and a file")
	if len(words) > 0 && !isName(words[0].Text()) {
		d.Span, d.Msg = words[0], fmt.Sprintf("%q cannot be the name of a value", words[0].Text())
	}
	d.Hint = "for example: %load xs data.npy; a path with spaces stands in double quotes"
	return nil, d
}

// loadedName is the name that a call of %load defines.
func loadedName(p Part) []string {
	l, err := p.loadArguments()
	if err != nil {
		return nil
	}
	return []string{l.name.Text()}
}

// isName reports whether a text is a name that a value can have.
func isName(text string) bool {
	tokens := scan.Tokens(&diag.Source{Text: text})
	return len(tokens) > 0 && tokens[0].Kind == scan.KindName && tokens[0].Text() == text && !slices.Contains(scan.Keywords(), text)
}

// magicSave is %save E FILE.
func magicSave(c *Call) (display.Bundle, error) {
	text := c.Args.Text()
	path, at := "", c.Args
	if strings.HasSuffix(text, `"`) && strings.Count(text, `"`) >= 2 {
		at.End = at.Start + strings.LastIndexByte(text[:len(text)-1], '"')
	} else {
		at.End = at.Start + strings.LastIndexAny(text, " \t\n") + 1
	}
	path = unquoted(text[at.End-at.Start:])
	where := diag.Span{Source: at.Source, Start: at.End, End: c.Args.End}
	if strings.TrimSpace(at.Text()) == "" || path == "" {
		d := usage(c.Args, "%%save takes an expression and a file")
		d.Hint = "for example: %save map (+ 1) xs data.npy; a path with spaces stands in double quotes"
		return display.Bundle{}, d
	}
	v, err := c.evaluate(at)
	if err != nil {
		return display.Bundle{}, err
	}
	data, err := files.Write(path, v.Val)
	if err != nil {
		return display.Bundle{}, usage(where, "%s: %v; this is %s", path, err, v.Type)
	}
	if err := file.Write(expand(path), data); err != nil {
		return display.Bundle{}, fileError(where, path, err)
	}
	return display.Text(fmt.Sprintf("%s: %d bytes, %s", path, len(data), v.Type)), nil
}

// Read implements Origin.
func (o *origin) Read() (value.Value, error) {
	data, err := file.Read(o.path, file.Limit())
	switch {
	case err != nil:
		return nil, fmt.Errorf("its file %s cannot be read any more", o.path)
	case sha256.Sum256(data) != o.sum:
		return nil, fmt.Errorf("its file %s has changed since", o.path)
	}
	v, _, err := files.Read(o.path, data, o.as)
	if err != nil {
		return nil, fmt.Errorf("its file %s %w", o.path, err)
	}
	return v, nil
}
