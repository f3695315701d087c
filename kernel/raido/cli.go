package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"raido/kernel/session"
	"raido/lang/diag"
)

// grammar is the command line. Each command has a method Run in its own file.
type grammar struct {
	Check checkCmd `cmd:"" help:"Type check a program and its imports."`
	Run   runCmd   `cmd:"" help:"Run an entry point: its arguments are read from stdin, its result is printed."`
	Dump  dumpCmd  `cmd:"" help:"Print the program after a pass, or the OpenCL C made of it."`
	Bench benchCmd `cmd:"" help:"Time an entry point; prints one line of JSON."`
	Test  testCmd  `cmd:"" help:"Run the test blocks of programs."`

	Gradcheck gradcheckCmd `cmd:"" help:"Compare the derivatives of an entry point in all the ways there are."`

	Notebook  notebookCmd  `cmd:"" help:"Execute a notebook, and write its outputs and a page of it."`
	Kernel    kernelCmd    `cmd:"" help:"Serve a Jupyter front end (Jupyter starts this)."`
	Install   installCmd   `cmd:"" help:"Register the kernel with Jupyter."`
	Uninstall uninstallCmd `cmd:"" help:"Take the kernel away from Jupyter."`
	Worker    workerCmd    `cmd:"" hidden:"" help:"Run a device's driver for a kernel (the kernel starts this)."`
	Devices   devicesCmd   `cmd:"" hidden:"" help:"List the devices of drivers as JSON (doctor starts this)."`
	Doctor    doctorCmd    `cmd:"" help:"Tell what is installed, and what to do about what is missing."`

	Version kong.VersionFlag `help:"Print the version."`
}

// env is what commands know of the world.
type env struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
}

// The exit statuses.
const (
	exitOK = iota
	exitCompile
	exitRuntime
	exitUsage
	exitInternal
)

// command runs the command line and gives the exit status. A panic is a bug of ours, status 4.
func command(e *env, args []string) (status int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(e.stderr, "raido: %v\nPlease report it with the program that shows it.\n", diag.Caught(r, "", nil))
			status = exitInternal
		}
	}()
	var g grammar
	exited := -1
	parser, err := kong.New(&g, kong.Name("raido"), kong.Description("Futhark with automatic differentiation."),
		kong.Writers(e.stdout, e.stderr), kong.Exit(func(code int) { exited = code; panic(exitNow{}) }), kong.Bind(e),
		kong.Vars{"version": "raido " + session.Version})
	if err != nil {
		diag.Bugf("command line: %v", err)
	}
	ctx, err := parse(parser, dashes(wordsForFlags(args)))
	switch {
	case exited >= 0:
		return exited
	case err != nil:
		fmt.Fprintf(e.stderr, "raido: %v\n%s\n", err, hint(parser, args))
		return exitUsage
	}
	return e.report(ctx.Run())
}

// exitNow leaves the parser when it has printed the help.
type exitNow struct{}

func parse(p *kong.Kong, args []string) (ctx *kong.Context, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exitNow); !ok {
				panic(r)
			}
		}
	}()
	return p.Parse(args)
}

// wordsForFlags allows help, help COMMAND and version for the flags.
func wordsForFlags(args []string) []string {
	switch {
	case len(args) == 0:
		return args
	case args[0] == "help":
		return append(append([]string{}, args[1:]...), "--help")
	case args[0] == "version":
		return []string{"--version"}
	}
	return args
}

// hint says where a wrong call can be mended: at the command, or at its arguments.
func hint(p *kong.Kong, args []string) string {
	var names []string
	for _, c := range p.Model.Children {
		if len(args) > 0 && c.Name == args[0] {
			return "raido help " + c.Name + " tells what it takes"
		}
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	if len(args) > 0 {
		if near := diag.Nearest(args[0], names); near != "" {
			return "did you mean raido " + near + "? raido help lists the commands"
		}
	}
	return "the commands are " + strings.Join(names, ", ") + "; raido help tells more"
}

// dashes allows long flags with one dash, as in dump -after.
func dashes(args []string) []string {
	out := append([]string{}, args...)
	for i, a := range out {
		if len(a) > 2 && a[0] == '-' && a[1] != '-' && a[1] >= 'a' && a[1] <= 'z' {
			out[i] = "-" + a
		}
	}
	return out
}

// report prints an error to stderr and gives the exit status for it.
func (e *env) report(err error) int {
	if err == nil {
		return exitOK
	}
	var f failure
	if errors.As(err, &f) {
		fmt.Fprintln(e.stderr, f.error)
		return exitCompile
	}
	list := diagsOf(err)
	if len(list) == 0 {
		fmt.Fprintf(e.stderr, "raido: %v\n", err)
		return exitInternal
	}
	e.print(list)
	return statusOf(list)
}

// print writes diagnostics to stderr.
func (e *env) print(list diag.List) {
	if len(list) > 0 {
		fmt.Fprintln(e.stderr, diag.RenderList(list, false))
	}
}

func diagsOf(err error) diag.List {
	var list diag.List
	var d *diag.Diag
	switch {
	case errors.As(err, &list):
		return list
	case errors.As(err, &d):
		return diag.List{d}
	}
	return nil
}

// statusOf is the exit status for diagnostics. A real error weighs more than a construct that is not
// supported: a program with a type error is wrong whatever else it uses.
func statusOf(list diag.List) int {
	status := exitOK
	for _, d := range list.Errors() {
		s := exitCompile
		switch d.Class {
		case diag.Runtime, diag.Memory, diag.Interrupt:
			s = exitRuntime
		case diag.Usage:
			s = exitUsage
		case diag.Unsupported, diag.Device:
			s = exitInternal
		}
		if status == exitOK || s == exitCompile {
			status = s
		}
	}
	return status
}

// usage is an error in how raido is called.
func usage(format string, args ...any) error {
	return &diag.Diag{Class: diag.Usage, Code: codeUsage, Msg: fmt.Sprintf(format, args...)}
}

var codeUsage = diag.Register("E0901", "The command line is called wrongly, or its input is malformed.")
