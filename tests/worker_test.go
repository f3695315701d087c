//go:build unix

package tests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"raido/tests/load"
)

// workers are the processes of workers of this process.
func workers(t *testing.T) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, d := range dirs {
		stat, err := os.ReadFile(d + "/stat")
		if err != nil {
			continue
		}
		f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		args, _ := os.ReadFile(d + "/cmdline")
		if parent, _ := strconv.Atoi(f[1]); parent == os.Getpid() && f[0] != "Z" && strings.Contains(string(args), "\x00worker\x00") {
			pid, _ := strconv.Atoi(filepath.Base(d))
			pids = append(pids, pid)
		}
	}
	return pids
}

// kill ends the one worker that there is.
func kill(t *testing.T) {
	t.Helper()
	pids := workers(t)
	if len(pids) != 1 {
		t.Fatalf("%d workers", len(pids))
	}
	syscall.Kill(pids[0], syscall.SIGKILL)
	for range 3000 {
		if time.Sleep(20 * time.Millisecond); syscall.Kill(pids[0], 0) != nil { // whoever started it has heard how it ended
			time.Sleep(100 * time.Millisecond)
			return
		}
	}
	t.Fatal("the worker does not end")
}

const definitions = "def square (x: i64) = x * x\nlet xs = map square (iota 5)"

// TestWorkerEndsIdle: a worker that ends between cells takes values with it, which come back when they are needed.
func TestWorkerEndsIdle(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	b := isolated(t, "opencl")
	b.want(definitions, "")
	b.want("xs", "[0, 1, 4, 9, 16] : [5]i64")
	kill(t)
	b.want("square 12", "144 : i64")
	b.want("map square xs", "[0, 1, 16, 81, 256] : [5]i64")
	kill(t)
	b.want("%refresh", "computed again: xs, it")
	b.want("%refresh", "no value is stale")
	b.run("let total = i64.sum xs\ndef plus (x: i64) = x + total")
	kill(t)
	b.want("%refresh", "computed again: xs, it") // what was computed from it is not older for that
	b.want("%refresh", "no value is stale")
	b.want("plus 12", "42 : i64")
	kill(t)
	b.want(definitions, "")
	b.want("xs", "[0, 1, 4, 9, 16] : [5]i64")
}

// TestLineage: lost values are computed again from what they came from, also where names mean something else by now, or read
// again from their files; what changed is not taken for what was.
func TestLineage(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	b := isolated(t, "opencl")
	t.Chdir(t.TempDir())
	b.run("def f (x: i64) = x + 1\nlet as = map f (iota 3)\nlet bs = map (* 10) as\nlet cs = map2 (+) as bs")
	b.run("%save map (* 2) (iota 4) n.npy\n%load ns n.npy\nlet ms = map f ns")
	b.run("def f (x: i64) = x + 100\nlet as = [7i64, 7, 7]") // bs, cs and ms are stale, and stay what they are
	kill(t)
	b.want("cs", "[11, 22, 33] : [3]i64")
	b.want("ms", "[1, 3, 5, 7] : [4]i64")
	b.want("(as, ns)", "([7, 7, 7], [0, 2, 4, 6]) : ([3]i64, [4]i64)")
	kill(t)
	b.want("%device interp\nbs", "[10, 20, 30] : [3]i64")
	b.run("%device opencl")
	kill(t)
	b.want("i64.sum cs + i64.sum bs", "126 : i64")
	b.run("%save [1i64] n.npy")
	kill(t)
	b.wantError("map f ns", "n.npy has changed since", "%load it again", "E1004")
	b.want("cs", "[11, 22, 33] : [3]i64")
	b.want("%load ns n.npy\nns", "[1] : [1]i64")
}

// endless is a cell that a device runs for minutes once its program is compiled; begin makes it so.
const endless = "loop x = 1i64 for i < times do (x * 31 + i) % 1000003"

func (b *book) begin() {
	b.want(definitions, "")
	b.run("let times = 1000i64\n" + endless)
	b.run("let times = 100000000000i64")
}

// TestWorkerEndsInCell: a cell whose worker ends is run again on another, and fails if that ends each time.
func TestWorkerEndsInCell(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	b := isolated(t, "opencl")
	b.begin()
	first := workers(t)[0]
	b.when("running", func() { syscall.Kill(first, syscall.SIGKILL) })
	b.want("let x = 1i64 in loop x for i < times / 200 do (x * 31 + i) % 1000003", "63434 : i64")
	killing, killed := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		seen := map[int]time.Time{}
		for killing.Err() == nil {
			for _, pid := range workers(t) {
				if seen[pid].IsZero() {
					seen[pid] = time.Now()
				}
				if time.Since(seen[pid]) > time.Second { // it has begun, also on a busy machine
					syscall.Kill(pid, syscall.SIGKILL)
				}
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	b.wantError(endless, "signal: killed")
	killed()
	<-ended
	b.want("square 3", "9 : i64")
	b.want("%refresh", "computed again: xs")
	b.want("xs", "[0, 1, 4, 9, 16] : [5]i64")
}

// TestWorkerStopped: an interrupt ends a worker that does not stop within a second, and no other.
func TestWorkerStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	b := isolated(t, "opencl")
	b.begin()
	first := workers(t)
	interrupt := func(also func(pid int)) time.Duration {
		ctx, cancel := context.WithCancel(context.Background())
		b.ctx = ctx
		var start time.Time
		pid := workers(t)[0]
		b.when("running", func() {
			start = time.Now()
			also(pid)
			cancel()
		})
		b.wantError(endless, "Interrupted")
		b.ctx = context.Background()
		syscall.Kill(pid, syscall.SIGCONT) // should it live
		return time.Since(start)
	}
	interrupt(func(int) {})
	if now := workers(t); len(now) != 1 || now[0] != first[0] {
		t.Errorf("workers %v, then %v", first, now)
	}
	b.want("xs", "[0, 1, 4, 9, 16] : [5]i64")
	if took := interrupt(func(pid int) { syscall.Kill(pid, syscall.SIGSTOP) }); took > load.Bound(5*time.Second) {
		t.Errorf("an interrupt took %v", took)
	}
	b.want("square 3", "9 : i64")
}

// TestWorkerEndsUnderNextCell: what comes after a cell that was interrupted, and whose worker did not stop, runs on the next worker.
func TestWorkerEndsUnderNextCell(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	b := isolated(t, "")
	const counts = "loop x = 1i64 while x < times do x + 1 + x / times" // its number of iterations is not known before
	const large = "map (\\i -> loop x = i for k < 1000 do (x + k) % 1000) "
	for _, next := range []struct{ code, want string }{
		{"i64.sum (" + large + "(iota 300_000))", "149850000 : i64"},
		{"i64.sum (" + large + "big)", "149850000 : i64"}, // its argument is lost
		{"i64.sum big", "149850000 : i64"},
		{"big[7]", "507 : i64"},
		{"xs", "[0, 1, 4, 9, 16] : [5]i64"},
	} {
		b.want("%reset\n"+definitions, "")
		b.run("let times = 1000i64\n%profile " + counts) // its program is there
		b.run("let big = " + large + "(iota 300_000)\nlet times = 100_000_000_000i64")
		ctx, cancel := context.WithCancel(context.Background())
		b.ctx = ctx
		pid := workers(t)[0]
		b.when("running", func() {
			syscall.Kill(pid, syscall.SIGSTOP)
			cancel()
		})
		b.wantError(counts, "Interrupted")
		b.ctx = context.Background()
		timer := time.AfterFunc(20*time.Second, func() { syscall.Kill(pid, syscall.SIGCONT) }) // should it live
		if got := b.run(next.code); next.want != "" && got != next.want {
			t.Errorf("%s\ngives %q, want %q", next.code, got, next.want)
		}
		if n := len(workers(t)); n > 1 {
			t.Errorf("%d workers", n)
		}
		timer.Stop()
	}
}

// TestWorkerCompiles: nothing can stop the driver's compiler, but an interrupt lets the notebook go on, and the worker stays.
func TestWorkerCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	b := isolated(t, "")
	b.want(definitions, "")
	b.run("let n = 10000000i64")
	first := workers(t)
	for end := time.Now().Add(time.Minute); len(first) == 0 && time.Now().Before(end); first = workers(t) {
		time.Sleep(20 * time.Millisecond) // it starts in the background
	}
	text := fmt.Sprintf("f64.i64 (i + %d)", time.Now().UnixNano()%1000000007) // no cache has it
	for range 150 {
		text = "f64.sin (f64.exp (" + text + "))"
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.ctx = ctx
	var stopped time.Time
	b.when("compiling", func() {
		stopped = time.Now()
		cancel()
	})
	b.wantError("f64.sum (map (\\i -> "+text+") (iota n))", "Interrupted")
	b.ctx = context.Background()
	b.want("square 12", "144 : i64")
	if took := time.Since(stopped); took > load.Bound(2*time.Second) {
		t.Errorf("an interrupt took %v", took)
	}
	if now := workers(t); len(now) != 1 || len(first) != 1 || now[0] != first[0] {
		t.Errorf("workers %v, then %v", first, now)
	}
	b.want("f64.sum (map f64.i64 (iota (n * 100)))", "4.9999999949999974e17 : f64")
}

// TestWorkerArrays: large arrays come and go, failures have their places, and what the interpreter holds outlives the worker.
func TestWorkerArrays(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	b := isolated(t, "")
	b.want("let big = map f64.i64 (iota 1000000)\ndef f (xs: []f64) = f64.sum (map (\\x -> x * x) xs)", "")
	for range 3 {
		b.want("f64.sum (vjp f big 1) == 999999000000", "true : bool")
	}
	kill(t)
	b.run("%refresh")
	b.want("f64.sum (vjp f big 1) == 999999000000", "true : bool")
	if got := b.run("%profile f (map f64.i64 (iota 10_000_000))"); !strings.Contains(got, "reduce") {
		t.Errorf("a profile without kernels:\n%s", got)
	}
	b.want("let none = map (+ 1) (iota 0)\nmap (* 2) none", "[] : [0]i64")
	b.wantError("map (\\i -> big[i * 2]) (iota 1000000)", "RuntimeError", "In [")
}
