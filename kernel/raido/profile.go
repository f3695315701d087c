package main

import (
	"fmt"
	"time"

	"raido/backend"
	"raido/display"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/value"
)

// profile is runOn that writes to stderr where the time goes.
func (e *env) profile(engine backend.Engine, file string, p *core.Prog, args []value.Value, front backend.Phase) ([]value.Value, error) {
	before := []backend.Phase{front}
	start := time.Now()
	lap := func(name string) {
		before = append(before, backend.Phase{Name: name, Time: time.Since(start)})
		start = time.Now()
	}
	whole := p
	p, err := backend.Prepare(engine, p)
	if err != nil {
		return nil, err
	}
	lap("passes")
	prog, err := engine.Compile(e.ctx, p)
	if err != nil {
		return nil, err
	}
	prog = backend.WithCheckpoints(engine, whole, prog)
	lap("compile")
	in, err := uploadAll(e.ctx, engine, args)
	defer releaseAll(in)
	if err != nil {
		return nil, err
	}
	upload := time.Since(start)
	results, prof, err := backend.Profiled(e.ctx, prog, in)
	if err != nil {
		return nil, err
	}
	defer releaseAll(results)
	start = time.Now()
	out, err := fetchAll(e.ctx, results)
	if err != nil {
		return nil, err
	}
	t := &display.Table{Head: backend.ProfileHead, Rows: prof.Rows(diag.FileID(file)), Notes: prof.Notes(before...), Numbers: backend.ProfileNumbers}
	t.Note(fmt.Sprintf("arguments to the device %s, results from it %s", backend.Duration(upload), backend.Duration(time.Since(start))))
	kept, err := backend.Kept(whole)
	for _, line := range kept {
		t.Note(line)
	}
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintln(e.stderr, t.Text())
	return out, err
}
