package cl

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// fakes are devices from the best to the worst, by Note [Which device].
func fakes() []*Device {
	gpu, cpu, other := uint64(DEVICE_TYPE_GPU), uint64(DEVICE_TYPE_CPU), uint64(DEVICE_TYPE_ACCELERATOR)
	device := func(name, platform string, kind uint64, double bool, units int, memory int64) *Device {
		d := &Device{Name: name, Platform: platform, Type: kind, Double: double, ComputeUnits: units, GlobalMem: memory, Available: true, Compiler: true}
		d.Ways = waysOf(platform, "", name, d.IsCPU())
		return d
	}
	broken := device("broken GPU", "vendor", gpu, true, 200, 80<<30)
	broken.Compiler = false
	return []*Device{
		device("large GPU", "vendor", gpu, true, 132, 80<<30),
		device("GPU of the same units", "vendor", gpu, true, 132, 40<<30),
		device("small GPU", "another", gpu, true, 20, 90<<30),
		device("pthread", pocl, cpu, true, 4, 8<<30),
		device("CPU", "vendor", cpu, true, 8, 8<<30),
		device("board", "vendor", other, true, 900, 8<<30),
		device("GPU of a phone", "vendor", gpu, false, 40, 4<<30),
		device("llvmpipe", "rusticl", cpu, false, 8, 2<<30),
		device("Oclgrind Simulator", oclgrind, cpu|gpu, true, 1000, 1<<40),
		broken,
	}
}

// TestOrder: the order of devices does not depend on that of drivers.
func TestOrder(t *testing.T) {
	want := fakes()
	for seed := range uint64(100) {
		all := slices.Clone(want)
		rand.New(rand.NewPCG(seed, 3)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		got, err := order(all, "")
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: %s, want %s", err, names(got), names(want))
		}
	}
}

// TestNamed: RAIDO_OPENCL names a device or a platform.
func TestNamed(t *testing.T) {
	for name, want := range map[string]string{
		"gpu": "large GPU", "RUSTICL": "llvmpipe", "pipe": "llvmpipe", "portable": "pthread", "small": "small GPU", "oclgrind": "Oclgrind Simulator",
	} {
		if got, err := order(fakes(), name); err != nil || got[0].Name != want {
			t.Errorf("%s: %s, %v", name, names(got), err)
		}
	}
	if _, err := order(fakes(), "nonesuch"); err == nil || !strings.Contains(err.Error(), "llvmpipe") {
		t.Errorf("a name that nothing has: %v", err)
	}
}

func names(ds []*Device) string {
	var out []string
	for _, d := range ds {
		out = append(out, d.Name)
	}
	return strings.Join(out, ", ")
}

// TestQuirks: each line says what it is about and what it costs, is of some device, and changes one way.
func TestQuirks(t *testing.T) {
	for _, q := range Quirks {
		var w, none Ways
		if q.set(&w); w == none || q.Platform == "" || q.What == "" || q.Costs == "" {
			t.Errorf("%+v", q)
		}
		if got := waysOf(q.Platform, "OpenCL 3.0 "+q.Version+"9", q.Device+"x", q.CPU); got == none {
			t.Errorf("%s: it is of no device", q.What)
		}
		if got := waysOf("another", q.Version, q.Device, true); got != none {
			t.Errorf("%s: another driver has it, too", q.What)
		}
	}
}
