package install

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"raido/backend/cl"
	"raido/lang/system"
)

// Drivers are foreign code, and some end the process that loads them, or never come back. So they are looked at in a process of its
// own, which gets as long as a notebook gives it.

// Probe is the command that prints Found as JSON; without one this process looks itself.
var Probe []string

// Found is what there is of devices, or why there is nothing.
type Found struct {
	Devices []*cl.Device
	Error   string
	Caches  []string // what is wrong with caches of programs
}

// FindDevices looks for devices, in this process.
func FindDevices() Found {
	found, err := cl.Devices()
	if err != nil {
		return Found{Error: err.Error()}
	}
	return Found{Devices: found, Caches: cl.CacheProblems()}
}

// probe looks for devices in a process with these settings besides. The error says how that ended.
func probe(ctx context.Context, env ...string) (Found, error) {
	if len(Probe) == 0 {
		return FindDevices(), nil
	}
	ctx, cancel := context.WithTimeout(ctx, cl.StartPatience())
	defer cancel()
	cmd := exec.CommandContext(ctx, Probe[0], Probe[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = time.Second // what a driver has started may go on
	system.Apart(cmd)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	var found Found
	switch err := cmd.Run(); {
	case ctx.Err() != nil:
		return found, fmt.Errorf("it does not come back within %v", cl.StartPatience())
	case err != nil:
		first, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return found, fmt.Errorf("it ends the process that loads it (%v) %s", err, first)
	}
	if json.Unmarshal(out.Bytes(), &found) != nil {
		return found, errors.New("it ends the process that loads it, or writes to its standard output")
	}
	return found, nil
}

// devices lists the OpenCL devices, a line each. If the drivers together misbehave each is looked at alone.
func devices(ctx context.Context) []Line {
	found, err := probe(ctx)
	if err == nil {
		return deviceLines(found)
	}
	var out []Line
	for _, icd := range icds() {
		found, err := probeAlone(ctx, icd)
		if err == nil {
			out = append(out, deviceLines(found)...)
			continue
		}
		out = append(out, Line{Missing, "driver", icd + ": " + err.Error(),
			"cells run on the embedded engine until that file is gone, or the package that it is of; OCL_ICD_VENDORS names another folder of drivers"})
	}
	if len(out) == 0 {
		return []Line{{Missing, "OpenCL", "the loader of drivers fails: " + err.Error(), "cells run on the embedded engine until another version of the driver is installed (" + system.InstallDriver + ")"}}
	}
	return out
}

// icds are the files that name drivers, on systems that have such files.
func icds() []string {
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, name := range []string{"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"} {
		switch place := os.Getenv(name); {
		case strings.HasSuffix(place, ".icd"):
			return []string{place}
		case place != "":
			found, _ := filepath.Glob(filepath.Join(place, "*.icd"))
			return found
		}
	}
	found, _ := filepath.Glob("/etc/OpenCL/vendors/*.icd")
	return found
}

// probeAlone looks at one driver.
func probeAlone(ctx context.Context, icd string) (Found, error) {
	dir, err := os.MkdirTemp("", "raido-driver-")
	if err != nil {
		return Found{}, err
	}
	defer os.RemoveAll(dir)
	text, err := os.ReadFile(icd)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "one.icd"), text, 0o600)
	}
	if err != nil {
		return Found{}, err
	}
	return probe(ctx, "OCL_ICD_VENDORS="+dir, "OPENCL_VENDOR_PATH="+dir)
}

func deviceLines(found Found) []Line {
	if found.Error != "" {
		return []Line{{Warning, "OpenCL", found.Error, "cells run on the embedded engine until there is a device"}}
	}
	var out []Line
	for i, d := range found.Devices {
		platform, _, _ := strings.Cut(d.Platform, "  ") // PoCL lists its build options behind
		l := Line{Good, "OpenCL", fmt.Sprintf("%s %s, %d units, %.1f GiB (%s, driver %s)",
			d.Kind(), d.Name, d.ComputeUnits, float64(d.GlobalMem)/(1<<30), strings.TrimSpace(platform), d.Driver), ""}
		if lacks := d.Lacks(); len(lacks) > 0 {
			l.Found += "; lacks " + strings.Join(lacks, ", ")
		}
		if i == 0 && len(found.Devices) > 1 {
			l.Found += "; Raido uses this one, RAIDO_OPENCL names another"
		}
		switch {
		case !d.Available || !d.Compiler:
			l.Level, l.Fix = Warning, "the device is not available or has no compiler: cells run on the embedded engine until its full driver is installed ("+system.InstallDriver+")"
		case !d.Double:
			l.Level, l.Fix = Warning, "the device has no f64: programs with f64 run on the embedded engine; f32 runs on the device, and PoCL, a driver for processors, has f64"
		case d.Checks:
			l.Level, l.Fix = Warning, "it is a simulator, a thousand times slower than a device; OCL_ICD_VENDORS without it, or another driver"
		}
		out = append(out, l)
	}
	for _, problem := range found.Caches {
		out = append(out, Line{Warning, "cache", problem, "programs are compiled anew in each session until that is mended"})
	}
	return out
}
