package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/system"
	"raido/lang/value"
)

// patience bounds the runs of one entry point.
const patience = 60 * time.Second

// figure is one measurement: milliseconds, negative if there are none; what the result looks like; and bytes of
// device memory at most.
type figure struct {
	ms, probe float64
	compile   float64   // milliseconds of the day from the text to the first result, less one run
	rounds    []float64 // milliseconds in each round, of which ms is the median
	peak      int64
	held      int64 // bytes of device memory of the arguments
	err       error
	profile   *backend.Profile // nil unless asked for
}

var nothing = figure{ms: -1}

// over is how many times as long as a peer a program took: the median over rounds that both were in, else by the times of both. It is negative if one
// of them has no time.
func (f figure) over(peer figure) float64 {
	if f.ms < 0 || peer.ms <= 0 {
		return -1
	}
	n := min(len(f.rounds), len(peer.rounds))
	if n == 0 {
		return f.ms / peer.ms
	}
	rs := make([]float64, n)
	for k := range rs {
		rs[k] = f.rounds[k] / peer.rounds[k]
	}
	return median(rs)
}

// beyond is how many bytes the program needs beside its arguments, as the device's memory has them.
func (f figure) beyond() int64 { return max(0, f.peak-f.held) }

// clock is in milliseconds: processor time of the process where one thread works, so that other work on the machine
// is left out, or the time of day. harness.h and torch.py have the same.
func (s *settings) clock() float64 {
	if s.threads == 1 {
		return system.ProcessorTime().Seconds() * 1e3
	}
	return float64(time.Now().UnixNano()) / 1e6
}

// typical is the median of processor times, the least of times of day.
func (s *settings) typical(ms []float64) float64 {
	if s.threads != 1 {
		return slices.Min(ms)
	}
	return median(ms)
}

// timed is a program that has run, so that it is compiled, and is to be timed.
type timed struct {
	figure
	prog   backend.Program
	args   []backend.Value
	repeat int           // runs of a sample
	spent  time.Duration // by samples, so far
}

// runEntry times an entry point of a program: a text, or the path of a file. The name is for the flag -source.
func runEntry(s *settings, eng backend.Engine, name, program, entry string, vals []value.Value) figure {
	t := prepare(s, eng, name, program, entry, vals)
	t.round(s)
	return t.end(s)
}

// prepare makes an entry point ready to be timed. A panic is an error here.
func prepare(s *settings, eng backend.Engine, name, program, entry string, vals []value.Value) (t *timed) {
	t = &timed{}
	defer func() {
		if t.repeat == 0 {
			t.ms = -1
		}
	}()
	defer t.caught()
	start := time.Now()
	var p *core.Prog
	var iface *iface.Iface
	if strings.HasSuffix(program, ".fut") {
		p, iface, t.err = fromFile(program, entry)
	} else {
		p, iface, _, t.err = front(program, entry)
	}
	if t.err == nil && s.source != "" {
		t.err = writeSource(s.source, name+"-"+entry, p)
	}
	if t.err != nil {
		return t
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if t.prog, t.err = eng.Compile(ctx, p); t.err != nil {
		return t
	}
	compiled := since(start)
	host, err := iface.Args(vals)
	if t.err = err; err != nil {
		return t
	}
	before := eng.MemoryInUse()
	for _, v := range host {
		a, err := eng.Upload(ctx, v)
		if t.err = err; err != nil {
			return t
		}
		t.args = append(t.args, a)
	}
	t.held = eng.MemoryInUse() - before
	t.warmUp(ctx, s)
	t.compile += compiled
	t.peak -= before
	return t
}

// caught makes a panic the error of what was being done.
func (t *timed) caught() {
	if r := recover(); r != nil {
		t.ms, t.repeat, t.err = -1, 0, fmt.Errorf("bug: %v", r)
	}
}

// warmth is how long a program runs before samples are taken: for so long the engine stores what it has compiled, in the background.
const warmth = 50 * time.Millisecond

// warmUp runs a program: once to compile, and then to know how often a sample needs it.
func (t *timed) warmUp(ctx context.Context, s *settings) {
	var spent float64
	var compiled time.Time
	for run := 0; run < 2 || time.Since(compiled) < warmth; run++ {
		day, start := time.Now(), s.clock()
		res, prof, err := t.prog.Run(ctx, t.args)
		spent = s.clock() - start
		if t.err = err; err != nil {
			return
		}
		if t.peak = prof.PeakBytes; prof.Fallback != "" {
			t.err = fmt.Errorf("on the interpreter: %s", prof.Fallback)
		}
		switch took := since(day); run {
		case 0:
			t.compile, t.probe, compiled = took, probe(ctx, res), time.Now()
		case 1:
			t.compile = max(0, t.compile-took)
		}
		release(res)
	}
	t.repeat = int(max(1, min(1e4, 10/(spent+1e-4))))
}

// round takes as many samples as the flags say, if the program has run and does not take too long.
func (t *timed) round(s *settings) {
	if t.repeat == 0 || t.ms < 0 || t.spent > patience/4 {
		return
	}
	defer t.caught()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var samples []float64
	begin := time.Now()
	for len(samples) < s.runs && (len(samples) == 0 || time.Since(begin) < patience/4) {
		start := s.clock()
		for range t.repeat {
			res, _, err := t.prog.Run(ctx, t.args)
			if err != nil {
				t.ms, t.err = -1, err
				return
			}
			release(res)
		}
		samples = append(samples, (s.clock()-start)/float64(t.repeat))
	}
	t.spent += time.Since(begin)
	t.rounds = append(t.rounds, s.typical(samples))
	t.ms = median(t.rounds)
}

// end is what has been measured.
func (t *timed) end(s *settings) figure {
	if s.kernels && t.ms > 0 {
		ctx := context.Background()
		if res, prof, err := t.prog.Run(backend.WithProfile(ctx), t.args); err == nil {
			t.profile = prof
			release(res)
		}
	}
	release(t.args)
	return t.figure
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
