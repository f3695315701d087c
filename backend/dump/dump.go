package dump

import (
	"fmt"
	"io"
	"strings"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/host"
	"raido/backend/opencl"
	"raido/backend/seg"
	"raido/backend/wasm"
	"raido/lang/core"
	"raido/lang/diag"
)

var codeNoPass = diag.Register("E1310", "There is no pass of that name.")

// form is a form of the way to a device, after all passes on core.
type form struct {
	name  string
	write func(w io.Writer, p *core.Prog) error
}

// forms are the forms of the way to a device: the program as it is flattened and after each pass on it, and the text that the
// driver compiles, for WebAssembly the kernels of which modules are made, statement by statement. The task forms have the program as one sequential task.
func forms() []form {
	out := []form{{"flat", flattened(flat.Program, "flat")}}
	for _, pass := range backend.KernelPipeline {
		out = append(out, form{pass.Name, flattened(flat.Program, pass.Name)})
	}
	return append(out, form{"flat-task", flattened(flat.Task, "flat")}, form{"opencl", source(opencl.Open, flat.Program)}, form{"opencl-task", source(opencl.Open, flat.Task)},
		form{"wasm", source(wasm.Open, flat.Program)}, form{"wasm-task", source(wasm.Open, flat.Task)})
}

// After writes the program after the pass of that name, of those on core or those on flat programs, or in another form of the way
// to a device. What depends on the device is for the one that is there. The error lists all names if there is none of that name.
func After(w io.Writer, p *core.Prog, name string) error {
	for _, pass := range backend.Pipeline {
		if pass.Name == name {
			p, err := backend.PassesUpTo(p, name)
			if err == nil {
				_, err = io.WriteString(w, core.Print(p))
			}
			return err
		}
	}
	for _, f := range forms() {
		if f.name == name {
			p, err := backend.Passes(p)
			if err != nil {
				return err
			}
			return f.write(w, p)
		}
	}
	return &diag.Diag{Class: diag.Usage, Code: codeNoPass, Msg: fmt.Sprintf("no pass %q", name), Hint: "the passes are " + strings.Join(Names(), " ")}
}

// Names are the names that After takes, in order, and before them lower, for the program as it comes.
func Names() []string {
	names := []string{"lower"}
	for _, pass := range backend.Pipeline {
		names = append(names, pass.Name)
	}
	for _, f := range forms() {
		names = append(names, f.name)
	}
	return names
}

// flattened writes the flat form after a pass on it.
func flattened(translate host.Translation, last string) func(w io.Writer, p *core.Prog) error {
	return func(w io.Writer, p *core.Prog) error {
		s, err := host.Flat(p, translate, last, opencl.Target())
		if err == nil {
			_, err = io.WriteString(w, seg.Print(s))
		}
		return err
	}
}

// source writes what a device gets.
func source(open func() (*host.Engine, error), translate host.Translation) func(w io.Writer, p *core.Prog) error {
	return func(w io.Writer, p *core.Prog) error {
		e, err := open()
		if err != nil {
			return err
		}
		defer e.Close()
		text, err := e.Text(p, translate)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	}
}
