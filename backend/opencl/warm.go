package opencl

import (
	"fmt"
	"time"

	"raido/backend/cl"
	"raido/backend/gen"
)

// Warm implements host.Device. It builds a small program, so that the driver's compiler is loaded when the first cell needs
// it: the first program of a process takes half a second more than later ones. The text is never the same,
// because the driver would take a known one from its own cache without its compiler.
func (d *device) Warm() {
	d.compiler.Lock()
	defer d.compiler.Unlock()
	if d.closed || d.loaded.Swap(true) {
		return
	}
	text := fmt.Sprintf("__kernel void warm(__global int *a) { for (int i = 0; i < 16; i++) a[i] = i * %d; }", time.Now().UnixNano()%(1<<31))
	p, code := cl.CreateProgramWithSource(d.ctx, text)
	if code != cl.Success {
		return
	}
	defer cl.ReleaseProgram(p)
	cl.BuildProgram(p, d.dev.ID, gen.Options) // a failure shows again, with its text, at the first cell
}
