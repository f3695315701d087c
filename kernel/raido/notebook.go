package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"raido/backend/engines"
	"raido/kernel/notebook"
	"raido/kernel/session"
	"raido/lang/file"
)

// notebookCmd is raido notebook: Run All without Jupyter.
type notebookCmd struct {
	File        string        `arg:"" help:"The notebook (.ipynb)."`
	Output      string        `placeholder:"FILE" help:"Write the executed notebook there; - is stdout. With neither this nor --html the notebook itself gets the outputs."`
	HTML        string        `name:"html" placeholder:"FILE" help:"Write a page that needs nothing else; - is stdout."`
	Trust       bool          `help:"Leave scripts and the like in the page that markdown and earlier outputs of the notebook bring."`
	Timeout     time.Duration `placeholder:"TIME" help:"Stop a cell that takes longer, as in 90s or 5m."`
	AllowErrors bool          `help:"Go on after a cell that fails."`
	Backend     string        `placeholder:"NAME" help:"Execution backend; the best that is there if not given."`
}

// Run implements kong's command.
func (c *notebookCmd) Run(e *env) error {
	if err := checkBackend(c.Backend); err != nil {
		return err
	}
	text, err := file.Read(c.File, file.Limit())
	if err != nil {
		return usage("%s: %v", c.File, err)
	}
	nb, err := notebook.Parse(c.File, text)
	if err != nil {
		return err
	}
	if c.Output == "" && c.HTML == "" {
		c.Output = c.File
	}
	for _, path := range []*string{&c.Output, &c.HTML} {
		if *path != "" && *path != "-" {
			if *path, err = filepath.Abs(*path); err != nil {
				return usage("%v", err)
			}
			if err := writable(*path); err != nil { // said before the cells run, not after
				return err
			}
		}
	}
	began := time.Now()
	failed := c.execute(e, nb)
	if err := c.write(e, nb); err != nil {
		return err
	}
	var cell *notebook.CellError
	if errors.As(failed, &cell) {
		return failure{fmt.Errorf("%s: cell %d failed, and what comes after it did not run\n%s",
			c.File, cell.Cell, notebook.Plain(strings.Join(cell.Failure.Traceback, "\n")))}
	}
	if failed != nil {
		return failure{fmt.Errorf("%s: %w", c.File, failed)}
	}
	fmt.Fprintf(e.stderr, "%s: all cells ran, in %.1f s\n", c.File, time.Since(began).Seconds())
	return nil
}

// execute runs the cells in the notebook's folder, where Jupyter starts kernels.
func (c *notebookCmd) execute(e *env, nb *notebook.Notebook) error {
	if binary, err := os.Executable(); err == nil {
		engines.Isolate(binary, "worker")
	}
	if err := os.Chdir(filepath.Dir(c.File)); err != nil {
		return err
	}
	s := session.New(c.Backend)
	defer s.Shutdown(false)
	return nb.Execute(e.ctx, s, notebook.Options{Timeout: c.Timeout, AllowErrors: c.AllowErrors})
}

// write writes what was asked for.
func (c *notebookCmd) write(e *env, nb *notebook.Notebook) error {
	if c.Output != "" {
		text, err := nb.Text()
		if err != nil {
			return err
		}
		if err := e.writeFile(c.Output, text); err != nil {
			return err
		}
	}
	if c.HTML != "" {
		name := strings.TrimSuffix(filepath.Base(c.File), ".ipynb")
		return e.writeFile(c.HTML, nb.HTML(name, c.Trust))
	}
	return nil
}

// writeFile writes a file whole or not at all; - is stdout.
func (e *env) writeFile(path string, text []byte) error {
	if path == "-" {
		_, err := e.stdout.Write(text)
		return err
	}
	if err := file.Write(path, text); err != nil {
		return failure{fmt.Errorf("cannot write %s: %w", path, err)}
	}
	return nil
}

// writable tells why a file could not be written.
func writable(path string) error {
	if err := file.Writable(path); err != nil {
		return failure{fmt.Errorf("cannot write %s: %w", path, err)}
	}
	return nil
}
