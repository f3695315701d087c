//go:build linux

package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// driver is the folder of the fake driver, for OCL_ICD_VENDORS, and the library of the proper one that it wraps.
var driver = sync.OnceValues(func() (vendors, pocl string) {
	text, err := os.ReadFile("/etc/OpenCL/vendors/pocl.icd")
	if err != nil {
		return "", ""
	}
	pocl = strings.TrimSpace(string(text))
	vendors = filepath.Dir(raido)
	lib := filepath.Join(vendors, "fake.so")
	if out, err := exec.Command("gcc", "-shared", "-fPIC", "-O1", "-o", lib, "testdata/driver.c", "-ldl").CombinedOutput(); err != nil {
		return "", string(out)
	}
	if os.WriteFile(filepath.Join(vendors, "fake.icd"), []byte(lib+"\n"), 0o600) != nil {
		return "", ""
	}
	return vendors, pocl
})

// fault is the environment of a worker whose driver misbehaves at a place.
func fault(t *testing.T, place, how string) []string {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc builds the driver")
	}
	vendors, pocl := driver()
	if vendors == "" {
		t.Skipf("no PoCL to wrap %s", pocl)
	}
	return []string{"OCL_ICD_VENDORS=" + vendors, "OPENCL_VENDOR_PATH=" + vendors, "POCL=" + pocl, "FAULT=" + place + ":" + how}
}

// places are those of testdata/driver.c where a driver may misbehave; the first time it maps memory is before it is ready.
var places = []string{"constructor", "platforms", "map", "build", "launch", "read"}

// starts reports whether a driver comes to a place before it is ready.
func starts(place string) bool { return !slices.Contains([]string{"build", "launch", "read"}, place) }

// handed is a cell that a device computes, and what it shows, by which the driver comes to a place: what is small is read where it is mapped,
// a large array by a command.
func handed(place string) (code, want string) {
	if place != "read" {
		return large, "14985000 : i64"
	}
	return "map (\\i -> loop x = i for k < 3000 do (x + k) % 1000) (iota 10_000)",
		"[500, 501, 502, ..., 497, 498, 499] : [10000]i64 -- min 0, max 999, mean 499.5"
}

// large is a cell that a device computes, whatever the engine's choice; a number makes it a new one.
const large = "i64.sum (map (\\i -> loop x = i for k < 1000 do (x + k) % 1000) (iota 30_000))"

// TestDriver: the fake driver is a driver, where nothing is wrong with it.
func TestDriver(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	b := newBook(t, "opencl", fault(t, "none", "pause")...)
	b.want(large, "14985000 : i64")
}
