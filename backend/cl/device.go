package cl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"raido/lang/system"
)

// Device describes a device.
type Device struct {
	ID                  DeviceID
	Name, Vendor        string
	Platform            string // name and version
	Driver, Version     string
	Type                uint64 // DEVICE_TYPE_...
	ComputeUnits        int
	GlobalMem, MaxAlloc int64
	LocalMem            int64
	Vector              int // bytes of the vectors that the device computes with, 0 if it does not say
	MaxGroup            int
	MaxArgs             int  // bytes of kernel arguments
	Double              bool // has f64
	Rounds              bool // can round quotients and roots of f32 right, if asked to
	Atomics64           bool // has atomic operations on 64 bits
	PoCL                bool // the driver is PoCL
	Ways                     // of its driver
	Available, Compiler bool
}

// IsCPU reports whether code of the CPU shape suits the device.
func (d *Device) IsCPU() bool { return d.Type&DEVICE_TYPE_CPU != 0 }

// Kind is "CPU", "GPU" or "accelerator".
func (d *Device) Kind() string {
	switch {
	case d.Type&DEVICE_TYPE_GPU != 0:
		return "GPU"
	case d.Type&DEVICE_TYPE_CPU != 0:
		return "CPU"
	}
	return "accelerator"
}

var found struct {
	once    sync.Once
	devices []*Device
	err     error
}

// Devices lists the devices of all platforms in the order of Note [Which device]. Without any, the error says
// what is missing and how to mend it.
func Devices() ([]*Device, error) {
	found.once.Do(func() { found.devices, found.err = discover() })
	return found.devices, found.err
}

// Available gives nil if there is a device that can compile and run kernels, else what is missing.
func Available() error {
	ds, err := Devices()
	if err != nil {
		return err
	}
	if d := ds[0]; !d.usable() {
		return fmt.Errorf("the OpenCL device %s is not available or has no compiler", d.Name)
	}
	return nil
}

func (d *Device) usable() bool { return d.Available && d.Compiler }

func discover() ([]*Device, error) {
	if err := load(); err != nil {
		return nil, err
	}
	const hint = " (" + system.InstallDriver + ")"
	platforms, code := GetPlatformIDs()
	if code != Success || len(platforms) == 0 {
		return nil, errors.New("no OpenCL driver is installed" + hint)
	}
	var all []*Device
	for _, p := range platforms {
		offerDirect(p)
		ids, _ := GetDeviceIDs(p, DEVICE_TYPE_ALL) // a platform without devices reports an error
		for _, id := range ids {
			d := describe(p, id)
			if d.OneThread {
				callAlone()
			}
			if d.Checks {
				writeWhole()
			}
			all = append(all, d)
		}
	}
	all = preferDirect(all)
	if len(all) == 0 {
		names := make([]string, len(platforms))
		for i, p := range platforms {
			names[i] = GetPlatformInfo(p, PLATFORM_NAME)
		}
		return nil, fmt.Errorf("the OpenCL platform %s has no device%s", strings.Join(names, ", "), hint)
	}
	return order(all, named())
}

func describe(p PlatformID, id DeviceID) *Device {
	num := func(name uint32) int64 { return int64(GetDeviceInfoUint(id, name)) }
	has := strings.Fields(GetDeviceInfo(id, DEVICE_EXTENSIONS))
	platform, version := GetPlatformInfo(p, PLATFORM_NAME), GetPlatformInfo(p, PLATFORM_VERSION)
	d := &Device{
		ID: id, Name: strings.TrimSpace(GetDeviceInfo(id, DEVICE_NAME)), Vendor: GetDeviceInfo(id, DEVICE_VENDOR),
		Platform: platform + " " + version,
		Driver:   GetDeviceInfo(id, DRIVER_VERSION), Version: GetDeviceInfo(id, DEVICE_VERSION),
		Type: GetDeviceInfoUint(id, DEVICE_TYPE), ComputeUnits: int(num(DEVICE_MAX_COMPUTE_UNITS)),
		GlobalMem: num(DEVICE_GLOBAL_MEM_SIZE), MaxAlloc: num(DEVICE_MAX_MEM_ALLOC_SIZE), LocalMem: num(DEVICE_LOCAL_MEM_SIZE),
		MaxGroup: int(num(DEVICE_MAX_WORK_GROUP_SIZE)), MaxArgs: int(num(DEVICE_MAX_PARAMETER_SIZE)),
		Vector:    4 * int(num(DEVICE_NATIVE_WIDTH_FLOAT)),
		Double:    num(DEVICE_DOUBLE_FP_CONFIG) != 0,
		Rounds:    num(DEVICE_SINGLE_FP_CONFIG)&FP_CORRECTLY_ROUNDED_DIVIDE_SQRT != 0,
		Atomics64: slices.Contains(has, "cl_khr_int64_base_atomics") && slices.Contains(has, "cl_khr_int64_extended_atomics"),
		PoCL:      platform == pocl,
		Available: num(DEVICE_AVAILABLE) != 0, Compiler: num(DEVICE_COMPILER_AVAILABLE) != 0,
	}
	d.Ways = waysOf(platform, version+" "+d.Driver, d.Name, d.IsCPU())
	return d
}
