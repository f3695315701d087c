package spec

import "strings"

// block reads the directives and cases of a block.
func (r *reader) block() error {
	entries := []string{"main"}
	var err error
	for {
		var words []string
		name := ""
		start := r.pos
		switch c := r.peek(); c {
		case 0:
			return nil
		case '"':
			name = r.quoted()
		}
		for {
			w := r.word()
			switch {
			case w == "input":
				if err := r.testCase(entries, Case{Line: r.at(), Name: name, Words: words}); err != nil {
					return err
				}
			case w == "":
				r.pos = start
				return r.errf("expected a test case, found %q", clip(strings.TrimSpace(r.text[r.pos:])))
			case len(words) > 0 || name != "":
				words = append(words, w)
				continue
			default:
				var known bool
				if known, err = r.directive(w, &entries); err != nil {
					return err
				}
				if !known {
					words = append(words, w)
					continue
				}
			}
			break
		}
	}
}

// directive reads one that is not a case.
func (r *reader) directive(word string, entries *[]string) (known bool, err error) {
	switch word {
	case "tags":
		text, err := r.braces()
		r.spec.Tags = append(r.spec.Tags, strings.Fields(text)...)
		return true, err
	case "entry:":
		*entries = strings.Fields(r.rest())
		if len(*entries) == 0 {
			return true, r.errf("entry: names no entry point")
		}
	case "property:":
		r.spec.Properties = append(r.spec.Properties, strings.Fields(r.rest())...)
	case "error:":
		if len(r.spec.Cases) > 0 {
			return true, r.errf("error: stands without input, but the program has test cases")
		}
		r.spec.Error, err = r.regexp()
	case "warning:":
		w, err := r.regexp()
		r.spec.Warnings = append(r.spec.Warnings, w)
		return true, err
	case "structure": // of the code that Futhark's compiler generates
		for r.peek() != '{' && r.peek() != 0 {
			r.word()
		}
		_, err = r.braces()
	default:
		return false, nil
	}
	return true, err
}

// quoted is a name in quotes.
func (r *reader) quoted() string {
	end := strings.IndexByte(r.text[r.pos+1:], '"')
	if end < 0 {
		end = len(r.text) - r.pos - 1
	}
	s := r.text[r.pos+1 : r.pos+1+end]
	r.pos = min(r.pos+end+2, len(r.text))
	return s
}

// testCase reads what follows the word input, and adds the case for each entry point.
func (r *reader) testCase(entries []string, c Case) error {
	var err error
	if c.Input, err = r.data(); err != nil {
		return err
	}
	c.Input.Random, c.Input.IsScript = c.Has("random"), c.Has("script")
	after := r.pos
	switch w := r.word(); w {
	case "auto":
		if w := r.word(); w != "output" {
			return r.errf("expected output after auto, found %q", w)
		}
		c.Auto = true
	case "output":
		d, err := r.data()
		if err != nil {
			return err
		}
		c.Output = &d
	case "error:":
		if c.Error, err = r.regexp(); err != nil {
			return err
		}
	default:
		r.pos = after // the result does not matter
	}
	for _, e := range entries {
		c.Entry = e
		r.spec.Cases = append(r.spec.Cases, c)
	}
	return nil
}

// data is { values } or @ file.
func (r *reader) data() (Data, error) {
	switch r.peek() {
	case '{':
		text, err := r.braces()
		return Data{Text: text}, err
	case '@':
		r.pos++
		if w := r.word(); w != "" {
			return Data{File: w}, nil
		}
	}
	return Data{}, r.errf("expected { or @ and the name of a file")
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}
