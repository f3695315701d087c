package host

import (
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/lang/core/coretest"
	"raido/lang/value"
)

// TestCheckpoints: a derivative whose tapes do not fit into the device's memory runs with checkpoints and gives the same; one whose
// states do not fit either ends with the error of the tapes, and nothing stays behind.
func TestCheckpoints(t *testing.T) {
	e := device(t)
	p := parse(t, `fun main (n: i64) (m: i64) (xs: [m]f64) : (d: [m]f64) =
		let (ones: [m]f64) = replicate [m] 1.0
		let (ys: [m]f64) (d: [m]f64) = vjp (\(xs: [m]f64) : ([m]f64) ->
			let (ys: [m]f64) = loop (ys: [m]f64 = xs) for (i: i64) < n do
				let (s: f64) = reduce m (ys) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
				let (c: f64) = mul.f64 s 0.001f64
				let (zs: [m]f64) = map m (ys) (\(y: f64) : (f64) -> let (z: f64) = sin.f64 y let (w: f64) = mul.f64 z c in (w))
				in (zs)
			in (ys)) (xs) (ones)
		in (d)`)
	prog, err := backend.Build(t.Context(), e, p)
	if err != nil {
		t.Fatal(err)
	}
	const n, m = 400, 1000 // 3.2 MB of tape
	xs := make([]float64, m)
	for i := range xs {
		xs[i] = 1 + float64(i)/m
	}
	args := []value.Value{i64(n), i64(m), coretest.F64s(xs...)}
	run := func(limit int64) (value.Value, string, error) {
		e.pool.Drop()
		e.pool.SetLimit(limit)
		var in []backend.Value
		defer func() { backend.ReleaseAll(in) }()
		for _, a := range args {
			in = append(in, enginetest.Upload(t, e, a))
		}
		out, prof, err := prog.Run(t.Context(), in)
		if err != nil {
			return nil, "", err
		}
		defer backend.ReleaseAll(out)
		v, err := out[0].Host(t.Context())
		return v, prof.Checkpoints, err
	}
	want, why, err := run(1 << 30)
	if err != nil || why != "" {
		t.Fatalf("with memory: %q, %v", why, err)
	}
	for _, limit := range []int64{1 << 20, 1 << 19, 1 << 18} { // stripmine(2) takes 0.36 MB beside the arguments, stripmine(3) less
		got, why, err := run(limit)
		if err != nil {
			t.Fatal(limit, err)
		}
		if err := value.Compare(want, got, 1e-12); err != nil || !strings.Contains(why, "[401][1000]f64") {
			t.Errorf("%d bytes: %v; told %q", limit, err, why)
		}
	}
	if _, _, err := run(1 << 15); err == nil || !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("without memory: error %v", err)
	}
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}
