package tests

import (
	"context"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/engines"
	"raido/lang/limits"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/value"
)

// deviceRun runs an entry of a file of tests/device on an engine, measured.
func deviceRun(t *testing.T, e backend.Engine, file, entry string, args ...value.Value) ([]value.Value, *backend.Profile) {
	t.Helper()
	ctx := backend.WithProfile(context.Background())
	in := uploaded(t, e, args)
	out, prof, err := deviceProgram(t, e, file, entry).Run(ctx, in)
	for _, v := range in {
		v.Release()
	}
	if err != nil {
		t.Fatal(err)
	}
	var vals []value.Value
	for _, o := range out {
		v, err := o.Host(ctx)
		if err != nil {
			t.Fatal(err)
		}
		vals = append(vals, v)
		o.Release()
	}
	return vals, prof
}

// deviceProgram compiles an entry of a file of tests/device for an engine.
func deviceProgram(t *testing.T, e backend.Engine, file, entry string) backend.Program {
	t.Helper()
	text, err := os.ReadFile("device/" + file)
	if err != nil {
		t.Fatal(err)
	}
	p, ds := load.New().Program(file, string(text))
	if es := ds.Errors(); len(es) > 0 {
		t.Fatalf("%v", es)
	}
	for _, d := range p.Entries {
		if d.Sym.Name != entry {
			continue
		}
		prog, _, err := lower.Program(d)
		if err == nil {
			prog, err = backend.Prepare(e, prog)
		}
		if err != nil {
			t.Fatal(err)
		}
		out, err := e.Compile(context.Background(), prog)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	t.Fatalf("no entry %s", entry)
	return nil
}

func uploaded(t *testing.T, e backend.Engine, args []value.Value) []backend.Value {
	t.Helper()
	var in []backend.Value
	for _, a := range args {
		v, err := e.Upload(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, v)
	}
	return in
}

func openDevice(t *testing.T) backend.Engine {
	t.Helper()
	if err := cl.Available(); err != nil {
		t.Skip(err)
	}
	e, err := engines.Open("opencl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// commands are the number of launches in a run and of what the host asked for besides, and the bytes that were copied.
func commands(p *backend.Profile) (launches, copies, fills, reads int, copied int64) {
	for _, k := range p.Kernels {
		launches += k.Launches
		if strings.HasSuffix(k.Name, "_copy") {
			copied += k.Written
		}
	}
	for _, k := range p.Transfers {
		switch k.Kind {
		case "copy":
			copies += k.Launches
			copied += k.Written
		case "fill":
			fills += k.Launches
		case "read":
			reads += k.Launches
		}
	}
	return launches, copies, fills, reads, copied
}

func sized(n int64) value.Value { return value.Scalar{Scalar: prim.Int(prim.I64, n)} }

// numbersOf are n numbers near one.
func numbersOf(n int64) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 0.5 + float64(i%17)/17
	}
	return xs
}

// square is an n times n matrix.
func square(n int64) value.Value {
	a := value.FromSlice(prim.F64, numbersOf(n*n))
	a.Shape = []int64{n, n}
	return a
}

// hostLoops are the entries of device/loops.fut with what an iteration may cost: launches of stages of kernels, copies and
// fills, and reads, which wait for the device.
var hostLoops = []struct {
	name                           string
	launches, copies, fills, reads int
}{
	{"power", 3, 0, 0, 0},
	{"heat", 1, 0, 0, 0},
	{"descent", 3, 0, 1, 0},
	{"pair", 1, 0, 0, 0},
	{"nested", 3, 0, 0, 0},
	{"grow", 1, 0, 0, 0},
	{"roots", 3, 0, 0, 1},
	{"update", 3, 0, 0, 0},
	{"scattered", 1, 0, 0, 0},
	{"greatest", 4, 0, 1, 0},
	{"steps", 4, 0, 0, 0},
	{"momentum", 5, 0, 0, 0},
}

// TestHostLoops: an iteration of a loop of the host launches its kernels, and nothing else: no copies, no waiting for
// scalars that only kernels use, no more memory after many iterations than after a few. Results are the interpreter's.
func TestHostLoops(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	e := openDevice(t)
	interp, err := engines.Open("interp")
	if err != nil {
		t.Fatal(err)
	}
	const n, few, many = 300, 9, 21
	for _, x := range hostLoops {
		t.Run(x.name, func(t *testing.T) {
			_, a := deviceRun(t, e, "loops.fut", x.name, sized(n), sized(few), square(n))
			got, b := deviceRun(t, e, "loops.fut", x.name, sized(n), sized(many), square(n))
			want, _ := deviceRun(t, interp, "loops.fut", x.name, sized(n), sized(many), square(n))
			for i := range want {
				if !closeTo(got[i], want[i]) {
					t.Errorf("result %d differs", i)
				}
			}
			l0, c0, f0, r0, _ := commands(a)
			l1, c1, f1, r1, _ := commands(b)
			per := many - few
			if l1-l0 > x.launches*per || c1-c0 > x.copies*per || f1-f0 > x.fills*per || r1-r0 > x.reads*per {
				t.Errorf("%d iterations more take %d launches, %d copies, %d fills, %d reads; want %+v times them", per, l1-l0, c1-c0, f1-f0, r1-r0, x)
			}
			if x.name != "grow" && b.PeakBytes > a.PeakBytes {
				t.Errorf("%d iterations take %d bytes, %d take %d", few, a.PeakBytes, many, b.PeakBytes)
			}
		})
	}
}

// closeTo compares results of two engines, which may add in another order.
func closeTo(a, b value.Value) bool {
	x, ok := a.(*value.Array)
	y, ok2 := b.(*value.Array)
	if !ok || !ok2 {
		return value.Print(a) == value.Print(b)
	}
	if !slices.Equal(x.Shape, y.Shape) {
		return false
	}
	for i := range x.Size() {
		p, q := x.At(i).Float64(), y.At(i).Float64()
		if math.Abs(p-q) > 1e-9*(1+math.Abs(q)) {
			return false
		}
	}
	return true
}

// copied are the entries of device/copies.fut with the bytes that may be copied for each number of the argument.
var copied = []struct {
	name  string
	bytes int64
}{
	{"update", 0}, {"update_row", 0}, {"copied", 8}, {"given", 8}, {"scattered", 8}, {"scattered_new", 0}, {"accumulated", 0},
	{"concatenated", 8}, {"rotated", 8}, {"turned", 0}, {"turned_twice", 0}, {"reversed", 0}, {"halves", 0}, {"gradient", 0},
	{"gradient_update", 0}, {"gradient_gather", 0}, {"update_row_after_row", 0}, {"update_row_gradient", 8}, {"gradient_growing", 25},
}

// TestCopies: the device copies only what the program says; what belongs to the caller is copied before it is updated. Beside that it may copy
// few rows, where a loop on the host puts them into places of which nothing is known.
func TestCopies(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	e := openDevice(t)
	const n = 300
	for _, x := range copied {
		args := []value.Value{sized(n * n), sized(5), value.FromSlice(prim.F64, numbersOf(n*n))}
		if strings.HasPrefix(x.name, "update_row") || strings.HasPrefix(x.name, "turned") {
			args = []value.Value{sized(n), sized(5), square(n)}
		}
		_, p := deviceRun(t, e, "copies.fut", x.name, args...)
		_, _, _, _, bytes := commands(p)
		if bytes > x.bytes*n*n+5*8*n+100 {
			t.Errorf("%s copies %d bytes, want at most %d", x.name, bytes, x.bytes*n*n)
		}
	}
}

// TestOneLaunch: small loops are one task, alone and beside something large.
func TestOneLaunch(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	limits.Now.TaskGrain = 1 << 16 // as on most CPUs, whatever is measured here
	e := openDevice(t)
	for _, x := range []struct {
		name     string
		launches int
		args     []value.Value
	}{
		{"roots", 1, []value.Value{sized(33)}},
		{"lstm", 1, []value.Value{sized(4096)}},
		{"beside", 4, []value.Value{sized(1000)}},
		{"sized", 4, []value.Value{sized(1000), sized(8)}},
	} {
		_, p := deviceRun(t, e, "small.fut", x.name, x.args...)
		if launches, _, _, _, _ := commands(p); launches > x.launches {
			t.Errorf("%s: %d launches, want %d", x.name, launches, x.launches)
		}
	}
}
