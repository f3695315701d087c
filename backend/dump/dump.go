package dump

import (
	"fmt"
	"io"
	"slices"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/opencl"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

var codeNoPass = diag.Register("E1310", "There is no pass of that name.")

// deviceForms are what After gives of the way to the device, after all passes: the flat form, and the text that the
// driver compiles; each for parallel running and as one sequential task.
var deviceForms = []struct {
	name      string
	translate opencl.Translation
	text      bool // of OpenCL C
}{
	{"flat", flat.Program, false},
	{"flat-task", flat.Task, false},
	{"opencl", flat.Program, true},
	{"opencl-task", flat.Task, true},
}

// After runs the pipeline up to the pass of that name and writes the program in text form; after the passes come
// flat and opencl, with flat-task and opencl-task. The text for the driver depends on the device, so it takes one. The
// error names all of them if there is none of that name.
func After(w io.Writer, p *core.Prog, name string) error {
	names := ""
	for _, pass := range backend.Pipeline {
		if pass.Name == name {
			p, err := backend.PassesUpTo(p, name)
			if err == nil {
				_, err = io.WriteString(w, core.Print(p))
			}
			return err
		}
		names += " " + pass.Name
	}
	for _, f := range deviceForms {
		if f.name == name {
			p, err := backend.Passes(p)
			if err != nil {
				return err
			}
			return form(w, p, f.translate, f.text)
		}
		names += " " + f.name
	}
	return &diag.Diag{Class: diag.Usage, Code: codeNoPass, Msg: fmt.Sprintf("no pass %q", name), Hint: "the passes are" + names}
}

// Names are the names that After takes, in order, and before them lower, for the program as it comes.
func Names() []string {
	names := []string{"lower"}
	for _, pass := range backend.Pipeline {
		if !slices.Contains(names, pass.Name) {
			names = append(names, pass.Name)
		}
	}
	for _, f := range deviceForms {
		names = append(names, f.name)
	}
	return names
}

// form writes a form of a program that has gone through the passes.
func form(w io.Writer, p *core.Prog, translate opencl.Translation, text bool) error {
	if !text {
		s, err := opencl.Flat(p, translate)
		if err == nil {
			_, err = io.WriteString(w, seg.Print(s))
		}
		return err
	}
	e, err := opencl.Open()
	if err != nil {
		return err
	}
	defer e.Close()
	all, err := e.Text(p, translate)
	if err == nil {
		_, err = io.WriteString(w, all)
	}
	return err
}
