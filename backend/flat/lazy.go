package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// lazyMap is the results of a map as lazy arrays that share one evaluation for each index. As in rows, elements of an iota are computed.
func lazyMap(f *flat, e *core.Map, w core.Atom, get func(*core.Var) array) []val {
	return storingMap(f, e, w, get, nil)
}

// storingMap is a lazyMap of numbers that stores the results at an index, when they are computed, where there is a place for them.
func storingMap(f *flat, e *core.Map, w core.Atom, get func(*core.Var) array, places []*view) []val {
	arrs := make([]array, len(e.Arrs))
	for i, a := range e.Arrs {
		if arrs[i] = get(a); f.iotas[a] != nil {
			arrs[i] = f.iotas[a]
		}
	}
	var lastIdx core.Atom
	var lastCode *seg.Code
	var lastVals []val
	eval := func(t *thread, i core.Atom) []val {
		if lastVals != nil && lastIdx == i && lastCode == t.code {
			return lastVals
		}
		args := make([]val, len(arrs))
		for j, a := range arrs {
			args[j] = t.row(a, i)
		}
		lastVals = t.inline(e.Fn.Params, e.Fn.Body, args, nil)
		lastIdx, lastCode = i, t.code
		for j, d := range places {
			if d != nil {
				t.put(d.sub(i), lastVals[j])
			}
		}
		return lastVals
	}
	out := make([]val, len(e.Fn.Ret))
	for j, ret := range e.Fn.Ret {
		l := &lazy{elem: ret.Elem, dims: append([]core.Atom{w}, f.dims(ret)...)}
		l.row = func(t *thread, i core.Atom) val { return eval(t, i)[j] }
		out[j] = l
	}
	return out
}

// kept are arrays with the results of a map that a reduction computes.
type kept struct {
	pat   []*core.Var
	out   []val
	fresh []*seg.Mem
}

// keep gives the results of a map that the reduction computes which reads them: Note [Kept by a sum].
func (f *flat) keep(pat []*core.Var, e *core.Map, w core.Atom, get func(*core.Var) array, out []val, fresh []*seg.Mem) []val {
	places := make([]*view, len(out))
	for i, x := range out {
		places[i], _ = x.(*view)
	}
	r := f.kept[e]
	f.late[r] = append(f.late[r], kept{pat, out, fresh})
	return storingMap(f, e, w, get, places)
}

// made says that a reduction has stored what it keeps.
func (f *flat) made(e *core.Reduce) {
	for _, k := range f.late[e] {
		f.bindAll(k.pat, k.out)
	}
	delete(f.late, e)
}
