package main

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"raido/backend"
	"raido/backend/cl"
	"raido/lang/prim"
	"raido/lang/value"
)

//go:embed peer/peer.c
var peerSource string

// patience bounds the runs of one entry point.
const patience = 60 * time.Second

// figure is one measurement: median milliseconds, negative if there is none, and the middle of the result.
type figure struct {
	ms, probe float64
	err       error
	kernels   []backend.KernelTime
}

// microGroup prints a table for each backend.
func microGroup(s *settings) error {
	if s.threads > 0 {
		os.Setenv("POCL_MAX_PTHREAD_COUNT", strconv.Itoa(s.threads)) // read when the driver is first used
	}
	dir, err := os.MkdirTemp("", "raido-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	peers, absent := compilePeers(dir)
	for _, name := range []string{"opencl", "interp"} {
		eng, err := backend.Open(name)
		if err != nil {
			fmt.Printf("\nmicro, %s: absent: %v\n", name, err)
			continue
		}
		n, side := s.n, int64(512)
		if n == 0 {
			n = elements()
		}
		if name == "interp" {
			n, side = s.interpN, 64
		}
		fmt.Fprintf(os.Stderr, "micro, %s ...\n", name)
		microTable(s, eng, peers, absent, n, side)
		eng.Close()
	}
	return nil
}

// elements is ten million where there is room.
func elements() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 1_000_000
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if kib, err := strconv.ParseInt(f[1], 10, 64); f[0] == "MemAvailable:" && err == nil && kib > 6<<20 {
			return 10_000_000
		}
	}
	return 1_000_000
}

func microTable(s *settings, eng backend.Engine, peers map[prim.Type]string, absent string, n, side int64) {
	threads := 1
	if ds, err := cl.Devices(); err == nil && eng.Name() == "opencl" {
		threads = ds[0].ComputeUnits
	}
	t := &table{title: fmt.Sprintf("micro, ms: %s (%s), threads %d; n = %d, matmul %dx%d; C: gcc -O3 -march=native, 1 thread%s",
		eng.Name(), eng.Device(), threads, n, side, side, absent)}
	t.add("", "", "primal", "gradient", "grad/primal", "C primal", "C gradient", "Raido/C", "Raido/C grad", "")
	for _, elem := range []prim.Type{prim.F64, prim.F32} {
		theirs := runPeer(s, peers[elem], n, side)
		for _, m := range micros {
			if len(s.only) > 0 && !slices.Contains(s.only, m.name) {
				continue
			}
			p, g := runMicro(s, eng, m, elem, n, side)
			c, ok := theirs[m.name]
			if !ok {
				c = [2]figure{{ms: -1}, {ms: -1}}
			}
			t.add(m.name, elem.String(), ms(p.ms), ms(g.ms), ratio(g.ms, p.ms), ms(c[0].ms), ms(c[1].ms),
				ratio(p.ms, c[0].ms), ratio(g.ms, c[1].ms), remark(p, c[0], elem, "primal")+remark(g, c[1], elem, "gradient"))
			if s.kernels {
				addKernels(t, "primal", p.kernels)
				addKernels(t, "gradient", g.kernels)
			}
		}
	}
	t.print()
}

// remark says what is wrong with a figure.
func remark(f, peer figure, elem prim.Type, what string) string {
	tolerance := 1e-6
	if elem == prim.F32 {
		tolerance = 2e-2 // long sums one after the other lose much, and that is what C does
	}
	switch {
	case f.err != nil:
		return what + ": " + firstLine(f.err.Error()) + " "
	case peer.ms >= 0 && math.Abs(f.probe-peer.probe) > tolerance*math.Max(math.Abs(peer.probe), 1e-3):
		return fmt.Sprintf("%s differs: %g, C %g ", what, f.probe, peer.probe)
	}
	return ""
}

func addKernels(t *table, what string, ks []backend.KernelTime) {
	for _, k := range ks {
		t.add("  "+what+" "+k.Name, "x"+strconv.Itoa(k.Launches), ms(k.Time.Seconds()*1e3))
	}
}

func runMicro(s *settings, eng backend.Engine, m micro, elem prim.Type, n, side int64) (primal, gradient figure) {
	ctx := context.Background()
	text := strings.ReplaceAll(m.text, "$T", elem.String())
	vals := inputs(m.params, elem, n, side)
	return runEntry(ctx, s, eng, text, "primal", vals), runEntry(ctx, s, eng, text, "gradient", vals)
}

// runEntry times an entry point after one run that is not counted.
func runEntry(ctx context.Context, s *settings, eng backend.Engine, text, entry string, vals []value.Value) (f figure) {
	f.ms = -1
	defer func() {
		if r := recover(); r != nil {
			f.ms, f.err = -1, fmt.Errorf("bug: %v", r)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	p, iface, _, err := front(text, entry)
	if err != nil {
		f.err = err
		return f
	}
	prog, err := eng.Compile(ctx, p)
	if err != nil {
		f.err = err
		return f
	}
	host, err := iface.Args(vals)
	if err != nil {
		f.err = err
		return f
	}
	var args []backend.Value
	defer func() { release(args) }()
	for _, v := range host {
		a, err := eng.Upload(ctx, v)
		if err != nil {
			f.err = err
			return f
		}
		args = append(args, a)
	}
	f.measure(ctx, s, prog, args)
	return f
}

func (f *figure) measure(ctx context.Context, s *settings, prog backend.Program, args []backend.Value) {
	var times []float64
	for begin, i := time.Now(), 0; i <= s.runs && (i < 2 || time.Since(begin) < patience/4); i++ {
		start := time.Now()
		res, prof, err := prog.Run(ctx, args)
		if err != nil {
			f.err = err
			return
		}
		if i > 0 {
			times = append(times, since(start))
		}
		if prof.Fallback != "" {
			f.err = fmt.Errorf("on the interpreter: %s", prof.Fallback)
		}
		if v, err := res[len(res)-1].Host(ctx); i == 0 && err == nil {
			f.probe = probe(v)
		}
		release(res)
	}
	f.ms = median(times)
	if s.kernels {
		if res, prof, err := prog.Run(backend.WithProfile(ctx), args); err == nil {
			f.kernels = prof.Kernels
			release(res)
		}
	}
}

func release(vs []backend.Value) {
	for _, v := range vs {
		v.Release()
	}
}

// compilePeers compiles the C programs; absent says why there are none.
func compilePeers(dir string) (peers map[prim.Type]string, absent string) {
	if _, err := exec.LookPath("gcc"); err != nil {
		return nil, ": absent, no gcc"
	}
	source := filepath.Join(dir, "peer.c")
	if err := os.WriteFile(source, []byte(peerSource), 0o666); err != nil {
		return nil, ": absent, " + err.Error()
	}
	peers = map[prim.Type]string{}
	for t, real := range map[prim.Type]string{prim.F64: "double", prim.F32: "float"} {
		out := filepath.Join(dir, "peer-"+real)
		if msg, err := exec.Command("gcc", "-O3", "-march=native", "-DREAL="+real, "-o", out, source, "-lm").CombinedOutput(); err != nil {
			return nil, ": absent, " + firstLine(string(msg))
		}
		peers[t] = out
	}
	return peers, ""
}

// runPeer gives primal and gradient by name.
func runPeer(s *settings, binary string, n, side int64) map[string][2]figure {
	out := map[string][2]figure{}
	if binary == "" {
		return out
	}
	args := append([]string{fmt.Sprint(n), fmt.Sprint(side), fmt.Sprint(s.runs)}, s.only...)
	text, err := exec.Command(binary, args...).Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: the C program failed: %v\n", err)
	}
	for line := range strings.Lines(string(text)) {
		var name string
		var f [2]figure
		if _, err := fmt.Sscan(line, &name, &f[0].ms, &f[0].probe, &f[1].ms, &f[1].probe); err == nil {
			out[name] = f
		}
	}
	return out
}
