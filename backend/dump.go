package backend

import (
	"fmt"
	"io"
	"slices"

	"raido/backend/flat"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

// deviceForms are what DumpAfter gives of the way to the device, after all passes: the flat form, and the text that the
// driver compiles; each for parallel running and as one sequential task.
var deviceForms = []struct {
	name      string
	translate func(*core.Prog) (*seg.Prog, error)
	text      bool // of OpenCL C
}{
	{"flat", flat.Program, false},
	{"flat-task", flat.Task, false},
	{"opencl", flat.Program, true},
	{"opencl-task", flat.Task, true},
}

// DumpAfter runs the pipeline up to the pass of that name and writes the program in text form; after the passes come
// flat and opencl, with flat-task and opencl-task. The text for the driver depends on the device, so it takes one. The
// error names all of them if there is none of that name.
func DumpAfter(w io.Writer, p *core.Prog, name string) error {
	names := ""
	for _, pass := range Pipeline {
		if pass.Name == name {
			p, err := runPasses(Pipeline, p, name)
			if err == nil {
				_, err = io.WriteString(w, core.Print(p))
			}
			return err
		}
		names += " " + pass.Name
	}
	for _, f := range deviceForms {
		if f.name == name {
			p, err := Passes(p)
			if err != nil {
				return err
			}
			return dumpForm(w, p, f.translate, f.text)
		}
		names += " " + f.name
	}
	return &diag.Diag{Class: diag.Usage, Code: codeNoPass, Msg: fmt.Sprintf("no pass %q", name), Hint: "the passes are" + names}
}

// DumpNames are the names that DumpAfter takes, in order, and before them lower, for the program as it comes.
func DumpNames() []string {
	names := []string{"lower"}
	for _, pass := range Pipeline {
		if !slices.Contains(names, pass.Name) {
			names = append(names, pass.Name)
		}
	}
	for _, f := range deviceForms {
		names = append(names, f.name)
	}
	return names
}

// dumpForm writes a form of a program that has gone through the passes.
func dumpForm(w io.Writer, p *core.Prog, translate func(*core.Prog) (*seg.Prog, error), text bool) error {
	if err := inlinable(p); err != nil {
		return err
	}
	if !text {
		s, err := translate(p)
		if err != nil {
			return err
		}
		s = RunKernelPasses(s, "")
		_, err = io.WriteString(w, seg.Print(s))
		return err
	}
	e, err := Open("opencl")
	if err != nil {
		return err
	}
	defer e.Close()
	device := e.(*withFallback).Engine.(*openCL)
	f, err := device.form(p, device.target, translate)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, f.gen.Text()+f.gen.LaneText())
	return err
}
