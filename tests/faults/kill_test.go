//go:build linux

package faults

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// workers are the processes of workers whose environment has that text.
func workers(mark string) []int { return processes("worker", mark) }

// processes are those of a command of raido whose environment has that text.
func processes(command, mark string) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, d := range dirs {
		args, _ := os.ReadFile(d + "/cmdline")
		environ, _ := os.ReadFile(d + "/environ")
		if strings.HasSuffix(string(args), "\x00"+command+"\x00") && strings.Contains(string(environ), mark) {
			pid, _ := strconv.Atoi(filepath.Base(d))
			pids = append(pids, pid)
		}
	}
	return pids
}

// signalOnce sends a signal to the worker that has stopped at the fault that the file marks.
func signalOnce(t *testing.T, file string, signal syscall.Signal) {
	for range 3000 {
		if _, err := os.Stat(file); err == nil {
			for _, pid := range workers(file) {
				syscall.Kill(pid, signal)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the worker never came to the place")
}

// TestKills: a worker that is killed or stopped for ever, once, while it does something: the cell is answered all the same.
func TestKills(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	for _, place := range places {
		for name, signal := range map[string]syscall.Signal{"SIGKILL": syscall.SIGKILL, "SIGSTOP": syscall.SIGSTOP} {
			t.Run(place+" "+name, func(t *testing.T) {
				t.Parallel()
				once := filepath.Join(t.TempDir(), "once")
				b := newBook(t, "", append(fault(t, place, "pause"), "FAULT_ONCE="+once)...)
				b.want("let xs = map (* 2) (iota 5)\ndef f (x: i64) = x + 1", "")
				start := time.Now()
				go signalOnce(t, once, signal)
				code, want := handed(place)
				r := b.cell(context.Background(), code, 40*time.Second)
				record("kill", place+" "+name, cameOf(r), time.Since(start))
				if r.Err != nil || strings.Join(strings.Fields(r.Value.Plain()), " ") != want {
					t.Errorf("%v %q", r.Err, r.Value.Plain())
				}
				givenUp := starts(place) && signal == syscall.SIGSTOP // or its silence was too long: which comes first depends on the machine
				if said := b.said(); said != "" && !(givenUp && strings.Contains(said, "running on the ")) {
					t.Errorf("said %q", said)
				}
				b.want("map f xs", "[1, 3, 5, 7, 9] : [5]i64")
				b.want(large+" + 1", "14985001 : i64")
			})
		}
	}
}

// TestKillsInterrupted: a cell is interrupted as its worker is killed: it is interrupted, and what comes after it runs.
func TestKillsInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	for _, place := range []string{"build", "launch", "read"} {
		for _, pause := range []int{-3, -1, 0, 1, 3, 10, 30} { // ms from the signal to the interrupt
			t.Run(fmt.Sprint(place, " ", pause), func(t *testing.T) {
				t.Parallel()
				once := filepath.Join(t.TempDir(), "once")
				b := newBook(t, "opencl", append(fault(t, place, "pause"), "FAULT_ONCE="+once)...)
				ctx, cancel := context.WithCancel(context.Background())
				go func() {
					signals := []func(){func() { signalOnce(t, once, syscall.SIGKILL) }, cancel}
					if pause < 0 {
						await(t, "it is at the place", func() bool { _, err := os.Stat(once); return err == nil })
						slices.Reverse(signals)
					}
					signals[0]()
					time.Sleep(time.Duration(max(pause, -pause)) * time.Millisecond)
					signals[1]()
				}()
				start := time.Now()
				code, _ := handed(place)
				r := b.cell(ctx, code, 40*time.Second)
				record("kill", fmt.Sprint("interrupted ", place, " ", pause), cameOf(r), time.Since(start))
				if r.Err == nil || r.Err.Name != "Interrupted" {
					t.Errorf("%v", r.Err)
				}
				b.want(large+" + 1", "14985001 : i64")
			})
		}
	}
}

// TestKillsIdle: a worker that is killed or stopped between cells, with values that only it has.
func TestKillsIdle(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	for name, signal := range map[string]syscall.Signal{"SIGKILL": syscall.SIGKILL, "SIGSTOP": syscall.SIGSTOP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mark := "FAULTS_MARK=" + t.TempDir()
			b := newBook(t, "", mark)
			b.want("let big = map (\\i -> loop x = i for k < 1000 do (x + k) % 1000) (iota 30_000)", "")
			cells := []struct{ code, want string }{
				{"i64.sum big", "14985000 : i64"}, {"big[7]", "507 : i64"}, {large + " + 2", "14985002 : i64"}, {"i64.sum big + length big", "15015000 : i64"},
			}
			if signal == syscall.SIGSTOP { // each takes ten seconds
				cells = cells[:2]
			}
			for _, next := range cells {
				pids := workers(mark)
				if len(pids) != 1 {
					t.Fatalf("workers %v", pids)
				}
				start := time.Now()
				syscall.Kill(pids[0], signal)
				r := b.cell(context.Background(), next.code, 40*time.Second)
				record("kill", "idle "+name, cameOf(r), time.Since(start))
				if r.Err != nil || r.Value.Plain() != next.want {
					t.Errorf("%s: %v %q", next.code, r.Err, r.Value.Plain())
				}
			}
		})
	}
}
