package plot

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestHistogram: what a histogram says of its numbers, and what it refuses.
func TestHistogram(t *testing.T) {
	ramp := make([]float64, 1000)
	for i := range ramp {
		ramp[i] = float64(i) / 7
	}
	for _, c := range []struct {
		values []float64
		bins   int
		want   string
	}{
		{[]float64{1, 2, 2, 3}, 0, "histogram of 4 numbers from 1 to 3, 3 bins, 2 in the fullest"},
		{[]float64{1, 2, 2, 3}, 1, "1 bin, 4 in the fullest"},
		{[]float64{5, 5}, 0, "1 bin, 2 in the fullest"},
		{[]float64{0.5, math.NaN(), math.Inf(1)}, 0, "2 more are not finite"},
		{ramp, 10, "10 bins, 100 in the fullest"},
		{ramp, 0, "10 bins"},
	} {
		pic, err := Histogram(Labels{}, c.values, c.bins)
		if err != nil || !strings.Contains(pic.Text, c.want) || !strings.Contains(pic.SVG, "<svg") || len(pic.PNG) < 100 {
			t.Errorf("%q, %v; want %q", pic.Text, err, c.want)
		}
	}
	for _, bad := range [][]float64{nil, {math.NaN()}, {-math.MaxFloat64, math.MaxFloat64}} {
		if _, err := Histogram(Labels{}, bad, 0); err == nil {
			t.Errorf("%v has a histogram", bad)
		}
	}
	if _, err := Histogram(Labels{}, ramp, MaxBins+1); err == nil {
		t.Error("there is no bound of bins")
	}
	if got := countIn([]float64{0, 0.4, 0.5, 1}, 0, 1, 2); !slices.Equal(got, []int{2, 2}) {
		t.Errorf("counts %v", got)
	}
}
