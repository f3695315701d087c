package engines

import (
	"testing"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/enginetest"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// open starts all engines that this machine has.
func open(t *testing.T) (list []backend.Engine) {
	for _, name := range Names {
		e, err := Open(name)
		if err != nil {
			if name != backend.OpenCL || cl.Available() == nil {
				t.Fatal(err)
			}
			t.Log("SKIP opencl: ", err)
			continue
		}
		t.Cleanup(e.Close)
		list = append(list, e)
	}
	return list
}

// TestValueOn: a value of any engine comes to any other one with its contents, the interpreter's to one device once, and nothing
// stays behind when it is released.
func TestValueOn(t *testing.T) {
	engines := open(t)
	for _, from := range engines {
		for _, to := range engines {
			for _, host := range []value.Value{coretest.I64(7), enginetest.Ints(prim.I64, 5, 3)} {
				v := enginetest.Upload(t, from, host)
				w, err := v.On(t.Context(), to)
				if err != nil {
					t.Fatal(err)
				}
				got, err := w.Host(t.Context())
				if err != nil || !enginetest.Same(got, host) {
					t.Errorf("from %s to %s: %v %v", from.Name(), to.Name(), got, err)
				}
				_, array := host.(*value.Array)
				if _, scalar := w.Scalar(); scalar == array || w.Lost() || w.OnDevice() != (array && (to.Name() == backend.OpenCL || to.Name() == backend.Wasm)) {
					t.Errorf("from %s to %s: scalar %v, lost %v, on a device %v", from.Name(), to.Name(), scalar, w.Lost(), w.OnDevice())
				}
				w.Release()
				v.Release()
			}
			for _, e := range []backend.Engine{from, to} {
				if n := e.MemoryInUse(); n != 0 {
					t.Errorf("from %s to %s: %d bytes stay on %s", from.Name(), to.Name(), n, e.Name())
				}
			}
		}
	}
}
