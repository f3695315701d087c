package source

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// reserved are words that no variable may have as its name.
const reserved = `let in def if then else loop for while do with match case type entry module import open local assert true false
	map map2 map3 map4 map5 reduce reduce_comm reduce_by_index reduce_by_index_2d reduce_by_index_3d scan scatter scatter_2d scatter_3d
	zip zip3 zip4 zip5 unzip unzip3 unzip4 unzip5 length iota replicate tabulate copy reverse rotate transpose flatten flatten_3d flatten_4d unflatten unflatten_3d unflatten_4d reshape rearrange
	i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool`

// better are names for what core names after the node that made it.
var better = map[string]string{"map": "ys", "scan": "prefixes", "if": "v", "red": "total", "rep": "filled", "loop": "v", "p": "x", "bar": "v_bar",
	"mul": "t", "add": "t", "sub": "t", "div": "t", "neg": "t", "pow": "t", "mod": "t", "rem": "t", "quot": "t", "eq": "c", "lt": "c", "le": "c", "and": "c", "or": "c", "not": "c", "iota": "is", "concat": "joined", "hist": "buckets"}

// reductions are names for results of reduce by an operator.
var reductions = map[*prim.Op]string{prim.Add: "sum", prim.Mul: "product", prim.Max: "largest", prim.Min: "smallest"}

// isWeak reports whether a name says nothing about what a variable is for.
func isWeak(name string) bool {
	return slices.Contains([]string{"filled", "v", "v_bar", "t", "ys", "total", "x", "c", "vs", "filled"}, name)
}

// use says how often a variable is used, and in which place: bodies that run as often as each other are one. Moments count
// the statements in the order of the text.
type use struct {
	count, def, at int
	fixed          bool  // a size in a type, a result, or something that is written to
	born, end      int   // the moments between which it has a meaning
	from           int   // when the body that binds it begins
	seen, consumed []int // when it is read, and when it is written to
	body           int   // the number of the body that binds it
}

func (p *printer) edit(v *core.Var, f func(u *use)) {
	u := p.uses[v]
	f(&u)
	p.uses[v] = u
}

// top is the number of the body of a function.
const top = 2

// count finds the uses of all variables.
func (p *printer) count(f *core.Fun) {
	for _, v := range f.Params {
		p.edit(v, func(u *use) { u.def, u.end, u.body = 1, math.MaxInt, top })
		p.fix(v.Type.Dims...)
	}
	p.place, p.bodies = 1, 1
	p.countBody(f.Body, 1)
	for i := len(p.moving) - 1; i >= 0; i-- { // what moves reads its operands where it goes
		s := p.moving[i]
		if u := p.uses[s.Pat[0]]; u.count == 1 && len(u.seen) > 0 {
			for _, v := range core.FreeInExp(s.Exp).List {
				p.edit(v, func(w *use) { w.seen = append(w.seen, u.seen...) })
			}
		}
	}
}

func (p *printer) countBody(b core.Body, place int, binds ...*core.Var) {
	own := binds
	p.bodies++
	number, from := p.bodies, p.clock
	bound := func(vs []*core.Var) {
		p.clock++
		for _, v := range vs {
			p.edit(v, func(u *use) { u.def, u.born, u.body, u.from = place, p.clock, number, from })
			p.fix(v.Type.Dims...)
		}
		own = append(own, vs...)
	}
	bound(binds)
	for _, s := range b.Stms {
		p.clock++
		for _, v := range s.Exp.Consumes() {
			p.edit(v, func(u *use) { u.fixed, u.consumed = true, append(u.consumed, p.clock) })
		}
		if a, ok := s.Exp.(*core.Assert); ok && a.Trace {
			p.mark = p.clock
		}
		if len(s.Pat) == 1 && mayMove(s.Exp) {
			p.moving = append(p.moving, s)
		}
		s.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom { p.used(a, place); return a }, Body: func(b core.Body) core.Body { return b },
			Lambda: func(l *core.Lambda) *core.Lambda { return l }})
		p.inner(s.Exp, place)
		bound(s.Pat)
		p.follow(s)
	}
	p.clock++
	for _, a := range b.Result {
		p.used(a, place)
	}
	for _, v := range own {
		p.edit(v, func(u *use) { u.end = p.clock })
	}
}

// follow notes what the results of a statement take the place of.
func (p *printer) follow(s core.Stm) {
	before := map[*core.Var]bool{}
	for _, v := range s.Exp.Consumes() {
		before[v] = true
	}
	if l, ok := s.Exp.(*core.Loop); ok {
		for _, a := range l.Init {
			if v, ok := a.(*core.Var); ok {
				before[v] = true
			}
		}
	}
	for _, v := range s.Pat {
		p.defs[v], p.follows[v] = s.Exp, before
	}
}

// inner counts in the bodies and lambdas of an expression.
func (p *printer) inner(e core.Exp, place int) {
	again := func(b core.Body, binds ...*core.Var) {
		p.place++
		p.countBody(b, p.place, binds...)
	}
	switch e := e.(type) {
	case *core.If:
		p.countBody(e.Then, place)
		p.countBody(e.Else, place)
	case *core.Loop:
		params := slices.Clone(e.Params)
		if e.I != nil {
			params = append(params, e.I)
		}
		begin := p.clock
		if e.Cond != nil {
			again(*e.Cond, e.Params...)
		}
		again(e.Body, params...)
		for _, v := range e.Params {
			p.edit(v, func(u *use) { u.born, u.from = begin+1, begin })
		}
	default:
		e.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda { again(l.Body, l.Params...); return l }})
	}
}

func (p *printer) used(a core.Atom, place int) {
	if v, ok := a.(*core.Var); ok {
		p.edit(v, func(u *use) { u.count, u.at, u.seen = u.count+1, place, append(u.seen, p.clock) })
	}
}

// anywhere is when sizes are read: their names may stand in types at any moment.
const anywhere = math.MaxInt - 1

// fix is for sizes.
func (p *printer) fix(as ...core.Atom) {
	for _, a := range as {
		if v, ok := a.(*core.Var); ok {
			p.edit(v, func(u *use) { u.fixed, u.seen = true, append(u.seen, anywhere) })
		}
	}
}

// name is the variable's own name; one that has a meaning where this one has, and is used there, gets a number.
func (p *printer) name(v *core.Var) string {
	if n, ok := p.names[v]; ok {
		return n
	}
	base := p.base(v)
	if w := p.wanted[v]; w != "" && w != "r" {
		stem, _ := stemOf(base)
		if isWeak(stem) || p.clashes(base, v) || slices.Contains([]string{"sum", "product", "largest", "smallest", "prefixes", "buckets", "joined"}, stem) {
			base = w
		}
	}
	n := base
	for k := 2; p.taken[n] || p.clashes(n, v); k++ {
		n = fmt.Sprintf("%s%d", base, k)
	}
	p.names[v] = n
	p.bearers[n] = append(p.bearers[n], v)
	return n
}

// clashes reports whether another variable of the name is needed where v has its meaning, or would be hidden without need.
func (p *printer) clashes(name string, v *core.Var) bool {
	me := p.uses[v]
	return slices.ContainsFunc(p.bearers[name], func(w *core.Var) bool {
		u := p.uses[w]
		if me.born >= u.end || u.born >= me.end {
			return false
		}
		if u.born >= me.born || u.body == me.body && !p.follows[v][w] {
			return true
		}
		from := me.from
		if p.follows[v][w] {
			from = me.born
		}
		return slices.ContainsFunc(u.seen, func(t int) bool { return t > from && (t <= me.end || t == anywhere) })
	})
}

// suffixes are how the rules of differentiation mark what belongs to a variable.
var suffixes = strings.NewReplacer("Bar", "_bar", "Dot", "_dot", "Tape", "_tape")

// stemOf cuts such a mark off.
func stemOf(name string) (stem, mark string) {
	for _, s := range []string{"_bar", "_dot", "_tape"} {
		if i := strings.Index(name, s); i > 0 {
			return name[:i], name[i:]
		}
	}
	return name, ""
}

// want names a result, and what it is the sum of.
func (p *printer) want(v *core.Var, name string) {
	if p.wanted[v] != "" {
		return
	}
	p.wanted[v] = name[:min(1, len(name))] + suffixes.Replace(name[min(1, len(name)):])
	if e, ok := p.defs[v].(*core.Reduce); ok && len(e.Arrs) == 1 && strings.HasSuffix(name, "_bar") {
		p.want(e.Arrs[0], name+"s")
	}
}

// base is what a variable is called if nothing else is.
func (p *printer) base(v *core.Var) string {
	base := strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, v.Name)
	base = strings.TrimLeft(base, "_")
	if e, ok := p.defs[v].(*core.Index); ok && v.Type.Rank() == 0 && e.Arr.Name == v.Name && len(base) > 1 {
		base = strings.TrimSuffix(base, "s") // an element of xs
	}
	if base != "" {
		base = base[:1] + suffixes.Replace(base[1:])
	}
	if base == "Tape" || base == "Bar" || base == "Dot" { // of what has no name
		base = strings.ToLower(base)
	}
	stem, suffix := stemOf(base)
	if b, ok := better[stem]; ok {
		stem = b
	}
	if e, ok := p.defs[v].(*core.Replicate); ok && isWeak(stem) && e.Val.AtomType().Elem.IsFloat() && e.Val == core.Atom(core.Zero(e.Val.AtomType().Elem)) {
		stem, suffix = "zeros", ""
	}
	if e, ok := p.defs[v].(*core.Reduce); ok && stem == "total" && len(e.Fn.Ret) == 1 {
		if op, ok := core.IsBinOp(e.Fn); ok && reductions[op.Op] != "" {
			stem = reductions[op.Op]
		}
	}
	if stem == "" || stem[0] >= '0' && stem[0] <= '9' || stem[0] == '_' {
		stem = "v" + stem
	}
	return stem + suffix
}
