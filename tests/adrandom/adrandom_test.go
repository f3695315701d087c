package adrandom

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"raido/backend/engines"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/tests/turns"
)

// TestRandomDerivatives checks random programs: RAIDO_RANDOM is their number, RAIDO_SEED the first seed. What it
// finds goes under testdata when it is mended.
func TestRandomDerivatives(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	search(t, number("RAIDO_RANDOM", 60), generate, inspect)
}

// TestRandomNests checks programs that work on a matrix as eliminations do, and such that go through time, RAIDO_RANDOM of each, as kernels on the
// host, too, and some on the device.
func TestRandomNests(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	for name, generate := range map[string]func(uint64) *program{"matrices": matrices, "sequences": sequences} {
		t.Run(name, func(t *testing.T) {
			search(t, number("RAIDO_RANDOM", 20), generate, inspect)
			search(t, number("RAIDO_RANDOM", 20), generate, func(p *program) outcome { return device(nil, p, core.VJP) })
			onDevice(t, 5, generate)
		})
	}
}

// TestRandomOnDevice compares derivatives on the device with those on the interpreter, RAIDO_DEVICE programs.
func TestRandomOnDevice(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	onDevice(t, 2, generate)
}

// TestRandomSmall does so with small limits, in both shapes of code: few elements take the forms for many. Kinds of programs take turns.
func TestRandomSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	if usual == limits.Normal {
		limits.Now = limits.Small
	}
	for _, shape := range []string{"cpu", "gpu"} {
		t.Run(shape, func(t *testing.T) {
			t.Setenv("RAIDO_SHAPE", shape)
			for name, generate := range map[string]func(uint64) *program{"any": generate, "matrices": matrices, "sequences": sequences} {
				if turns.Has(shape + name) {
					onDevice(t, 3, generate)
				}
			}
		})
	}
}

func onDevice(t *testing.T, count int, generate func(uint64) *program) {
	e, err := engines.Open("opencl")
	if err != nil {
		t.Skip(err)
	}
	defer e.Close()
	kinds := search(t, number("RAIDO_DEVICE", count), generate, func(p *program) outcome {
		if out := device(e, p, core.VJP); out.kind != "" {
			return out
		}
		return device(e, p, core.JVP)
	})
	if kinds[""] == 0 && number("RAIDO_DEVICE", count) > 0 {
		t.Errorf("nothing was compared: %v", kinds)
	}
}

// TestRandomText takes random programs through %ad and back, RAIDO_TEXT programs.
func TestRandomText(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	search(t, number("RAIDO_TEXT", 30), generate, func(p *program) outcome {
		if out := written(p, false); out.kind != "" {
			return out
		}
		return written(p, true)
	})
}

// TestFound checks the programs that once failed.
func TestFound(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	files, err := filepath.Glob("testdata/*.fut")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for point := range uint64(6) {
			prog, sizes, out := compile(string(text))
			if out.kind == "" {
				out = compare(prog, sizes, &program{n: int64(point%3 + 1), float: "f64"}, point)
			}
			if out.kind != "" {
				t.Errorf("%s: %s at point %d\n%s", file, out.kind, point, out.text)
			}
		}
	}
}

// search checks programs of consecutive seeds, and shrinks those that fail. It counts the outcomes.
func search(t *testing.T, count int, generate func(uint64) *program, check func(*program) outcome) map[string]int {
	first := number("RAIDO_SEED", 1)
	kinds := map[string]int{}
	var mutex sync.Mutex
	seeds := make(chan int)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for s := range seeds {
				p := generate(uint64(s))
				out := check(p)
				mutex.Lock()
				kinds[out.kind]++
				mutex.Unlock()
				if out.failed() {
					t.Errorf("seed %d: %s\n%s", s, out.kind, report(p, out, check))
				}
			}
		})
	}
	end, limited := t.Deadline()
	for s := range count {
		if limited && time.Until(end) < 40*time.Second {
			t.Logf("no time for more than %d programs", s)
			break
		}
		seeds <- first + s
	}
	close(seeds)
	workers.Wait()
	t.Logf("programs by outcome: %v", kinds)
	return kinds
}

// report is the shrunk program as a .fut file, with what is wrong.
func report(p *program, out outcome, check func(*program) outcome) string {
	small := shrink(p, func(c *program) bool {
		now := check(c)
		return now.kind == out.kind && strings.Contains(now.text, "E0301") == strings.Contains(out.text, "E0301")
	}, 10*time.Second)
	return fmt.Sprintf("-- Found by seed %d, n = %d: %s, %s.\n%s\n%s", p.seed, small.n, out.kind, out.text, small, check(small).text)
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}
