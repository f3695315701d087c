package backend

import (
	"context"
	"fmt"
	"strings"

	"raido/backend/cl"
	"raido/lang/diag"
)

// Names are the engines that Open knows: the reference interpreter, the OpenCL device, and the interpreter that takes
// derivatives at run time, a second opinion on those that are made by transformation.
var Names = []string{"interp", "opencl", "dual"}

// Open starts the engine of that name. An unknown name is a diag.Usage, an engine that this machine cannot
// run a diag.Device with what to install.
func Open(name string) (Engine, error) {
	switch name {
	case "interp":
		return newInterp(), nil
	case "dual":
		return newDual(), nil
	case "opencl":
		if len(workerCommand) > 0 {
			return &withFallback{Engine: newRemote(workerCommand), interp: newInterp()}, nil // Ready reports whether it is there
		}
		e, err := openDevice()
		if err != nil {
			return nil, err
		}
		return &withFallback{Engine: e, interp: newInterp()}, nil
	}
	return nil, &diag.Diag{Class: diag.Usage, Code: codeNoBackend, Msg: fmt.Sprintf("unknown backend %q", name),
		Hint: "the backends are " + strings.Join(Names, ", ")}
}

// openDevice is the device's engine in this process.
func openDevice() (*openCL, error) {
	if err := cl.Available(); err != nil {
		return nil, &diag.Diag{Class: diag.Device, Code: codeNoDevice, Msg: err.Error(),
			Hint: "the backend interp needs no device"}
	}
	return newOpenCL()
}

// Ready waits until an engine is ready to run programs. The error says why it never will be.
func Ready(ctx context.Context, e Engine) error {
	if f, ok := e.(*withFallback); ok {
		e = f.Engine
	}
	if r, ok := e.(*remote); ok {
		return r.ready(ctx)
	}
	return nil
}

// Default is the engine of a notebook: the OpenCL device where there is one, with the interpreter for small
// programs, and the interpreter alone elsewhere; then note says why. If devices live in processes of their own,
// it is the first program for the device that learns whether there is one.
func Default() (e Engine, note string) {
	e, err := Open("opencl")
	if err == nil {
		return newAuto(e), strings.Join(cl.CacheProblems(), "\n")
	}
	return newInterp(), "no OpenCL device, running on the interpreter: " + err.Error()
}
