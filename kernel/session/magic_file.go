package session

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"raido/backend"
	"raido/display"
	"raido/kernel/session/files"
	"raido/lang/diag"
	"raido/lang/file"
	"raido/lang/lower"
	"raido/lang/syntax"
	"raido/lang/types"
	"raido/lang/value"
)

func fileMagics() []*magicDef {
	kinds := "The ending of the name says the format: .npy (NumPy), .csv and .tsv, .txt and .in (Futhark's text), .bin and .out (Futhark's binary form), .png."
	return []*magicDef{
		{name: "load", args: "NAME FILE [--as TYPE]", doc: "defines NAME as the value in a file", takes: filePaths, defines: true, run: magicLoad,
			help: kinds + " NAME is a value like that of a top-level let. A CSV file with a head is a record of its columns, one without is a matrix, or a vector if it has one column; " +
				"a column is of i64, f64 or bool, an empty cell or NA is NaN; the cells of a column of texts are numbered, and the numbers told. Several values in Futhark's form are a tuple. An image is [][]u32 (ARGB); --as reads it as [][][3]u8, [][]u8 or [][]f64. " +
				"--as f32 changes the element type, and numbers that do not fit are an error.",
			options: []option{{"as", "TYPE", "the type to read it as: f32, or [][]f32"}},
			example: "%save [1.0, 2.0, 3.0] /tmp/raido-example.npy\n%load xs /tmp/raido-example.npy --as f32\nxs"},
		{name: "save", args: "E FILE", doc: "writes the value of E to a file", takes: filePaths, names: true, run: magicSave,
			help:    kinds + " CSV takes vectors, matrices and records of vectors; an image takes what %image shows.",
			example: "%save map f64.sqrt [1, 2, 3] /tmp/raido-example.csv"},
	}
}

// origin is the file that a value was loaded from.
type origin struct {
	path string // absolute
	sum  [sha256.Size]byte
	as   *files.Type
}

// magicLoad is %load NAME FILE [--as TYPE].
func magicLoad(c *cell, p part) (display.Bundle, error) {
	name, path, as, err := loadArguments(p)
	if err != nil {
		return display.Bundle{}, err
	}
	from := &origin{as: as}
	if from.path, err = filepath.Abs(expand(path)); err != nil {
		return display.Bundle{}, fileError(p.args, path, err)
	}
	data, err := file.Read(from.path, file.Limit())
	if err != nil {
		return display.Bundle{}, fileError(p.args, path, err)
	}
	from.sum = sha256.Sum256(data)
	v, note, err := files.Read(from.path, data, as)
	if err != nil {
		return display.Bundle{}, usage(p.args, "%s: %v", path, err)
	}
	typ := display.TypeOf(v)
	if note != "" {
		note = "\n" + note
	}
	text := fmt.Sprintf("-- | Loaded from %s.%s\nlet %s : %s = ???", strings.ReplaceAll(path, "\n", " "), strings.ReplaceAll(note, "\n", "\n-- "), name, typ)
	if err := c.bindLoaded(text, v, from); err != nil {
		return display.Bundle{}, err
	}
	return display.Text(name + " : " + typ + ", from " + path + note), nil
}

// loadArguments reads the arguments of %load: options may stand anywhere.
func loadArguments(p part) (name, path string, as *files.Type, err error) {
	var words []string
	for at := p.args; ; {
		opts, rest, err := p.options(at)
		if err != nil {
			return "", "", nil, err
		}
		if text := opts["as"]; text != "" {
			if as, err = files.ParseType(text); err != nil {
				return "", "", nil, usage(p.args, "%v", err)
			}
		}
		if strings.TrimSpace(rest.Text()) == "" {
			break
		}
		word, n := optionValue(rest.Text())
		if n < 0 {
			return "", "", nil, unclosed(rest)
		}
		words = append(words, word)
		at = rest
		at.Start += n
	}
	if len(words) == 2 && isName(words[0]) {
		return words[0], words[1], as, nil
	}
	d := usage(p.args, "%%load takes a name and a file")
	if len(words) > 0 && !isName(words[0]) {
		d.Msg = fmt.Sprintf("%q cannot be the name of a value", words[0])
	}
	d.Hint = "for example: %load xs data.npy; a path with spaces stands in double quotes"
	return "", "", nil, d
}

// isName tells whether a text is a name that a value can have.
func isName(text string) bool {
	tokens := syntax.Tokens(&diag.Source{Text: text})
	return len(tokens) > 0 && tokens[0].Kind == syntax.KindName && tokens[0].Text() == text && !slices.Contains(syntax.Keywords(), text)
}

// bindLoaded enters a definition that has no other meaning than the value v.
func (c *cell) bindLoaded(text string, v value.Value, from *origin) error {
	src := c.part("", text)
	parsed, errs := syntax.ParseCell(src)
	if bad := errs.Errors(); len(bad) > 0 {
		return bad
	}
	e, errs := c.declare(&piece{src: src, decl: parsed.Decls[0]})
	if bad := errs.Errors(); len(bad) > 0 {
		return bad
	}
	h := &held{from: from, typ: types.Print(e.defs[0].Ret)}
	if err := c.upload(h, e.defs[0], v); err != nil {
		return err
	}
	e.values = map[*types.Symbol]*held{e.defs[0].Sym: h}
	c.finished(&piece{defines: e.names})
	return nil
}

// upload brings the value of a loaded definition to the engine.
func (c *cell) upload(h *held, def *types.Def, v value.Value) error {
	engine, err := c.ready()
	if err != nil {
		return err
	}
	if h.iface == nil {
		if _, h.iface, err = lower.Program(def); err != nil {
			return err
		}
	}
	one := lower.Iface{Globals: []lower.Global{{Sym: def.Sym, Rep: h.iface.Ret}}}
	leaves, err := one.Leaves([]value.Value{arranged(v, h.iface.Ret.Names)})
	if err != nil {
		return err
	}
	var up []backend.Value
	c.made = append(c.made, h)
	for _, l := range leaves {
		u, err := engine.Upload(c.ctx, l)
		if err != nil {
			return err
		}
		up = append(up, u)
		h.leaves = up
	}
	return nil
}

// arranged is a record with its fields in the order of its type.
func arranged(v value.Value, names []string) value.Value {
	r, ok := v.(*value.Record)
	if !ok {
		return v
	}
	out := &value.Record{Names: names}
	for _, n := range names {
		out.Fields = append(out.Fields, r.Fields[slices.Index(r.Names, n)])
	}
	return out
}

// magicSave is %save E FILE.
func magicSave(c *cell, p part) (display.Bundle, error) {
	text := p.args.Text()
	path, at := "", p.args
	if strings.HasSuffix(text, `"`) && strings.Count(text, `"`) >= 2 {
		at.End = at.Start + strings.LastIndexByte(text[:len(text)-1], '"')
	} else {
		at.End = at.Start + strings.LastIndexAny(text, " \t\n") + 1
	}
	path = unquoted(text[at.End-at.Start:])
	if strings.TrimSpace(at.Text()) == "" || path == "" {
		d := usage(p.args, "%%save takes an expression and a file")
		d.Hint = "for example: %save map (+ 1) xs data.npy; a path with spaces stands in double quotes"
		return display.Bundle{}, d
	}
	v, err := c.evaluate(only(p.src, at.Start, at.End))
	if err != nil {
		return display.Bundle{}, err
	}
	data, err := files.Write(path, v.val)
	if err != nil {
		return display.Bundle{}, usage(p.args, "%s: %v; this is %s", path, err, v.typ)
	}
	if err := file.Write(expand(path), data); err != nil {
		return display.Bundle{}, fileError(p.args, path, err)
	}
	return display.Text(fmt.Sprintf("%s: %d bytes, %s", path, len(data), v.typ)), nil
}

// read reads the file of a value again.
func (o *origin) read(name string) (value.Value, error) {
	data, err := file.Read(o.path, file.Limit())
	why := ""
	switch {
	case err != nil:
		why = "cannot be read any more"
	case sha256.Sum256(data) != o.sum:
		why = "has changed since"
	default:
		v, _, err := files.Read(o.path, data, o.as)
		if err == nil {
			return v, nil
		}
		why = err.Error()
	}
	return nil, &diag.Diag{Class: diag.Device, Code: codeLost,
		Msg:  fmt.Sprintf("the value of %s was on the device, whose process ended, and its file %s %s", name, o.path, why),
		Hint: "%load it again"}
}
