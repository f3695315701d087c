package host

import (
	"testing"

	"raido/backend/seg"
)

// TestLongTasks: a loop whose task is too long for the device's compiler runs as kernels; where one of these is too long, the device cannot have the program.
func TestLongTasks(t *testing.T) {
	p, err := seg.Parse(`param n_1: i64
alloc a#1: [n_1]f64
small_2 = small
  work_3 = add.i64 n_1 1i64
  work work_3 slower 0i64 launches 1
if small_2
  task loop
    updates a#1
    for i_4 < n_1
      a#1[i_4] = 1.0f64
else
  for k_5 < n_1
    map point
      over i_6 < n_1
      a#1[i_6] = 1.0f64
result a#1: [n_1]f64
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		long      string
		never, ok bool
	}{{"", false, true}, {"loop", true, true}, {"point", false, false}} {
		long := map[*seg.Kernel]bool{}
		for _, k := range p.Kernels {
			if c.long != "" && k.Name == c.long {
				long[k] = true
			}
		}
		if len(long) == 0 && c.long != "" {
			t.Fatalf("no kernel %q", c.long)
		}
		if never, ok := loopsAsKernels(p.Body, long); ok != c.ok || ok && (len(never) > 0) != c.never {
			t.Errorf("%q is too long: %v, %v", c.long, never, ok)
		}
	}
}
