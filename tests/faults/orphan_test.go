//go:build linux

package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"raido/tests/load"
)

// TestOrphans: what a process has started to load drivers ends when that process is killed, wherever the driver is.
func TestOrphans(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	notebook := filepath.Join(t.TempDir(), "a.ipynb")
	source := `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": null, "source": "` +
		`i64.sum (map (\\i -> loop x = i for k < 1000 do (x + k) % 1000) (iota 30_000))"}]}`
	if err := os.WriteFile(notebook, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ child, place, how string }{
		{"worker", "constructor", "pause"}, {"worker", "platforms", "spin"}, {"worker", "build", "spin"}, {"worker", "launch", "pause"},
		{"devices", "constructor", "spin"}, {"devices", "platforms", "pause"},
	} {
		t.Run(c.child+" "+c.place+" "+c.how, func(t *testing.T) {
			t.Parallel()
			once := filepath.Join(t.TempDir(), "once")
			cmd := exec.Command(raido, "notebook", "--output", filepath.Join(filepath.Dir(once), "out.ipynb"), notebook)
			if c.child == "devices" {
				cmd = exec.Command(raido, "doctor")
			}
			cmd.Env = append(append(os.Environ(), fault(t, c.place, c.how)...), "FAULT_ONCE="+once)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			await(t, "the driver is loaded", func() bool { _, err := os.Stat(once); return err == nil })
			start := time.Now()
			cmd.Process.Signal(syscall.SIGKILL)
			cmd.Wait()
			came := "ends"
			if !await(t, "the process has ended", func() bool { return len(processes(c.child, once)) == 0 }) {
				came = "goes on"
				for _, pid := range processes(c.child, once) {
					syscall.Kill(pid, syscall.SIGKILL)
				}
			}
			record("orphan", c.child+" "+c.place+" "+c.how, came, time.Since(start))
		})
	}
}

// await reports whether something comes true in time.
func await(t *testing.T, what string, is func() bool) bool {
	t.Helper()
	for end := time.Now().Add(load.Bound(15 * time.Second)); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if is() {
			return true
		}
	}
	t.Errorf("it never comes true that %s", what)
	return false
}
