package cl

import (
	"os"
	"slices"
	"strings"
)

// Note [Commands in the caller's thread]
//
// PoCL's usual CPU device, pthread, has threads of its own. A command goes to one of them and its end comes back, which takes longer than many
// a kernel: on one core, 30 us for a task of 5 us. PoCL also has a device that runs commands in the thread that asks for them, basic, with
// the same compiler; it appears if POCL_DEVICES names it, which PoCL reads when it is first asked for devices. Where pthread has one
// thread there is nothing to gain from a second one, and basic takes its place. A kernel hears of a cancellation as before, by the failure words.

const (
	pocl       = "Portable Computing Language"
	directName = "basic-"
)

// offerDirect has PoCL show the device basic beside pthread, if it is of a version that has them by these names and nobody has chosen devices.
func offerDirect(p PlatformID) {
	if GetPlatformInfo(p, PLATFORM_NAME) == pocl && isPoCL3(p) {
		setDefault("POCL_DEVICES", "pthread basic")
	}
}

// isPoCL3 reports whether a platform is PoCL of a version whose ways are known.
func isPoCL3(p PlatformID) bool {
	return strings.Contains(GetPlatformInfo(p, PLATFORM_VERSION), "PoCL 3.")
}

// preferDirect leaves of the devices basic and pthread the one to use. Where the user has chosen devices both may stay.
func preferDirect(devices []*Device) []*Device {
	if os.Getenv("POCL_DEVICES") != "pthread basic" {
		return devices
	}
	threads := slices.IndexFunc(devices, func(d *Device) bool { return d.PoCL && !d.Direct })
	alone := threads < 0 || devices[threads].ComputeUnits <= 1
	return slices.DeleteFunc(devices, func(d *Device) bool { return d.PoCL && d.Direct != alone })
}
