package core

// Rebuild gives every function of a program a new body. funs maps the old functions to the new ones, all of them
// there from the start, since functions may call themselves and each other; body must replace them in Calls. A part of
// a program may call functions of the rest, which stay.
func Rebuild(p *Prog, body func(f *Fun, funs map[*Fun]*Fun) Body) *Prog {
	out := &Prog{Funs: make([]*Fun, len(p.Funs))}
	funs := make(map[*Fun]*Fun, len(p.Funs))
	for i, f := range p.Funs {
		out.Funs[i] = &Fun{Name: f.Name, Params: f.Params, Ret: f.Ret}
		funs[f] = out.Funs[i]
	}
	for _, f := range p.Funs {
		for _, g := range Callees(f.Body) {
			if funs[g] == nil {
				funs[g] = g
			}
		}
	}
	for i, f := range p.Funs {
		out.Funs[i].Body = body(f, funs)
	}
	return out
}

// Callees are the functions that a body calls, each once, in order of first occurrence.
func Callees(b Body) []*Fun {
	var out []*Fun
	seen := map[*Fun]bool{}
	Walk(b, func(s Stm) {
		if c, ok := s.Exp.(*Call); ok && !seen[c.Fun] {
			seen[c.Fun] = true
			out = append(out, c.Fun)
		}
	})
	return out
}

// Cycles finds the recursive functions: each has the number, from 1, of the group of functions that call each
// other. Other functions have none. It is Tarjan's algorithm.
func Cycles(p *Prog) map[*Fun]int {
	t := &tarjan{index: map[*Fun]int{}, low: map[*Fun]int{}, on: map[*Fun]bool{}, group: map[*Fun]int{}}
	for _, f := range p.Funs {
		if t.index[f] == 0 {
			t.visit(f)
		}
	}
	return t.group
}

type tarjan struct {
	index, low map[*Fun]int // from 1, in the order of visits
	stack      []*Fun
	on         map[*Fun]bool // on the stack
	group      map[*Fun]int
	groups     int
}

func (t *tarjan) visit(f *Fun) {
	n := len(t.index) + 1
	t.index[f], t.low[f] = n, n
	at := len(t.stack)
	t.stack, t.on[f] = append(t.stack, f), true
	self := false
	for _, g := range Callees(f.Body) {
		self = self || g == f
		if t.index[g] == 0 {
			t.visit(g)
			t.low[f] = min(t.low[f], t.low[g])
		} else if t.on[g] {
			t.low[f] = min(t.low[f], t.index[g])
		}
	}
	if t.low[f] < n {
		return
	}
	group := t.stack[at:]
	if len(group) > 1 || self {
		t.groups++
	}
	for _, g := range group {
		t.on[g] = false
		if len(group) > 1 || self {
			t.group[g] = t.groups
		}
	}
	t.stack = t.stack[:at]
}

// SizesOf tells which results of a function are sizes of later ones.
func SizesOf(f *Fun) []bool {
	out := make([]bool, len(f.Ret))
	for i, n := range f.Ret {
		for _, r := range f.Ret[i+1:] {
			for _, d := range r.Type.Dims {
				out[i] = out[i] || d == Atom(n)
			}
		}
	}
	return out
}
