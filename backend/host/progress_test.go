package host

import (
	"context"
	"testing"
	"time"

	"raido/backend"
	"raido/backend/interp"
	"raido/lang/prim"
	"raido/lang/value"
)

// halves is a loop of the host: each iteration launches a kernel over a large array.
const halves = `fun main (n: i64) (k: i64) (xs: [n]f32) : (r: [n]f32) =
	let (r: [n]f32) = loop (a: [n]f32 = xs) for (i: i64) < k do
		let (s: f32) = reduce n (a) (0.0f32) (\(x: f32) (y: f32) : (f32) -> let (z: f32) = add.f32 x y in (z))
		let (b: [n]f32) = map n (a) (\(x: f32) : (f32) ->
			let (e: f32) = sub.f32 x s
			let (w: f32) = exp.f32 e
			in (w))
		in (b)
	in (r)`

// TestProgress: while a long run goes on, its iterations are counted as the device does them; afterwards nothing goes on.
func TestProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	for name, e := range map[string]backend.Engine{"opencl": device(t), "interp": interp.New()} {
		t.Run(name, func(t *testing.T) {
			n, k := int64(1<<20), int64(400)
			if name == "interp" {
				n = 1 << 12
			}
			p, err := e.Compile(t.Context(), parse(t, halves))
			if err != nil {
				t.Fatal(err)
			}
			seen := &backend.Progress{}
			ended := make(chan struct{})
			var done, of, launches int64
			var kernel string
			backwards := false
			go func() {
				defer close(ended)
				for {
					s, going := seen.Now()
					if !going && done > 0 {
						return
					}
					if s.Of > 0 {
						backwards = backwards || s.Done < done
						done, of, kernel, launches = s.Done, s.Of, s.Kernel, s.Launches
					}
					time.Sleep(time.Millisecond)
				}
			}()
			if _, err := runUnder(backend.WithProgress(t.Context(), seen), e, p, []value.Value{i64(n), i64(k), floats(prim.F32, n)}); err != nil {
				t.Fatal(err)
			}
			<-ended
			if of != k || done < k/4 || backwards {
				t.Errorf("seen last: iteration %d of %d; went backwards: %v", done, of, backwards)
			}
			if name == "opencl" && (kernel == "" || launches < done) {
				t.Errorf("seen last: kernel %q, %d launches", kernel, launches)
			}
		})
	}
}

// TestTaskProgress: a loop that is one kernel tells how far it is, too.
func TestTaskProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	e := device(t)
	for name, c := range map[string]struct {
		text  string
		of    int64
		loops int
	}{
		"for": {`fun main (k: i64) : (r: f64) =
	let (r: f64) = loop (a: f64 = 1.0f64) for (i: i64) < k do
		let (b: f64) = loop (x: f64 = a) for (j: i64) < 20000i64 do
			let (y: f64) = cos.f64 x
			in (y)
		in (b)
	in (r)`, 2000, 1},
		"simple": {`fun main (k: i64) : (r: f64) =
	let (n: i64) = mul.i64 k 20000i64
	let (r: f64) = loop (a: f64 = 1.0f64) for (i: i64) < n do
		let (b: f64) = cos.f64 a
		in (b)
	in (r)`, 2000 * 20000, 1},
		"whiles": {`fun main (k: i64) : (s: i64) =
	let (n: i64) = mul.i64 k 50000i64
	let (r: i64) = loop (a: i64 = 0i64) while
			let (t: bool) = lt.i64 a n
			in (t)
		do
			let (b: i64) = add.i64 a 1i64
			in (b)
	let (s: i64) = loop (a: i64 = r) while
			let (t: bool) = lt.i64 0i64 a
			in (t)
		do
			let (b: i64) = sub.i64 a 1i64
			in (b)
	in (s)`, -1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := e.Compile(t.Context(), parse(t, c.text))
			if err != nil {
				t.Fatal(err)
			}
			seen := &backend.Progress{}
			ran, ended := make(chan struct{}), make(chan struct{})
			var counts []int64
			loops := 1
			go func() {
				defer close(ended)
				for {
					select {
					case <-ran:
						return
					case <-time.After(time.Millisecond):
					}
					s, _ := seen.Now()
					n := len(counts)
					if s.Of != c.of || n > 0 && s.Done == counts[n-1] {
						continue
					}
					if n > 0 && s.Done < counts[n-1] {
						loops++
					}
					counts = append(counts, s.Done)
				}
			}()
			_, err = runUnder(backend.WithProgress(t.Context(), seen), e, p, []value.Value{i64(2000)})
			close(ran)
			<-ended
			if err != nil {
				t.Fatal(err)
			}
			if n := len(counts); n < 5 || loops != c.loops || c.of > 0 && (counts[n-1] > c.of || counts[n-1] < c.of/2) {
				t.Errorf("%d loops seen: %d", loops, counts)
			}
		})
	}
}

func runUnder(ctx context.Context, e backend.Engine, p backend.Program, args []value.Value) ([]backend.Value, error) {
	in := make([]backend.Value, len(args))
	for i, a := range args {
		v, err := e.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		in[i] = v
	}
	out, _, err := p.Run(ctx, in)
	return out, err
}

// BenchmarkProgress: what watching costs a loop of small kernels.
func BenchmarkProgress(b *testing.B) {
	e := device(b)
	ctx := b.Context()
	p, err := e.Compile(ctx, parse(b, halves))
	if err != nil {
		b.Fatal(err)
	}
	for _, watched := range []bool{false, true, false, true} {
		name := "alone"
		if watched {
			name, ctx = "watched", backend.WithProgress(b.Context(), &backend.Progress{})
		} else {
			ctx = b.Context()
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := runUnder(ctx, e, p, []value.Value{i64(1 << 14), i64(1000), floats(prim.F32, 1<<14)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
