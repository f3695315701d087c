package main

import (
	"strings"
	"testing"

	"raido/backend/cl"
)

// The profile goes to stderr, beside the results.
func TestRunProfile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "F.fut", "entry main (n: i64) =\n  let xs = map f64.i64 (iota n)\n  in f64.sum (map (\\x -> x * x) xs)\n")
	for backend, want := range map[string][]string{
		"interp": {"operations", "elements read", "check and lower", "arguments to the device"},
		"opencl": {"reduce", " 3:6 ", " 1000000 ", "of peak", "driver's build", "first launches", "memory at most", "copying"},
		"dual":   {"one run took", "before: check and lower"},
	} {
		if backend == "opencl" && cl.Available() != nil {
			continue
		}
		in, out := "1000000i64", "3.333328333335e17f64\n"
		if backend != "opencl" {
			in, out = "4i64", "14.0f64\n"
		}
		status, stdout, errs := raido(t, dir, in, "run", "--backend", backend, "--profile", "F.fut")
		if status != 0 || backend != "opencl" && stdout != out {
			t.Fatalf("%s: status %d, stdout %q, stderr %q", backend, status, stdout, errs)
		}
		for _, w := range want {
			if !strings.Contains(errs, w) {
				t.Errorf("%s: no %q in\n%s", backend, w, errs)
			}
		}
	}
	write(t, dir, "E.fut", "entry main (n: i64) = (iota n)[n]\n")
	if status, out, errs := raido(t, dir, "4i64", "run", "--profile", "E.fut"); status != 2 || out != "" || !strings.Contains(errs, "index 4") {
		t.Errorf("a failure: status %d, stdout %q, stderr %q", status, out, errs)
	}
}
