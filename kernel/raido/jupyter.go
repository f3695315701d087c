package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"raido/backend/cl"
	"raido/backend/engines"
	"raido/install"
	"raido/kernel"
	"raido/kernel/session"
)

// kernelCmd is raido kernel: what Jupyter starts.
type kernelCmd struct {
	File    string `short:"f" required:"" placeholder:"FILE" help:"The connection file."`
	Backend string `placeholder:"NAME" help:"Execution backend; the best that is there if not given."`
}

// Run implements kong's command.
func (c *kernelCmd) Run(e *env) error {
	if err := checkBackend(c.Backend); err != nil {
		return err
	}
	defer kernel.Detach()()
	if binary, err := os.Executable(); err == nil {
		engines.Isolate(binary, "worker")
	}
	s := session.New(c.Backend)
	// SIGINT cancels the context of the command line, but to a kernel it means: interrupt the cell.
	if err := kernel.Serve(context.WithoutCancel(e.ctx), c.File, s); err != nil {
		return failure{fmt.Errorf("raido kernel: %w", err)}
	}
	return nil
}

// workerCmd is raido worker: what the kernel starts for a device's driver.
type workerCmd struct{}

// Run implements kong's command.
func (workerCmd) Run(*env) error {
	if err := engines.ServeWorker(); err != nil {
		return failure{fmt.Errorf("raido worker: %w", err)}
	}
	return nil
}

// failure is an error of the surroundings, exit status 1.
type failure struct{ error }

// place says where a kernelspec goes.
type place struct {
	User      bool   `xor:"place" help:"For this user (the default)."`
	SysPrefix bool   `xor:"place" help:"Into the active virtual or conda environment."`
	Prefix    string `xor:"place" placeholder:"DIR" help:"Into DIR/share/jupyter/kernels."`
	Name      string `placeholder:"NAME" help:"Name of the kernel (raido)."`
}

func (p place) options() install.Options {
	return install.Options{SysPrefix: p.SysPrefix, Prefix: p.Prefix, Name: p.Name}
}

// installCmd is raido install.
type installCmd struct {
	place
	DisplayName string `placeholder:"TEXT" help:"Name for people (Raido (Futhark), with NAME if it is another)."`
	Check       bool   `help:"Change nothing: tell what is there and what lacks; status 1 if something does."`
}

// Run implements kong's command.
func (c *installCmd) Run(e *env) error {
	o := c.options()
	o.DisplayName = c.DisplayName
	if c.Check {
		return checkInstall(e, o)
	}
	folder, err := install.Install(o)
	if err != nil {
		return failure{err}
	}
	fmt.Fprintf(e.stdout, "installed the kernelspec in %s\n", folder)
	if how := install.GetJupyter(); how != "" {
		fmt.Fprintf(e.stdout, "no Jupyter is in PATH yet: %s\n", how)
	}
	return nil
}

// checkInstall prints what is there and what lacks.
func checkInstall(e *env, o install.Options) error {
	probeApart()
	lines, err := install.Check(e.ctx, o)
	if err != nil {
		return failure{err}
	}
	missing := 0
	for _, line := range lines {
		fmt.Fprintln(e.stdout, line)
		if line.Level == install.Missing {
			missing++
		}
	}
	if missing > 0 {
		return failure{fmt.Errorf("%d of these %d are missing", missing, len(lines))}
	}
	return nil
}

// uninstallCmd is raido uninstall.
type uninstallCmd struct{ place }

// Run implements kong's command.
func (c *uninstallCmd) Run(e *env) error {
	folder, err := install.Uninstall(c.options())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintf(e.stdout, "there is no kernelspec of raido in %s\n", folder)
	case err != nil:
		return failure{err}
	default:
		fmt.Fprintf(e.stdout, "removed %s\n", folder)
	}
	return nil
}

// devicesCmd is raido devices: what doctor starts to look at drivers.
type devicesCmd struct{}

// Run implements kong's command. A driver that never comes back has no more time than whoever waits gives it, also if nobody waits any more.
func (devicesCmd) Run(e *env) error {
	time.AfterFunc(cl.StartPatience(), func() { os.Exit(exitInternal) })
	return json.NewEncoder(e.stdout).Encode(install.FindDevices())
}

// probeApart has drivers looked at in a process of its own.
func probeApart() {
	if binary, err := os.Executable(); err == nil {
		install.Probe = []string{binary, "devices"}
	}
}

// doctorCmd is raido doctor.
type doctorCmd struct{}

// Run implements kong's command.
func (doctorCmd) Run(e *env) error {
	probeApart()
	for _, line := range install.Doctor(e.ctx) {
		fmt.Fprintln(e.stdout, line)
	}
	return nil
}
