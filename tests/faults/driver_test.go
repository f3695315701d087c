package faults

import (
	"os"
	"os/exec"
	"path/filepath"
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
