package main

import (
	"strings"
	"testing"

	"raido/backend/cl"
)

// After the passes come the forms for the device, which are not all of them text for its driver.
func TestDumpForms(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "F.fut", "entry scale (xs: []f64) (k: f64) = map (* k) xs\n")
	for form, want := range map[string]string{"flat": "over i", "flat-task": "for i", "opencl": "get_global_id", "opencl-task": "__kernel",
		"wasm": "target cpu plain", "wasm-task": "for i"} {
		if strings.HasPrefix(form, "opencl") && cl.Available() != nil {
			continue
		}
		status, out, errs := raido(t, dir, "", "dump", "--after", form, "--entry", "scale", "F.fut")
		if status != 0 || errs != "" || !strings.Contains(out, want) || strings.Contains("\n"+out, "\ndef ") {
			t.Errorf("%s: status %d, stdout %q, stderr %q", form, status, out, errs)
		}
	}
	write(t, dir, "R.fut", "def f (x: i64): i64 = if x > 1 then x * f (x - 1) else 1\nentry main (x: i64) = f x\n")
	if status, _, errs := raido(t, dir, "", "dump", "--after", "flat", "R.fut"); status == 0 || !strings.Contains(errs, "f calls itself") {
		t.Errorf("a recursive program: status %d, %q", status, errs)
	}
}
