package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"raido/backend/cl"
)

// The line of raido bench has the keys that scripts read, and numbers that fit the call.
func TestBench(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "F.fut", "entry sums (xs: []f64) (k: i64) = (f64.sum xs, map (\\x -> x / f64.i64 k) xs)\n")
	for _, backend := range []string{"interp", "opencl"} {
		if backend == "opencl" && cl.Available() != nil {
			continue
		}
		status, out, errs := raido(t, dir, "[1.0, 2, 3] 2i64", "bench", "--backend", backend, "--entry", "sums",
			"--runs", "4", "--warmup", "0", "--threads", "1", "F.fut")
		if status != 0 || errs != "" || strings.Count(out, "\n") != 1 {
			t.Fatalf("%s: status %d, stdout %q, stderr %q", backend, status, out, errs)
		}
		var keys map[string]any
		var r benchReport
		if err := json.Unmarshal([]byte(out), &keys); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		got := slices.Sorted(maps.Keys(keys))
		want := strings.Fields("backend build_ms clock compile_ms device download_ms entry first_ms host_ms kernels median_ms ms peak_device_bytes peak_f32_gops peak_f64_gops peak_gbs threads transfers upload_ms")
		if !slices.Equal(got, want) {
			t.Errorf("%s: keys %q, want %q", backend, got, want)
		}
		if r.Entry != "sums" || r.Backend != backend || r.Device == "" || r.Threads != 1 || r.Clock != "processor" || len(r.MS) != 4 ||
			r.MedianMS != median(r.MS) || r.CompileMS <= 0 || r.PeakBytes < 2*3*8 || r.Kernels == nil {
			t.Errorf("%s: %s", backend, out)
		}
		if backend == "opencl" && (len(r.Kernels) == 0 || r.Kernels[0].Name == "" || r.Kernels[0].Launches < 1 || r.Kernels[0].MS < 0 ||
			r.Kernels[0].Kind == "" || r.Kernels[0].Read < 24 || r.PeakGBS <= 0 || r.BuildMS <= 0) {
			t.Errorf("kernels %+v", r.Kernels)
		}
	}
}

func TestBenchRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "F.fut", sources["F.fut"])
	for _, x := range []struct {
		args   string
		status int
		errs   string
	}{
		{"--backend nothing F.fut", 3, "nothing"},
		{"--runs 0 F.fut", 3, "--runs"},
		{"--warmup -1 F.fut", 3, "--warmup"},
		{"--threads -1 F.fut", 3, "--threads"},
		{"--entry half F.fut", 3, "1 value"},
		{"--entry at F.fut", 2, "index 7"},
		{"G.fut", 3, "G.fut"},
	} {
		status, out, errs := raido(t, dir, "[1i32] 7i64", append([]string{"bench"}, strings.Fields(x.args)...)...)
		if status != x.status || out != "" || !strings.Contains(errs, x.errs) {
			t.Errorf("bench %s: status %d, stdout %q, stderr %q; want status %d and %q", x.args, status, out, errs, x.status, x.errs)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, x := range []struct {
		in   []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{5, 1, 2}, 2}, {[]float64{4, 1, 2, 9}, 3}} {
		if got := median(x.in); got != x.want {
			t.Errorf("median %v = %v, want %v", x.in, got, x.want)
		}
	}
}
