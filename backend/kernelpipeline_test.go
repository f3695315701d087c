package backend

import "testing"

// TestKernelOrder: the passes are in the order that they need, and each has a name of its own.
func TestKernelOrder(t *testing.T) {
	at := map[string]int{}
	for i, p := range KernelPipeline {
		if _, twice := at[p.Name]; twice {
			t.Errorf("two passes are named %s", p.Name)
		}
		at[p.Name] = i
	}
	for _, o := range KernelOrder {
		first, ok := at[o.First]
		then, ok2 := at[o.Then]
		if !ok || !ok2 {
			t.Errorf("the order of %s and %s: there is no such pass", o.First, o.Then)
		} else if first >= then {
			t.Errorf("%s must come before %s: %s", o.First, o.Then, o.Why)
		}
	}
}
