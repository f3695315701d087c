package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/value"
)

// patience bounds the runs of one entry point.
const patience = 60 * time.Second

// figure is one measurement: milliseconds, negative if there are none; what the result looks like; and bytes of
// device memory at most.
type figure struct {
	ms, probe float64
	compile   float64 // milliseconds of the day from the text to the first result, less one run
	peak      int64
	args      int64 // bytes of device memory before the first run
	err       error
	profile   *backend.Profile // nil unless asked for
}

var nothing = figure{ms: -1}

// beyond is how many bytes the program needs beside its arguments, as the device's memory has them.
func (f figure) beyond() int64 { return max(0, f.peak-f.args) }

// clock is in milliseconds: processor time of the process where one thread works, so that other work on the machine
// is left out, or the time of day. harness.h and torch.py have the same.
func (s *settings) clock() float64 {
	var u syscall.Rusage
	if s.threads != 1 || syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return float64(time.Now().UnixNano()) / 1e6
	}
	of := func(t syscall.Timeval) float64 { return float64(t.Sec)*1e3 + float64(t.Usec)/1e3 }
	return of(u.Utime) + of(u.Stime)
}

// typical is the median of processor times, the least of times of day.
func (s *settings) typical(ms []float64) float64 {
	if s.threads != 1 {
		return slices.Min(ms)
	}
	return median(ms)
}

// runEntry times an entry point of a program: a text, or the path of a file. A panic is an error here. The name is for
// the flag -source.
func runEntry(s *settings, eng backend.Engine, name, program, entry string, vals []value.Value) (f figure) {
	defer func() {
		if r := recover(); r != nil {
			f = figure{ms: -1, err: fmt.Errorf("bug: %v", r)}
		}
	}()
	start := time.Now()
	var p *core.Prog
	var iface *iface.Iface
	var err error
	if strings.HasSuffix(program, ".fut") {
		p, iface, err = fromFile(program, entry)
	} else {
		p, iface, _, err = front(program, entry)
	}
	if err != nil {
		return figure{ms: -1, err: err}
	}
	if s.source != "" {
		if err := writeSource(s.source, name+"-"+entry, p); err != nil {
			return figure{ms: -1, err: err}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	prog, err := eng.Compile(ctx, p)
	if err != nil {
		return figure{ms: -1, err: err}
	}
	compiled := since(start)
	host, err := iface.Args(vals)
	if err != nil {
		return figure{ms: -1, err: err}
	}
	var args []backend.Value
	defer func() { release(args) }()
	for _, v := range host {
		a, err := eng.Upload(ctx, v)
		if err != nil {
			return figure{ms: -1, err: err}
		}
		args = append(args, a)
	}
	held := eng.MemoryInUse()
	f = measure(ctx, s, prog, args)
	f.compile += compiled
	f.args = held
	return f
}

// warmUp is how long a program runs before samples are taken: for so long the engine stores what it has compiled, in the background.
const warmUp = 50 * time.Millisecond

// measure runs a program: once to compile, then to know how often a sample needs it, and then for the samples.
func measure(ctx context.Context, s *settings, prog backend.Program, args []backend.Value) figure {
	f := figure{}
	var spent float64
	var compiled time.Time
	for run := 0; run < 2 || time.Since(compiled) < warmUp; run++ {
		day, start := time.Now(), s.clock()
		res, prof, err := prog.Run(ctx, args)
		spent = s.clock() - start
		if err != nil {
			return figure{ms: -1, err: err}
		}
		if f.peak = prof.PeakBytes; prof.Fallback != "" {
			f.err = fmt.Errorf("on the interpreter: %s", prof.Fallback)
		}
		switch took := since(day); run {
		case 0:
			f.compile, f.probe, compiled = took, probe(ctx, res), time.Now()
		case 1:
			f.compile = max(0, f.compile-took)
		}
		release(res)
	}
	repeat := int(max(1, min(1e4, 10/(spent+1e-4))))
	var samples []float64
	for begin := time.Now(); len(samples) < s.runs && (len(samples) == 0 || time.Since(begin) < patience/4); {
		start := s.clock()
		for range repeat {
			res, _, err := prog.Run(ctx, args)
			if err != nil {
				return figure{ms: -1, err: err}
			}
			release(res)
		}
		samples = append(samples, (s.clock()-start)/float64(repeat))
	}
	f.ms = s.typical(samples)
	if s.kernels {
		if res, prof, err := prog.Run(backend.WithProfile(ctx), args); err == nil {
			f.profile = prof
			release(res)
		}
	}
	return f
}

func release(vs []backend.Value) {
	for _, v := range vs {
		v.Release()
	}
}

// probe is a weighted sum of all results in which nothing cancels but the sign shows. Lengths among the results are
// not counted.
func probe(ctx context.Context, res []backend.Value) float64 {
	sum, k := 0.0, 0
	add := func(x float64) {
		if math.Abs(x) < 1e30 { // empty buckets are -inf
			sum += (2*math.Abs(x) + x) * float64(k%7+1)
		}
		k++
	}
	for _, r := range res {
		v, err := r.Host(ctx)
		if err != nil {
			continue
		}
		switch v := v.(type) {
		case value.Scalar:
			if v.Type.IsFloat() {
				add(v.Float64())
			}
		case *value.Array:
			switch v.Elem {
			case prim.F64:
				each(value.Of[float64](v), add)
			case prim.F32:
				each(value.Of[float32](v), add)
			}
		default: // results are leaves
		}
	}
	return sum
}

func each[T float32 | float64](xs []T, f func(float64)) {
	for _, x := range xs {
		f(float64(x))
	}
}

// remark says what is wrong with a figure: it failed, or the result is not the peer's.
func remark(f, peer figure, elem prim.Type, what string) string {
	tolerance := 1e-6
	if elem == prim.F32 {
		tolerance = 2e-2 // long sums one after the other lose much, and that is what C does
	}
	switch {
	case f.err != nil:
		return what + ": " + firstLine(f.err.Error()) + " "
	case peer.ms >= 0 && !(math.Abs(f.probe-peer.probe) <= tolerance*math.Max(math.Abs(peer.probe), 1e-3)):
		return fmt.Sprintf("%s differs: %g, C %g ", what, f.probe, peer.probe)
	}
	return ""
}

func printKernels(what string, f figure) {
	if f.profile == nil {
		return
	}
	ks := f.profile.Sorted()
	for _, k := range ks[:min(len(ks), 8)] {
		place := ""
		if k.Src.Source != nil {
			place = " " + backend.Place(k.Src, k.Src.Source.ID)
		}
		speed := f.profile.Roof(&k)
		if speed != "" {
			speed = fmt.Sprintf("%.1f GB/s, %.1f Gop/s, %s of peak", k.Bandwidth()/1e9, float64(k.Ops)/k.Time.Seconds()/1e9, speed)
		}
		row("  "+what+" "+k.Name+place, "x"+strconv.Itoa(k.Launches), ms(k.Time.Seconds()*1e3), speed)
	}
}

// front's text of a program for an element type.
func typed(text string, elem prim.Type) string { return strings.ReplaceAll(text, "$T", elem.String()) }
