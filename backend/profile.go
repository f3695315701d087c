package backend

import (
	"context"
	"time"

	"raido/lang/diag"
	"raido/lang/eval"
)

// Profile tells where the time of one Run went. What is marked so is there only if the run was under WithProfile.
type Profile struct {
	Engine string
	Device string
	Total  time.Duration
	// Compile is the time for which this run waited for kernels that had not been used before; it is not part of Total. A
	// driver that compiles while the host goes on, as PoCL does, takes some of Total, too: see First.
	Compile time.Duration
	// Build is what the driver took to build the device program from its text or its binary, in this run or an earlier
	// one. First is what the first run took beyond the others, since drivers finish compiling a kernel when it
	// is first launched; only Profiled knows it.
	Build, First time.Duration
	Kernels      []KernelTime
	// Transfers are the copies, fills and reads of the host program. WithProfile only.
	Transfers []KernelTime
	PeakBytes int64
	// Peaks are what the device can do. WithProfile only.
	Peaks Peaks
	// Counts are what the interpreter did; only Profiled asks for them.
	Counts *eval.Counts
	// Small: the device was left alone, as the program is small.
	Small bool
	// Fallback names what ran on the interpreter although the engine was asked for, and why.
	Fallback string
	// Checkpoints says why the program ran with checkpoints in the place of tapes, if it did.
	Checkpoints string
}

// KernelTime sums the launches of one kernel, or the commands of one kind. Times, bytes and operations are measured under
// WithProfile only; Note [Traffic] says what is counted.
type KernelTime struct {
	Name     string
	Kind     string    // map, reduce, scan, update (a map with accumulators) or task; copy, fill or read
	Src      diag.Span // of the expression that became the kernel
	Launches int
	Points   int64 // of the index spaces
	Time     time.Duration
	Read     int64 // bytes
	Written  int64
	Ops      int64
	Ops64    int64 // of them, in f64
}

// Bandwidth is the memory traffic in bytes a second.
func (k *KernelTime) Bandwidth() float64 {
	if k.Time <= 0 {
		return 0
	}
	return float64(k.Read+k.Written) / k.Time.Seconds()
}

// Busy is the time of all commands of the device.
func (p *Profile) Busy() time.Duration {
	t := time.Duration(0)
	for _, k := range p.Kernels {
		t += k.Time
	}
	for _, k := range p.Transfers {
		t += k.Time
	}
	return t
}

// Host is the rest: host code, launches, waits.
func (p *Profile) Host() time.Duration { return max(0, p.Total-p.Busy()) }

// Peaks are what a device can do: bytes of memory traffic, and operations of f32 and of f64, in a second. 0 is unknown.
type Peaks struct{ Bytes, F32, F64 float64 }

// Needs is the least time in which a device with such peaks could do a kernel's work: that of its memory or that of its
// arithmetic, whichever is longer, and which of them it is. It is the roof of the roofline model, as a time.
func (p Peaks) Needs(k *KernelTime) (seconds float64, of string) {
	div := func(work int64, peak float64) float64 {
		if peak <= 0 {
			return 0
		}
		return float64(work) / peak
	}
	memory := div(k.Read+k.Written, p.Bytes)
	arithmetic := div(k.Ops-k.Ops64, p.F32) + div(k.Ops64, p.F64)
	if arithmetic > memory {
		return arithmetic, "arithmetic"
	}
	return memory, "memory"
}

// Profiled runs a program once for what happens only once, and then under WithProfile, several times if it is quick. It
// gives the results and the Profile of the fastest run.
func Profiled(ctx context.Context, p Program, args []Value) ([]Value, *Profile, error) {
	const most, enough = 7, time.Second
	ctx = WithProfile(ctx)
	var first, best *Profile
	var results []Value
	start := time.Now()
	for i := range most + 1 {
		out, prof, err := p.Run(ctx, args)
		ReleaseAll(results)
		if err != nil {
			return nil, nil, err
		}
		results = out
		if i == 0 {
			first, start = prof, time.Now()
			continue
		}
		if best == nil || prof.Total < best.Total {
			best = prof
		}
		if time.Since(start) > enough {
			break
		}
	}
	best.First = max(0, first.Total-best.Total)
	if best.Engine == Interp {
		out, prof, err := p.Run(WithCounts(ctx), args)
		ReleaseAll(results)
		if err != nil {
			return nil, nil, err
		}
		results, best.Counts = out, prof.Counts
	}
	return results, best, nil
}
