package auto

import (
	"context"
	"testing"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/enginetest"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestFallback: what the device cannot run goes to the interpreter, and the profile says so.
func TestFallback(t *testing.T) {
	devices, err := cl.Devices()
	if err != nil {
		t.Skip("no OpenCL device: ", err)
	}
	dev := devices[0] // all engines share it
	defer func(was bool) { dev.Double = was }(dev.Double)
	dev.Double = false
	e := WithFallback(device(t))
	p := coretest.Parse(t, `fun main (x: f64) : (y: [3]f64) = let (r: [3]f64) = replicate [3] x
		let (y: [3]f64) = map 3i64 (r) (\(a: f64) : (f64) -> let (b: f64) = add.f64 a x in (b)) in (y)`)
	c, err := e.Compile(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	v, _ := e.Upload(context.Background(), value.Scalar{Scalar: prim.Float(prim.F64, 1.5)})
	out, prof, err := c.Run(context.Background(), []backend.Value{v})
	if err != nil {
		t.Fatal(err)
	}
	h, _ := out[0].Host(context.Background())
	if got := enginetest.Show(h); got != "[3]f64{3.0f64 3.0f64 3.0f64}" || prof.Fallback == "" {
		t.Errorf("%s, fallback %q", got, prof.Fallback)
	}
}
