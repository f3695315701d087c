package plot

import (
	"math"
	"testing"
)

// TestRoofline: numbers of kernels overlap neither each other nor the dots, also in a crowd; without peaks or work there is none.
func TestRoofline(t *testing.T) {
	var ks []Kernel
	for i := range 14 {
		ks = append(ks, Kernel{Name: "k", Seconds: 1e-3 + 1e-5*float64(i), Ops: 1e6 * (1 + float64(i%5)/10), Bytes: 8e6, F64: i%2 == 0})
	}
	ks = append(ks, Kernel{Name: "odd", Seconds: 1, Ops: math.Inf(1), Bytes: 1}, Kernel{Name: "copy", Seconds: 1, Bytes: 1e6})
	r := newRoofline(Roof{6e9, 114e9, 100e9}, ks)
	if r == nil || len(r.dots) != 14 {
		t.Fatalf("%+v", r)
	}
	if _, err := render(chartWidth, rooflineHeight, "", func(s *sheet) { r.taken = nil; r.paint(s, rooflineHeight) }); err != nil {
		t.Fatal(err)
	}
	numbers := r.taken[len(r.dots)+2:] // after the names of the two levels and the dots
	if len(numbers) < 10 {
		t.Errorf("%d of 14 numbers are written", len(numbers))
	}
	for i, a := range numbers {
		for j, b := range r.taken[:len(r.dots)+2+i] {
			if a.meets(b) {
				t.Errorf("number %d overlaps %d", i, j)
			}
		}
	}
	if newRoofline(Roof{}, ks) != nil || newRoofline(Roof{1, 1, 1}, ks[14:]) != nil {
		t.Error("a roofline of nothing")
	}
}
