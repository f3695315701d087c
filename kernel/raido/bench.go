package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"raido/backend"
	"raido/backend/cl"
	"raido/lang/diag"
	"raido/lang/system"
)

// benchCmd is raido bench.
type benchCmd struct {
	Backend string `placeholder:"NAME" help:"Execution backend: interp, opencl, wasm, or dual; the best that is there if not given."`
	Entry   string `default:"main" placeholder:"NAME" help:"The entry point."`
	Runs    int    `default:"10" placeholder:"N" help:"How many runs are timed (10)."`
	Warmup  int    `default:"1" placeholder:"W" help:"How many runs go before them (1)."`
	Threads int    `placeholder:"T" help:"Threads of a CPU device at most; all if not given. With one, times are processor time."`
	tuningArgs
	File string `arg:"" help:"The program."`
}

// benchReport is what raido bench prints. Times are in milliseconds.
type benchReport struct {
	Entry     string        `json:"entry"`
	Backend   string        `json:"backend"` // what ran the program
	Device    string        `json:"device"`
	Threads   int           `json:"threads"`
	Clock     string        `json:"clock"` // of ms: processor or day
	MS        []float64     `json:"ms"`
	MedianMS  float64       `json:"median_ms"`
	CompileMS float64       `json:"compile_ms"` // from the text to the device program
	UploadMS  float64       `json:"upload_ms"`
	DownMS    float64       `json:"download_ms"`
	PeakBytes int64         `json:"peak_device_bytes"`
	Kernels   []benchKernel `json:"kernels"`
	// Of a run with measured kernels, after the others.
	Transfers []benchKernel `json:"transfers"`
	HostMS    float64       `json:"host_ms"`
	BuildMS   float64       `json:"build_ms"` // of compile_ms, the driver's
	FirstMS   float64       `json:"first_ms"` // what the first run took beyond the median: drivers finish compiling in it
	PeakGBS   float64       `json:"peak_gbs"` // what the device's memory copies; 0 if unknown
	PeakF32   float64       `json:"peak_f32_gops"`
	PeakF64   float64       `json:"peak_f64_gops"`
}

type benchKernel struct {
	Name     string  `json:"name"`
	Kind     string  `json:"kind"`
	At       string  `json:"at"` // in the source
	Launches int     `json:"launches"`
	Points   int64   `json:"points"`
	MS       float64 `json:"ms"`
	Read     int64   `json:"read_bytes"`
	Written  int64   `json:"written_bytes"`
	GBS      float64 `json:"gbs"`
	Ops      int64   `json:"ops"`
}

// Run implements kong's command.
func (c *benchCmd) Run(e *env) error {
	switch {
	case c.Runs < 1:
		return usage("--runs must be at least 1, not %d", c.Runs)
	case c.Warmup < 0:
		return usage("--warmup must not be negative, but is %d", c.Warmup)
	case c.Threads < 0:
		return usage("--threads must not be negative, but is %d", c.Threads)
	}
	if c.Threads > 0 {
		os.Setenv("POCL_MAX_PTHREAD_COUNT", strconv.Itoa(c.Threads)) // read when the driver is first used
	}
	eng, err := e.openBackend(c.Backend)
	if err != nil {
		return err
	}
	defer eng.Close()
	b := &benchRun{ctx: e.ctx, eng: eng, file: c.File, clock: dayClock, report: benchReport{Entry: c.Entry, Clock: "day", Kernels: []benchKernel{}}}
	if c.Threads == 1 {
		b.clock, b.report.Clock = system.ProcessorTime, "processor"
	}
	if err := b.prepare(e, c); err != nil {
		return err
	}
	if err := b.measure(c.Warmup, c.Runs); err != nil {
		return err
	}
	if b.why != "" {
		fmt.Fprintf(e.stderr, "raido bench: ran on the interpreter: %s\n", b.why)
	}
	return json.NewEncoder(e.stdout).Encode(&b.report)
}

// benchRun is a program with its arguments on the engine.
type benchRun struct {
	ctx     context.Context
	eng     backend.Engine
	prog    backend.Program
	args    []backend.Value
	compile time.Duration
	file    string
	clock   func() time.Duration
	why     string // it ran on the interpreter instead
	report  benchReport
}

// prepare compiles the program and uploads its arguments.
func (b *benchRun) prepare(e *env, c *benchCmd) error {
	start := time.Now()
	p, err := e.compile(c.File, c.Entry, &c.tuningArgs)
	if err != nil {
		return err
	}
	if b.prog, err = backend.Build(b.ctx, b.eng, p.prog); err != nil {
		return err
	}
	b.compile = time.Since(start)
	data, err := io.ReadAll(e.stdin)
	if err != nil {
		return usage("cannot read the input: %v", err)
	}
	vals, err := arguments(p.iface, data)
	if err != nil {
		return err
	}
	start = time.Now()
	for _, v := range vals {
		a, err := b.eng.Upload(b.ctx, v)
		if err != nil {
			return err
		}
		b.args = append(b.args, a)
	}
	b.report.UploadMS = since(start)
	return nil
}

// measure times the runs, then the download of the last results, then runs once more for the kernels:
// measuring these slows the run.
func (b *benchRun) measure(warmup, runs int) error {
	var results []backend.Value
	for i := range warmup + runs {
		releaseAll(results)
		day, start := time.Now(), b.clock()
		res, prof, err := b.prog.Run(b.ctx, b.args)
		if err != nil {
			return err
		}
		spent := b.clock() - start
		if prof.Compile > 0 { // the driver may compile a kernel when it is first used
			spent = time.Since(day) - prof.Compile
		}
		b.compile += prof.Compile
		if i == 0 {
			b.report.FirstMS = milliseconds(spent)
		}
		if i >= warmup {
			b.report.MS = append(b.report.MS, milliseconds(spent))
		}
		results = res
		b.note(prof)
	}
	b.report.MedianMS, b.report.CompileMS = median(b.report.MS), milliseconds(b.compile)
	b.report.FirstMS = max(0, b.report.FirstMS-b.report.MedianMS)
	start := time.Now()
	for _, r := range results {
		if _, err := r.Host(b.ctx); err != nil {
			return err
		}
	}
	b.report.DownMS = since(start)
	releaseAll(results)
	results, prof, err := b.prog.Run(backend.WithProfile(b.ctx), b.args)
	if err != nil {
		return err
	}
	releaseAll(results)
	b.kernels(prof)
	return nil
}

// kernels reports what a measured run says.
func (b *benchRun) kernels(p *backend.Profile) {
	rows := func(ks []backend.KernelTime) []benchKernel {
		out := []benchKernel{}
		for _, k := range ks {
			out = append(out, benchKernel{k.Name, k.Kind, backend.Place(k.Src, diag.FileID(b.file)), k.Launches, k.Points, k.Time.Seconds() * 1e3,
				k.Read, k.Written, math.Round(k.Bandwidth()/1e6) / 1e3, k.Ops})
		}
		return out
	}
	r := &b.report
	r.Kernels, r.Transfers = rows(p.Kernels), rows(p.Transfers)
	r.HostMS, r.BuildMS = milliseconds(p.Host()), milliseconds(p.Build)
	giga := func(x float64) float64 { return math.Round(x/1e6) / 1e3 }
	r.PeakGBS, r.PeakF32, r.PeakF64 = giga(p.Peaks.Bytes), giga(p.Peaks.F32), giga(p.Peaks.F64)
}

// note keeps what the profile of a run says of the device.
func (b *benchRun) note(p *backend.Profile) {
	b.report.Backend, b.report.Device, b.report.Threads, b.why = p.Engine, p.Device, 1, p.Fallback
	b.report.PeakBytes = max(b.report.PeakBytes, p.PeakBytes)
	if p.Engine == backend.OpenCL {
		if ds, err := cl.Devices(); err == nil {
			b.report.Threads = ds[0].ComputeUnits
		}
	}
}

// dayClock is the time of day.
func dayClock() time.Duration { return time.Duration(time.Now().UnixNano()) }

func since(start time.Time) float64 { return milliseconds(time.Since(start)) }

// milliseconds has microseconds as its last digits.
func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e6) / 1e3 }

func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	n := len(s)
	return math.Round((s[(n-1)/2]+s[n/2])/2*1e3) / 1e3
}
