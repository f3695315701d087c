package backend

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/value"
)

func TestMain(m *testing.M) {
	os.Setenv("RAIDO_VERIFY", "1")
	os.Exit(m.Run())
}

// device is the OpenCL engine without its fallback; it is shared, since starting one takes long.
func device(t testing.TB) *openCL {
	t.Helper()
	e, err := Open("opencl")
	if err != nil {
		t.Skip("no OpenCL device: ", err)
	}
	t.Cleanup(e.Close)
	d := e.(*withFallback).Engine.(*openCL)
	d.allForms = true
	d.limits.TaskGrain, d.limits.GroupTaskGrain = 0, 0 // loops on the host stay there
	return d
}

func parse(t testing.TB, text string) *core.Prog {
	t.Helper()
	p, err := core.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := core.Verify(p); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// forms makes the programs for each form that the engine may choose: parallel and task.
func forms(p *clProgram) map[string]*clProgram {
	out := map[string]*clProgram{}
	if p.par != nil {
		c := *p
		c.task = nil
		out["parallel"] = &c
	}
	if p.task != nil {
		c := *p
		c.par = nil
		out["task"] = &c
	}
	return out
}

// runOn uploads, runs and fetches.
func runOn(e Engine, p Program, args []value.Value) ([]value.Value, error) {
	ctx := context.Background()
	in := make([]Value, len(args))
	for i, a := range args {
		v, err := e.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		defer v.Release()
		in[i] = v
	}
	res, _, err := p.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, len(res))
	for i, v := range res {
		if out[i], err = v.Host(ctx); err != nil {
			return nil, err
		}
		v.Release()
	}
	return out, nil
}

// same compares values: integers exactly, floats up to a relative error.
func same(a, b value.Value) bool {
	switch a := a.(type) {
	case value.Scalar:
		b, ok := b.(value.Scalar)
		return ok && a.Type == b.Type && sameScalar(a.Scalar, b.Scalar)
	case *value.Array:
		b, ok := b.(*value.Array)
		if !ok || a.Elem != b.Elem || fmt.Sprint(a.Shape) != fmt.Sprint(b.Shape) {
			return false
		}
		for i := int64(0); i < a.Size(); i++ {
			if !sameScalar(elemOf(a, i), elemOf(b, i)) {
				return false
			}
		}
		return true
	}
	return false
}

func elemOf(a *value.Array, i int64) prim.Scalar {
	raw := make([]byte, 8)
	n := int64(a.Elem.Size())
	copy(raw, a.Data[i*n:(i+1)*n])
	return fromBytes(a.Elem, raw)
}

func sameScalar(a, b prim.Scalar) bool {
	if !a.Type.IsFloat() {
		return a == b
	}
	x, y := a.Float64(), b.Float64()
	tol := 1e-9
	if a.Type == prim.F32 {
		tol = 1e-4
	}
	return x == y || x != x && y != y || math.Abs(x-y) <= tol*math.Max(1, math.Max(math.Abs(x), math.Abs(y)))
}

func show(v value.Value) string {
	switch v := v.(type) {
	case value.Scalar:
		return v.Scalar.String()
	case *value.Array:
		var parts []string
		for i := int64(0); i < min(v.Size(), 40); i++ {
			parts = append(parts, elemOf(v, i).String())
		}
		return fmt.Sprintf("%v%s{%s}", v.Shape, v.Elem, strings.Join(parts, " "))
	}
	return fmt.Sprint(v)
}

// disagreement runs a program on the interpreter and on the device in both forms; "" if all agree.
func disagreement(e *openCL, p *core.Prog, args []value.Value) string {
	if d := disagreementIn(e, p, args, true); d != "" {
		return d
	}
	return disagreementIn(e, p, args, false)
}

// disagreementIn tries one form.
func disagreementIn(e *openCL, p *core.Prog, args []value.Value, task bool) string {
	in := newInterp()
	ip, err := in.Compile(context.Background(), p)
	if err != nil {
		return "interpreter: " + err.Error()
	}
	want, wantErr := runOn(in, ip, args)
	c, err := e.Compile(context.Background(), p)
	if err != nil {
		return "compile: " + err.Error()
	}
	name := "parallel"
	if task {
		name = "task"
	}
	form := forms(c.(*clProgram))[name]
	if form == nil {
		return ""
	}
	got, err := runOn(e, form, args)
	if (err == nil) != (wantErr == nil) {
		return fmt.Sprintf("%s: error %v, want %v", name, err, wantErr)
	}
	for i := range got {
		if !same(got[i], want[i]) {
			return fmt.Sprintf("%s: result %d is\n  %s\nwant\n  %s", name, i, show(got[i]), show(want[i]))
		}
	}
	return ""
}

// seeds is how many random programs a test makes, few by default: each costs the driver's compiler half
// a second. RAIDO_SEEDS asks for more.
func seeds(n uint64) uint64 {
	if s := os.Getenv("RAIDO_SEEDS"); s != "" {
		fmt.Sscan(s, &n)
	}
	return n
}

// firstSeed is RAIDO_SEED.
func firstSeed() (n uint64) {
	fmt.Sscan(os.Getenv("RAIDO_SEED"), &n)
	return n
}

// smallDevice is the device with small limits, in one of the shapes of code.
func smallDevice(t testing.TB, shape string, l limits.Set) *openCL {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	os.Setenv("RAIDO_SHAPE", shape)
	t.Cleanup(func() { os.Unsetenv("RAIDO_SHAPE") })
	limits.Now = l
	e := device(t)
	e.limits.TaskGrain, e.limits.GroupTaskGrain = l.TaskGrain, l.GroupTaskGrain
	return e
}

// TestRandomSmall compares the engines on random programs and their derivatives in the forms for large data: with small limits,
// and with limits at random. RAIDO_SEED is the first seed.
func TestRandomSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	for i, shape := range []string{"cpu", "gpu"} {
		t.Run(shape, func(t *testing.T) {
			for seed := firstSeed(); seed < firstSeed()+seeds(5); seed++ {
				l := limits.Small
				if seed > 0 {
					l = limits.Random(seed)
				}
				e := smallDevice(t, shape, l)
				p, args := coregen.Gen(1000*uint64(i)+seed, coregen.Options{Accs: seed%2 == 0, Calls: seed%5 == 0})
				if seed%3 == 1 {
					p, args = coregen.Layout(seed)
				}
				if seed%3 > 0 {
					q, err := Passes(p)
					if err != nil {
						t.Fatal(err)
					}
					p = q
				}
				if d := disagreementIn(e, p, coregen.Values(args), false); d != "" {
					t.Errorf("limits %d, seed %d: %s\n%s", seed, seed, d, core.Print(p))
				}
			}
		})
	}
}

// TestRandomPrograms compares the engines on random programs, as they are and through the pipeline.
func TestRandomPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	e := device(t)
	e.limits.ChunkWork = 2 // several threads for a handful of elements
	for seed := range seeds(10) {
		e.limits.TaskGrain = int64(seed%2) * limits.Normal.TaskGrain // loops on the host, and as tasks
		p, args := coregen.Gen(seed, coregen.Options{Accs: seed%2 == 0, Calls: seed%5 == 0})
		if seed%2 == 1 {
			q, err := Passes(p)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		if d := disagreement(e, p, coregen.Values(args)); d != "" {
			t.Errorf("seed %d: %s\n%s", seed, d, core.Print(p))
		}
	}
}
