package engines

import (
	"fmt"
	"strings"

	"raido/backend"
	"raido/backend/auto"
	"raido/backend/cl"
	"raido/backend/interp"
	"raido/backend/opencl"
	"raido/backend/wasm"
	"raido/backend/worker"
	"raido/lang/diag"
)

var codeNoBackend = diag.Register("E1309", "There is no backend of that name.")

// Names are the engines that Open knows: the reference interpreter, the OpenCL device, and the interpreter that takes
// derivatives at run time, a second opinion on those that are made by transformation.
var Names = []string{backend.Interp, backend.OpenCL, backend.Wasm, backend.Dual}

// workerCommand starts a worker; empty means that device engines live in this process.
var workerCommand []string

// Isolate lets device engines that are opened from now on live in processes of their own, which the command starts.
func Isolate(command ...string) { workerCommand = command }

// ServeWorker is what such a process does.
func ServeWorker() error {
	return worker.Serve(func() (worker.Device, error) { return opencl.Open() })
}

// Open starts the engine of that name. An unknown name is a diag.Usage, an engine that this machine cannot
// run a diag.Device with what to install.
func Open(name string) (backend.Engine, error) {
	switch name {
	case backend.Interp:
		return interp.New(), nil
	case backend.Dual:
		return interp.NewDual(), nil
	case backend.Wasm:
		e, err := embedded()
		if err != nil {
			return nil, err
		}
		return auto.WithFallback(e), nil
	case backend.OpenCL:
		e, err := device()
		if err != nil {
			return nil, err
		}
		return auto.WithFallback(e), nil
	}
	return nil, &diag.Diag{Class: diag.Usage, Code: codeNoBackend, Msg: fmt.Sprintf("unknown backend %q", name),
		Hint: "the backends are " + strings.Join(Names, ", ")}
}

// device is the engine on the OpenCL device. Of one that lives elsewhere Ready reports whether it is there.
func device() (backend.Engine, error) {
	if len(workerCommand) > 0 {
		return worker.Start(workerCommand), nil
	}
	return opencl.Open()
}

// Default is the engine of a notebook: the OpenCL device where there is one, with the interpreter for small
// programs, and the embedded engine in its place elsewhere; then note says why. If devices live in processes of their own,
// it is the first program for the device that learns whether there is one.
func Default() (e backend.Engine, note string) {
	e, err := device()
	if err == nil {
		return auto.New(e, embedded), strings.Join(cl.CacheProblems(), "\n")
	}
	note = "no OpenCL device, running on the embedded engine: " + err.Error()
	if e, err = embedded(); err != nil {
		return interp.New(), note + "; nor that: " + err.Error()
	}
	return auto.New(e, nil), note
}

// embedded is the engine that needs no device.
func embedded() (backend.Engine, error) {
	e, err := wasm.Open()
	if err != nil {
		return nil, err
	}
	return e, nil
}
