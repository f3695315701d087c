package tests

import (
	"context"
	"fmt"
	"os"
	"testing"

	"raido/backend"
	"raido/backend/cl"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/value"
)

// deviceRun runs an entry of a file of tests/device on an engine, measured.
func deviceRun(t *testing.T, e backend.Engine, file, entry string, args ...value.Value) ([]value.Value, *backend.Profile) {
	t.Helper()
	ctx := backend.WithProfile(context.Background())
	out, prof, err := deviceProgram(t, e, file, entry).Run(ctx, uploaded(t, e, args))
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
		t.Cleanup(v.Release)
		in = append(in, v)
	}
	return in
}

func openDevice(t *testing.T) backend.Engine {
	t.Helper()
	if err := cl.Available(); err != nil {
		t.Skip("SKIP: ", err)
	}
	e, err := backend.Open("opencl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// sums are the numbers of launches and of commands of a kind in a run, and the bytes that they wrote.
func sums(p *backend.Profile, kind string) (launches, commands int, bytes int64) {
	for _, k := range p.Kernels {
		launches += k.Launches
	}
	for _, k := range p.Transfers {
		if k.Kind == kind {
			commands += k.Launches
			bytes += k.Written
		}
	}
	return launches, commands, bytes
}

func TestZZ(t *testing.T) {
	e := openDevice(t)
	const n = 300000
	const m = 400
	k := func(k int64) value.Value { return value.Scalar{Scalar: prim.Int(prim.I64, k)} }
	size := func(n int64) value.Value { return k(n) }
	floats := func(n int) []float64 {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = 0.5 + float64(i%17)/17
		}
		return xs
	}
	vec := value.FromSlice(prim.F64, floats(n))
	mat := value.FromSlice(prim.F64, floats(m*m))
	mat.Shape = []int64{m, m}
	for _, x := range []string{"update", "update_row", "copied", "given", "scattered", "scattered_new", "accumulated", "concatenated", "rotated", "turned", "turned_twice", "reversed", "halves", "gradient", "gradient_update", "gradient_gather"} {
		args := []value.Value{size(n), k(20), vec}
		if x == "update_row" || x == "turned" || x == "turned_twice" {
			args = []value.Value{size(m), k(20), mat}
		}
		_, p := deviceRun(t, e, "copies.fut", x, args...)
		fmt.Println(x, p.PeakBytes)
		for _, k := range append(p.Kernels, p.Transfers...) {
			fmt.Println("   ", k.Name, k.Kind, k.Launches, k.Points, k.Read, k.Written)
		}
	}
}
