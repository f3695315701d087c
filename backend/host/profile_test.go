package host

import (
	"context"
	"testing"

	"raido/backend"
	"raido/lang/prim"
	"raido/lang/value"
)

// profiled runs a program on the device under WithProfile, in the parallel form.
func profiled(t *testing.T, e *Engine, text string, args []value.Value) *backend.Profile {
	t.Helper()
	p, err := e.Compile(context.Background(), parse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	in := make([]backend.Value, len(args))
	for i, a := range args {
		if in[i], err = e.Upload(context.Background(), a); err != nil {
			t.Fatal(err)
		}
	}
	defer backend.ReleaseAll(in)
	out, prof, err := backend.Profiled(context.Background(), forms(p.(*compiled))["parallel"], in)
	if err != nil {
		t.Fatal(err)
	}
	backend.ReleaseAll(out)
	return prof
}

// traffics are programs with what memory must move for their only kernel, in bytes, and the operations that they do at least.
var traffics = []struct {
	name, ret, body    string
	kind               string
	points             int64
	read, written, ops int64
}{
	{"map", "(r: [n]f64)", `
		let (r: [n]f64) = map n (fs) (\(x: f64) : (f64) ->
			let (y: f64) = mul.f64 x x
			let (z: f64) = exp.f64 y
			in (z))
		in (r)`, "map", 1000, 8000, 8000, 2000},
	{"sum", "(r: i64)", `
		let (r: i64) = reduce n (xs) (0i64) ` + addI + `
		in (r)`, "reduce", 1000, 8000, 8, 1000},
	{"scan", "(r: [n]i64)", `
		let (r: [n]i64) = scan n (xs) (0i64) ` + addI + `
		in (r)`, "scan", 1000, 8000, 8000, 1000},
	// A loop of m points in each row: the matrix once.
	{"rows", "(r: [n]f64)", `
		let (r: [n]f64) = map n (mat) (\(row: [m]f64) : (f64) ->
			let (s: f64) = reduce m (row) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
			in (s))
		in (r)`, "map", 1000, 56000, 8000, 7000},
	// All points read one array: no more than the array has.
	{"shared", "(r: [k]f64)", `
		let (io: [k]i64) = iota.i64 k 0i64 1i64
		let (r: [k]f64) = map k (io) (\(i: i64) : (f64) ->
			let (j: i64) = mod.i64 i n
			let (x: f64) = fs[j]
			in (x))
		in (r)`, "map", 7000, 8000, 56000, 7000},
	// As often as nobody knows, nothing.
	{"nothing", "(r: [n]f64)", `
		let (k0: i64) = sub.i64 m 7i64
		let (r: [n]f64) = map n (xs) (\(x: i64) : (f64) ->
			let (y: f64) = loop (s: f64 = 1.0f64) for (i: i64) < x do
				let (t: f64) = loop (u: f64 = s) for (j: i64) < k0 do
					let (v: f64) = fs[j]
					let (w: f64) = add.f64 u v
					in (w)
				in (t)
			in (y))
		in (r)`, "map", 1000, 8000, 8000, 0},
	// Strips of a loop in each row: m iterations, or what is left of the row.
	{"strips", "(r: [n]f64)", `
		let (r: [n]f64) = map n (fs) (\(x: f64) : (f64) ->
			let (y: f64) = loop (s: f64 = x) for (o: i64) < 10i64 do
				let (left: i64) = sub.i64 n o
				let (c: i64) = min.i64 m left
				let (t: f64) = loop (u: f64 = s) for (j: i64) < c do
					let (v: f64) = mul.f64 u x
					in (v)
				in (t)
			in (y))
		in (r)`, "map", 1000, 8000, 8000, 70000},
	{"histogram", "(h: [m]i64)", `
		let (z: [m]i64) = replicate [m] 0i64
		let (h: [m]i64) = hist n (z) (is) (xs) (0i64) ` + addI + `
		in (h)`, "update", 1000, 16000 + 56, 56, 1000},
}

// What kernels read and write is what memory must move for them, in both shapes.
func TestTraffic(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	const n, m = 1000, 7
	args := []value.Value{i64(n), i64(m), i64(n * m), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, m), indices(m, n)}
	for shape, e := range map[string]*Engine{"chunks": device(t), "groups": inGroups(t)} {
		for _, x := range traffics {
			if shape == "groups" && x.name != "sum" && x.name != "histogram" {
				continue
			}
			prof := profiled(t, e, program(x.ret, x.body), args)
			k := prof.Kernels[0]
			if len(prof.Kernels) != 1 || k.Kind != x.kind || k.Points != x.points || k.Read != x.read || k.Written != x.written || k.Ops < x.ops {
				t.Errorf("%s in %s: %+v, want %+v", x.name, shape, prof.Kernels, x)
			}
			if k.Time <= 0 || k.Bandwidth() <= 0 || prof.Busy() < k.Time || prof.Host() != prof.Total-prof.Busy() || prof.Build <= 0 {
				t.Errorf("%s in %s: %+v", x.name, shape, prof)
			}
			if p := prof.Peaks; e.Name() != backend.Wasm && (p.Bytes < 1e8 || p.F32 < 1e8 || e.facts.Double && p.F64 < 1e8 || prof.Roof(&k) == "") { // it measures none
				t.Errorf("peaks %+v", p)
			}
		}
	}
}

// A measured run of many launches, with kernels that grow and arrays that are copied first, gives the results of a plain
// one; all of its commands are counted.
func TestMeasuredRun(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	const n = 3000
	e := device(t)
	text := program("(x: [n]f64)", `
		let (x: [n]f64) = loop (p: [n]f64 = fs) for (i: i64) < n do
				let (q: [n]f64) = map n (p, fs) (\(a: f64) (b: f64) : (f64) -> let (y: f64) = add.f64 a b in (y))
				in (q)
		in (x)`)
	args := []value.Value{i64(n), i64(2), i64(2 * n), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, 2), indices(2, n)}
	prof := profiled(t, e, text, args)
	if k := prof.Kernels[0]; k.Launches != n || k.Points != n*n || k.Read != 16*n*n || k.Written != 8*n*n || k.Time <= 0 || k.Time > prof.Total {
		t.Errorf("%+v in %s", k, prof.Total)
	}
	text = program("(x: [n]f64)", "let (x: [n]f64) = fs with [0i64] = 1.5f64 in (x)")
	prof = profiled(t, e, text, args)
	if len(prof.Transfers) == 0 || prof.Transfers[0].Kind != "copy" || prof.Transfers[0].Written != 8*n || prof.Transfers[0].Time <= 0 {
		t.Errorf("copies %+v", prof.Transfers)
	}
	grow := []value.Value{i64(40), i64(3), sizesUpTo(9000, 40)}
	for _, g := range growing[:3] {
		prof = profiled(t, e, "fun main (n: i64) (m: i64) (is: [n]i64) : "+g.ret+" = "+g.body, grow)
		if k := prof.Kernels[0]; k.Time <= 0 || k.Launches < 1 {
			t.Errorf("%s: %+v", g.name, k)
		}
	}
}

// A measured run that fails says what a plain one says, and leaves the engine in order.
func TestMeasuredFailure(t *testing.T) {
	const n = 100
	e := device(t)
	args := []value.Value{i64(n), i64(2), i64(2 * n), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, 2), indices(n, n)}
	p, err := e.Compile(context.Background(), parse(t, program("(r: [n]f64)", `
		let (r: [n]f64) = map n (is) (\(i: i64) : (f64) ->
			let (x: f64) = fs[i]
			in (x))
		in (r)`)))
	if err != nil {
		t.Fatal(err)
	}
	_, plain := runOn(e, p, args)
	in := make([]backend.Value, len(args))
	for i, a := range args {
		if in[i], err = e.Upload(context.Background(), a); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = backend.Profiled(context.Background(), p, in)
	backend.ReleaseAll(in)
	if plain == nil || err == nil || err.Error() != plain.Error() {
		t.Errorf("measured: %v; plain: %v", err, plain)
	}
	if _, again := runOn(e, p, args); again == nil || again.Error() != plain.Error() {
		t.Errorf("again: %v", again)
	}
	if e.MemoryInUse() != 0 {
		t.Errorf("%d bytes are in use", e.MemoryInUse())
	}
}
