package cl

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Note [Which device]
//
// Where there are several devices Raido takes the first of them in this order; doctor lists them so.
//
//   - Those that can be used come before those that are not available or have no compiler.
//   - Those on which programs run come before simulators, which look for faults of kernels and are a thousand times slower.
//   - Those with f64 come before those without: most programs have f64, and are left to the embedded engine where the device has none.
//   - GPUs come before CPUs, and these before other devices.
//   - Drivers that make code for the processor of this process come before others; then what computes on more units, and what has more memory.
//
// What is alike in all that stays in the order of the drivers. So it does not depend on the order of the files of drivers as long as devices
// differ. RAIDO_OPENCL is a part of the name of a device, or of its platform, in letters of any case: then it is the first of those, and where
// none has it there is no device.

// named is what a device to be used has in its name.
func named() string { return os.Getenv("RAIDO_OPENCL") }

// order puts devices in the order of Note [Which device]; those with a name only, if there is one.
func order(devices []*Device, name string) ([]*Device, error) {
	all := slices.Clone(devices)
	slices.SortStableFunc(all, func(a, b *Device) int { return slices.Compare(b.rank(), a.rank()) })
	if name == "" {
		return all, nil
	}
	out := slices.DeleteFunc(slices.Clone(all), func(d *Device) bool {
		return !strings.Contains(strings.ToLower(d.Name+" "+d.Platform), strings.ToLower(name))
	})
	if len(out) == 0 {
		var have []string
		for _, d := range all {
			have = append(have, d.Name)
		}
		return nil, fmt.Errorf("RAIDO_OPENCL is %q, which is in the name of no OpenCL device or platform; there is %s", name, strings.Join(have, ", "))
	}
	return out, nil
}

// Lacks is what a device, or its driver, does without, in a few words each; what Raido does then is in parentheses.
func (d *Device) Lacks() (out []string) {
	for _, l := range []struct {
		missing bool
		text    string
	}{
		{!d.Compiler, "a compiler"},
		{!d.Double, "f64"},
		{!d.Atomics64, "atomic operations on 64 bits (histograms of i64 and u64 have copies)"},
		{d.IsCPU() && !d.Mapped, "kernels that hear of an interrupt (their process is ended)"},
	} {
		if l.missing {
			out = append(out, l.text)
		}
	}
	return out
}

// rank is what makes a device better than others, the most important first.
func (d *Device) rank() []int64 {
	bit := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	kinds := []string{"accelerator", "CPU", "GPU"}
	return []int64{bit(d.usable()), bit(!d.Checks), bit(d.Double), int64(slices.Index(kinds, d.Kind())), bit(d.Native), int64(d.ComputeUnits), d.GlobalMem}
}
