package gen

import (
	"fmt"
	"slices"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Nests of one shape]
//
// The same nest of loops may stand in a kernel several times, on other arrays or other parts of them: the gates of an LSTM are four
// products of a matrix and a vector, each with its return sweep. Compilers take their time for each text. So nests whose texts are the same but for
// names, and but for where in their memories they begin, are one function, which is not inlined. A nest is printed as
// a function would be, with what it does not define itself as parameters in order of appearance: two nests are of one shape if that gives the same
// text. The part of an index that stays the same in the nest is a parameter, too, unless it is the same constant for all of them.
//
// Only loops around loops become functions, since a call costs some ten nanoseconds, and only where that saves many statements; none in the
// GPU shape, where a function counts how often it polls.

// nestSize is how many statements a nest has at least that becomes a function, and nestGain how many that saves.
const nestSize, nestGain = 24, 48

// leaveNest ends the function of a nest, and what calls it.
const leaveNest = "return 1;"

// nest is a loop printed as a function.
type nest struct {
	set    map[*core.Var]bool // what it sets of variables around it
	uses   map[*seg.Mem]int   // how often it names a memory
	params []nestParam
	text   string
	shape  *shape
	// The index arithmetic in it is written only where something else than an index needs it: sums are what it computes, lets itself and late the texts.
	sums map[*core.Var]seg.Index
	lets map[*core.Var]*seg.Let
	late map[*core.Var]string
}

// nestParam is what a nest is given: a variable (kind 'v'), a memory ('m'), or where in a memory an index of it begins ('o').
type nestParam struct {
	kind      rune
	typ, name string
	v         *core.Var
	mem       *seg.Mem
	at        seg.Index
}

// shape is what nests of one text have in common.
type shape struct {
	nests []*nest
	size  int    // statements of each
	name  string // of the function, once it is written
}

// findNests finds the nests of a form that are of one shape.
func (p *printer) findNests() {
	p.nests = map[*seg.For]*nest{}
	if !p.target.CPU || p.target.GPU {
		return
	}
	alike := map[sketch][]*seg.For{}
	var order []sketch
	p.aliased, p.uses = map[*seg.Mem]bool{nil: true}, map[*seg.Mem]int{}
	for _, stage := range p.form.Stages {
		seg.Walk(stage.Body, func(s seg.Stm) {
			s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { p.uses[m]++ }})
			switch s := s.(type) {
			case *seg.Bind:
				p.aliased[s.Mem], p.aliased[s.Then], p.aliased[s.Else] = true, true, true
			case *seg.For:
				if k := sketchOf(s); k.good() {
					if alike[k] == nil {
						order = append(order, k)
					}
					alike[k] = append(alike[k], s)
				}
			default: // neither
			}
		})
	}
	shapes := map[string]*shape{}
	for _, k := range order {
		if len(alike[k]) < 2 {
			continue
		}
		for _, s := range alike[k] {
			n, key := p.asFunction(s)
			if shapes[key] == nil {
				shapes[key] = &shape{size: k.statements}
			}
			n.shape = shapes[key]
			n.shape.nests = append(n.shape.nests, n)
			p.nests[s] = n
		}
	}
}

// sketch is what is seen of a nest at once: its statements but for index arithmetic, and of these the loads and the loops.
type sketch struct {
	statements, loads, loops int
	fixed                    bool // it can only be where it is
}

func (k sketch) good() bool { return k.statements >= nestSize && k.loops > 0 && !k.fixed }

func sketchOf(s *seg.For) (k sketch) {
	seg.Walk(s.Body, func(s seg.Stm) {
		k.statements++
		switch s := s.(type) {
		case *seg.Let:
			if s.Idx {
				k.statements--
			}
		case *seg.Load:
			k.loads++
		case *seg.For, *seg.While:
			k.loops++
		case *seg.Check, *seg.Reserve, *seg.Barrier:
			k.fixed = true
		default: // one statement
		}
	})
	return k
}

// asFunction prints a nest as the body of a function.
func (p *printer) asFunction(s *seg.For) (n *nest, key string) {
	n = &nest{set: map[*core.Var]bool{}, uses: map[*seg.Mem]int{}, sums: map[*core.Var]seg.Index{}, lets: map[*core.Var]*seg.Let{}, late: map[*core.Var]string{}}
	seg.Walk(s.Body, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { n.uses[m]++ }})
		if x, ok := s.(*seg.Set); ok {
			n.set[x.V] = true
		}
	})
	q := &printer{demands: p.demands, form: p.form, depth: 1, names: map[*core.Var]string{}, bound: map[*core.Var]bool{}, mems: map[*seg.Mem]string{},
		written: p.written, far: p.far, aliased: p.aliased, uses: p.uses, leave: leaveNest, inside: n}
	q.stm(s)
	code := n.written(q.out.String())
	q.out.Reset()
	q.declarePrivate()
	n.text = q.out.String() + code
	for _, x := range n.params {
		key += x.typ + x.name + ", "
	}
	return n, key + n.text
}

// give is the name of a parameter of the nest that is printed.
func (p *printer) give(x nestParam) string {
	x.name = p.fresh(string(x.kind))
	p.inside.params = append(p.inside.params, x)
	return x.name
}

// giveMem is the name of a memory of the nest that is printed. A block of the thread that nothing else uses is the function's own: compilers
// keep small ones in registers.
func (p *printer) giveMem(m *seg.Mem) string {
	if _, fixed := m.Len.(core.Const); fixed && m.Space == seg.Private && p.inside.uses[m] == p.uses[m] {
		p.private = append(p.private, m)
		return p.fresh("m")
	}
	alone := "restrict "
	if p.written[m] && (m.Space == seg.Device || p.aliased[m]) { // Note [Only what is read is restrict]
		alone = ""
	}
	return p.give(nestParam{kind: 'm', typ: fmt.Sprintf("%s%s *%s", spaceOf(m), p.typeName(m.Elem, 1), alone), mem: m})
}

// indexInside is the text of a place in a memory, whose fixed part the nest is given.
func (p *printer) indexInside(m *seg.Mem, x seg.Index) string {
	var from, rest seg.Index
	for _, t := range x {
		if p.fixed(t.A) && (t.B == nil || p.fixed(t.B)) && !isNear(t) {
			from = append(from, t)
		} else {
			rest = append(rest, t)
		}
	}
	k := slices.IndexFunc(p.inside.params, func(x nestParam) bool { return x.kind == 'o' && x.mem == m && slices.Equal(x.at, from) })
	name := ""
	if k >= 0 {
		name = p.inside.params[k].name
	} else {
		name = p.give(nestParam{kind: 'o', typ: "long ", mem: m, at: from})
	}
	if len(rest) == 0 {
		return name
	}
	return name + " + " + p.sum(rest)
}

// isNear reports whether a term is a small constant: what is side by side stays so.
func isNear(t seg.Term) bool {
	c, ok := core.IntConst(t.A)
	return ok && t.B == nil && -seg.MostLanes <= c && c <= seg.MostLanes
}

// fixed reports whether an atom stays the same in the nest that is printed.
func (p *printer) fixed(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return !ok || !p.bound[v] && !p.inside.set[v]
}

// call writes a nest that is a function as a call, and reports whether it is one.
func (p *printer) call(s *seg.For) bool {
	n := p.nests[s]
	if n == nil || (len(n.shape.nests)-1)*n.shape.size < nestGain {
		return false
	}
	if n.shape.name == "" {
		p.nestCount++
		n.shape.name = fmt.Sprintf("%s_nest%d", Func, p.nestCount)
		p.nestTexts += p.nestFunction(n)
	}
	args, before, after := []string{"fail"}, []string(nil), []string(nil)
	for i, x := range n.params {
		switch {
		case x.kind == 'm':
			args = append(args, p.mem(x.mem))
		case x.kind == 'o' && !n.shape.constant(i):
			args = append(args, p.sum(x.at))
		case x.kind == 'v' && n.set[x.v]:
			name, kept := p.name(x.v), p.fresh("kept")
			before = append(before, fmt.Sprintf("%s%s = %s;", x.typ, kept, name))
			after = append(after, fmt.Sprintf("%s = %s;", name, kept))
			args = append(args, "&"+kept)
		case x.kind == 'v':
			args = append(args, p.name(x.v))
		}
	}
	text := n.shape.name + "(" + strings.Join(args, ", ") + ");"
	if strings.Contains(n.text, leaveNest) {
		text = "if (" + strings.TrimSuffix(text, ";") + ") " + p.leave
	}
	if len(before) == 0 {
		p.line("%s", text)
		return true
	}
	p.braces("", func() {
		for _, l := range slices.Concat(before, []string{text}, after) {
			p.line("%s", l)
		}
	})
	return true
}

// constant reports whether a parameter is where all nests of a shape begin, and constant.
func (s *shape) constant(i int) bool {
	at := s.nests[0].params[i].at
	return !slices.ContainsFunc(at, func(t seg.Term) bool { return !isConst(t.A) || t.B != nil && !isConst(t.B) }) &&
		!slices.ContainsFunc(s.nests, func(n *nest) bool { return !slices.Equal(n.params[i].at, at) })
}

func isConst(a core.Atom) bool { _, ok := a.(core.Const); return ok }

// nestFunction is the function of a nest and those of its shape.
func (p *printer) nestFunction(n *nest) string {
	decls, before, after := []string{"volatile __global int *restrict fail"}, "", ""
	for i, x := range n.params {
		switch {
		case x.kind == 'o' && n.shape.constant(i):
			before += fmt.Sprintf("  const long %s = %s;\n", x.name, p.sum(x.at))
		case x.kind == 'v' && n.set[x.v]:
			decls = append(decls, fmt.Sprintf("%s*restrict to_%s", x.typ, x.name))
			before += fmt.Sprintf("  %s%s = *to_%s;\n", x.typ, x.name, x.name)
			after += fmt.Sprintf("  *to_%s = %s;\n", x.name, x.name)
		default:
			decls = append(decls, x.typ+x.name)
		}
	}
	result := "void"
	if strings.Contains(n.text, leaveNest) {
		result, after = "int", after+"  return 0;\n"
	}
	return fmt.Sprintf("static %s %s %s(%s) {\n%s%s%s}\n\n", apart(), result, n.shape.name, strings.Join(decls, ", "), before, n.text, after)
}

// later leaves the text of index arithmetic for when something names what it computes, and reports whether it does.
func (p *printer) later(s *seg.Let) bool {
	if !s.Idx || width(s.V.Type) > 1 || p.bound[s.V] {
		return false
	}
	sum, ok := p.sumOf(s)
	if !ok {
		return false
	}
	p.inside.sums[s.V], p.inside.lets[s.V], p.bound[s.V] = sum, s, true
	p.line("%s%d", lateMark, s.V.ID)
	return true
}

// lateMark begins a line where index arithmetic belongs.
const lateMark = "\x00"

// sumOf is what index arithmetic computes as an index, of variables that do not change.
func (p *printer) sumOf(s *seg.Let) (seg.Index, bool) {
	for _, a := range s.Args {
		if v, ok := a.(*core.Var); ok && p.inside.set[v] {
			return nil, false
		}
	}
	switch s.Op {
	case prim.Add:
		return slices.Concat(p.part(s.Args[0]), p.part(s.Args[1])), true
	case prim.Mul:
		return seg.Index{{A: s.Args[0], B: s.Args[1]}}, true
	}
	return nil, false
}

// part is an atom as an index, of what it is the sum of.
func (p *printer) part(a core.Atom) seg.Index {
	if v, ok := a.(*core.Var); ok && p.inside.sums[v] != nil {
		return p.inside.sums[v]
	}
	return seg.Index{{A: a}}
}

// lateName names what index arithmetic computes, and writes it where it belongs.
func (p *printer) lateName(v *core.Var) string {
	s := p.inside.lets[v]
	delete(p.inside.lets, v)
	text := p.letText(s)
	p.names[v] = p.fresh("v")
	p.inside.late[v] = fmt.Sprintf("const %s %s = %s;", p.typ(v.Type), p.names[v], text)
	return p.names[v]
}

// written puts index arithmetic that is needed into the text of a nest.
func (n *nest) written(text string) string {
	byID := map[string]string{}
	for v, t := range n.late {
		byID[fmt.Sprint(v.ID)] = t
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if indent, id, ok := strings.Cut(line, lateMark); ok {
			if byID[id] == "" {
				continue
			}
			line = indent + byID[id]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
