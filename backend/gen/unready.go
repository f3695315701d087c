package gen

import "raido/backend/seg"

// Unready reports whether a kernel has code for which only the old writer has a way.
func Unready(k *seg.Kernel, target Target) bool {
	w := &writer{g: &generator{target: target}}
	out := tiled(k) != nil && !target.GPU
	seg.WalkKernel(k, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			out = out || s.Par && w.innerLoop(s.I, s.Bound, s.Body, nil) != nil
		case *seg.Fold:
			out = out || expensive(s.Body) && !readsAccs(s) && w.innerLoop(s.I, s.Bound, s.Body, nil) != nil
		}
	})
	return out
}
