package source

import (
	"fmt"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// infix are the operators that are written between their operands, with their precedence.
var infix = map[*prim.Op]struct {
	text string
	prec int
}{
	prim.Or: {"|", 2}, prim.Xor: {"^", 2}, prim.And: {"&", 2}, prim.Eq: {"==", 3}, prim.Lt: {"<", 3}, prim.Le: {"<=", 3}, prim.Shl: {"<<", 4}, prim.Shr: {">>", 4},
	prim.Add: {"+", 5}, prim.Sub: {"-", 5}, prim.Mul: {"*", 6}, prim.Weigh: {"*", 6}, prim.Div: {"/", 6}, prim.Mod: {"%", 6}, prim.Quot: {"//", 6}, prim.Rem: {"%%", 6}, prim.Pow: {"**", 7},
}

// call is an application.
func call(f string, args ...string) expr { return expr{f + " " + strings.Join(args, " "), applied} }

func (p *printer) exp(e core.Exp) expr {
	switch e := e.(type) {
	case *core.Use:
		return p.atom(e.Atom)
	case *core.PrimApp:
		return p.prim(e)
	case *core.Index:
		return expr{p.arr(e.Arr) + p.indices(e.Idx), closed}
	case *core.Slice:
		return expr{p.arr(e.Arr) + p.slices(e.Dims, e.Arr), closed}
	case *core.Update:
		return expr{p.owned(e.Arr, closed) + " with " + p.indices(e.Idx) + " = " + p.part(e.Val, e.Arr.Type.Drop(len(e.Idx))), open}
	case *core.UpdateSlice:
		return expr{p.owned(e.Arr, closed) + " with " + p.slices(e.Dims, e.Arr) + " = " + p.arr(e.Val), open}
	case *core.If:
		return p.branch(e)
	case *core.Loop:
		return p.loop(e)
	case *core.Call:
		return p.called(e)
	case *core.Map, *core.Reduce, *core.Scan, *core.Hist, *core.Scatter:
		return p.soac(e)
	default: // what makes and moves arrays
	}
	return p.array(e)
}

// array are the nodes that make and move arrays.
func (p *printer) array(e core.Exp) expr {
	switch e := e.(type) {
	case *core.Copy:
		return call("copy", p.arr(e.Arr))
	case *core.Iota:
		return p.iota(e)
	case *core.Replicate:
		return p.replicate(e.Dims, p.atom(e.Val))
	case *core.Scratch:
		return p.replicate(e.Dims, constant(prim.Zero(e.Elem)))
	case *core.ArrayLit:
		return expr{"[" + strings.Join(p.plain(e.Elems), ", ") + "]", closed}
	case *core.Concat:
		var parts []string
		for _, a := range e.Arrs {
			parts = append(parts, p.arr(a))
		}
		return expr{strings.Join(parts, " ++ "), 5}
	case *core.Rearrange:
		return p.rearrange(e)
	case *core.Reshape:
		return p.reshape(e)
	case *core.Reverse:
		return call("reverse", p.arr(e.Arr))
	case *core.Rotate:
		return call("rotate", p.at(e.By, closed), p.arr(e.Arr))
	default: // no form in the source language
	}
	return expr{fmt.Sprintf("<%T>", e), closed}
}

// called is a call; sizes of other arguments go without saying.
func (p *printer) called(e *core.Call) expr {
	var args []string
	for i, size := range sizesAmong(e.Fun.Params) {
		if !size {
			args = append(args, p.at(e.Args[i], closed))
		}
	}
	if len(args) == 0 {
		return expr{e.Fun.Name, closed}
	}
	return call(e.Fun.Name, args...)
}

// arr is an array as an operand.
func (p *printer) arr(v *core.Var) string { return p.at(v, closed) }

// part is a value that goes into a place of a type.
func (p *printer) part(a core.Atom, t core.Type) string {
	if p.Sizes && t.Rank() > 0 && !slices.Equal(a.AtomType().Dims, t.Dims) {
		return "(" + p.at(a, 2) + " :> " + p.typ(t) + ")"
	}
	return p.at(a, 1)
}

// wide is an array among n elements of others.
func (p *printer) wide(v *core.Var, n core.Atom) string {
	if p.Sizes && v.Type.Dims[0] != n {
		return "(" + p.arr(v) + " :> " + p.typ(v.Type.Row().Of(n)) + ")"
	}
	return p.arr(v)
}

// owned is an array that is written to.
func (p *printer) owned(v *core.Var, prec int) string {
	if p.Copies && !p.fresh(v) {
		return call("copy", p.name(v)).within(prec)
	}
	return p.at(v, prec)
}

// fresh reports whether a variable is an array that nothing else can share memory with.
func (p *printer) fresh(v *core.Var) bool {
	switch e := p.defs[v].(type) {
	case *core.Map:
		return len(e.Fn.Ret) == 1
	case *core.Hist:
		return len(e.Dest) == 1
	case *core.Replicate, *core.Copy, *core.Scratch, *core.Scatter, *core.Update, *core.UpdateSlice, *core.Iota:
		return true
	default: // may share memory
	}
	return false
}

func (p *printer) args(as []core.Atom) []string {
	out := make([]string, len(as))
	for i, a := range as {
		out[i] = p.at(a, closed)
	}
	return out
}

func (p *printer) plain(as []core.Atom) []string {
	out := make([]string, len(as))
	for i, a := range as {
		out[i] = p.atom(a).text
	}
	return out
}

func (p *printer) prim(e *core.PrimApp) expr {
	t := e.T.String()
	if op, ok := infix[e.Op]; ok && len(e.Args) == 2 {
		if e.T == prim.Bool && (e.Op == prim.And || e.Op == prim.Or) {
			op.text += op.text
		}
		if _, ok := e.Args[0].(core.Const); ok && (e.Op == prim.Lt || e.Op == prim.Le) {
			return expr{p.at(e.Args[1], op.prec) + " " + strings.Replace(op.text, "<", ">", 1) + " " + p.at(e.Args[0], op.prec+1), op.prec}
		}
		right := p.at(e.Args[1], op.prec+1)
		if x := p.atom(e.Args[1]); e.Op == prim.Add && x.prec >= infix[prim.Mul].prec || !strings.Contains(x.text, " ") {
			if negative, ok := strings.CutPrefix(x.text, "-"); ok && e.Op == prim.Add && !strings.Contains(negative, "**") {
				op.text, right = "-", negative
			}
		}
		return expr{p.at(e.Args[0], op.prec) + " " + op.text + " " + right, op.prec}
	}
	switch {
	case e.Op.IsConversion():
		return call(e.Op.ResultType(e.T).String()+"."+t, p.args(e.Args)...)
	case e.Op == prim.Lshr && e.T.IsUnsigned():
		return expr{p.at(e.Args[0], 4) + " >> " + p.at(e.Args[1], 5), 4}
	case e.Op == prim.Lshr: // as unsigned numbers
		u := "u" + t[1:]
		return call(t+"."+u, fmt.Sprintf("(%s.%s %s >> %s.%s %s)", u, t, p.at(e.Args[0], closed), u, t, p.at(e.Args[1], closed)))
	case e.Op == prim.Neg && e.T.IsFloat():
		return expr{"-" + p.at(e.Args[0], applied), 8}
	case e.Op == prim.Not && e.T == prim.Bool:
		return expr{"!" + p.at(e.Args[0], closed), 8}
	}
	return call(t+"."+e.Op.Name, p.args(e.Args)...)
}

func (p *printer) indices(as []core.Atom) string { return "[" + strings.Join(p.plain(as), ", ") + "]" }

func (p *printer) slices(ds []core.DimSlice, arr *core.Var) string {
	var parts []string
	for i, d := range ds {
		start, count := p.at(d.Start, 5), p.at(d.Count, 6)
		end := start + " + " + count
		if core.IsConst(d.Start, prim.Int(prim.I64, 0)) {
			start, end = "", count
		}
		if p.toEnd(d, arr.Type.Dims[i]) {
			end = ""
		}
		if !core.IsConst(d.Stride, prim.Int(prim.I64, 1)) {
			stride := p.at(d.Stride, 6)
			start, end = p.at(d.Start, 5), p.at(d.Start, 5)+" + "+count+" * "+stride
			if n := p.at(arr.Type.Dims[i], closed); strings.HasPrefix(stride, "-") || strings.HasPrefix(stride, "(-") {
				end = "i64.max (-1) (" + end + ")" // a step may lead out of the array
			} else {
				end = "i64.min " + n + " (" + end + ")"
			}
			end += " : " + stride
		}
		parts = append(parts, start+":"+end)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// toEnd reports whether a slice goes to the end of its dimension: its count is n - start.
func (p *printer) toEnd(d core.DimSlice, n core.Atom) bool {
	v, ok := d.Count.(*core.Var)
	if !ok {
		return false
	}
	sub, ok := p.defs[v].(*core.PrimApp)
	if !ok || len(sub.Args) != 2 {
		return false
	}
	start, isConst := d.Start.(core.Const)
	minus := isConst && sub.Op == prim.Add && (core.IsConst(sub.Args[1], prim.Int(prim.I64, -start.Int64())) && sub.Args[0] == n ||
		core.IsConst(sub.Args[0], prim.Int(prim.I64, -start.Int64())) && sub.Args[1] == n)
	return minus || sub.Op == prim.Sub && sub.Args[0] == n && sub.Args[1] == d.Start
}

func (p *printer) branch(e *core.If) expr {
	c, then, els := p.at(e.Cond, 1), p.body(e.Then), p.body(e.Else)
	one := "if " + c + " then " + then + " else " + els
	if len(one) < 72 && !strings.Contains(one, "\n") {
		return expr{one, open}
	}
	return expr{"if " + c + "\nthen" + after(then) + "\nelse" + after(els), open}
}

func (p *printer) loop(e *core.Loop) expr {
	var names, init []string
	for i, v := range e.Params {
		names = append(names, p.name(v))
		text := p.atom(e.Init[i]).text
		if a, ok := e.Init[i].(*core.Var); ok && a.Type.Rank() > 0 && p.Copies && p.texts[a].text == "" && !p.fresh(a) {
			text = call("copy", p.name(a)).text
		}
		if p.Sizes && v.Type.Rank() > 0 {
			text = p.sized(text, e, i)
		}
		init = append(init, text)
	}
	head := "loop " + tuple(names) + " = " + tuple(init)
	if e.Cond != nil {
		head += " while " + strings.Join(strings.Fields(p.body(*e.Cond)), " ") + " do"
	} else {
		head += " for " + p.name(e.I) + " < " + p.at(e.Bound, 4) + " do"
	}
	return expr{head + "\n  " + indented(p.loopBody(e)), open}
}

// sized is an initial value of a loop with its sizes: those among the loop's parameters have initial values, too.
func (p *printer) sized(text string, e *core.Loop, i int) string {
	t := e.Params[i].Type
	s := core.NewSubst()
	for k, v := range e.Params {
		s.Vars[v] = e.Init[k]
	}
	return text + " :> " + p.typ(s.Type(t))
}

// loopBody is what an iteration computes. Where sizes are told its arrays have those of the parameters, and with copies
// none of them shares memory with another.
func (p *printer) loopBody(e *core.Loop) string {
	if !p.Sizes || !slices.ContainsFunc(e.Params, func(v *core.Var) bool { return v.Type.Rank() > 0 }) {
		return p.body(e.Body)
	}
	text := p.body(e.Body)
	next := core.NewSubst()
	var names, res []string
	for i, v := range e.Params {
		w := core.NewVar(v.Name, v.Type)
		next.Vars[v], p.names[w] = w, fmt.Sprintf("next_%d", i)
		names = append(names, p.names[w])
	}
	for i, v := range e.Params {
		r := names[i]
		if v.Type.Rank() > 0 {
			if p.Copies {
				r = "copy " + r
			}
			r += " :> " + p.typ(next.Type(v.Type))
		}
		res = append(res, r)
	}
	return "let " + tuple(names) + " =" + after(text) + "\nin " + tuple(res)
}

func (p *printer) iota(e *core.Iota) expr {
	n := p.at(e.N, closed)
	is := call("iota", n)
	start, step := core.IsConst(e.Start, prim.Int(e.T, 0)), core.IsConst(e.Step, prim.Int(e.T, 1))
	if e.T == prim.I64 && start && step {
		return is
	}
	from, by := p.at(e.Start, 5), p.at(e.Step, 6)
	i := "i"
	for _, other := range []string{"j", "k", "place"} {
		if len(p.bearers[i]) > 0 {
			i = other
		}
	}
	text := i
	if e.T != prim.I64 {
		text = e.T.String() + ".i64 " + i
	}
	if !step {
		text = by + " * " + text
	}
	if !start {
		text = from + " + " + text
	}
	return call("map", "(\\"+i+" -> "+text+")", is.within(closed))
}

func (p *printer) replicate(dims []core.Atom, v expr) expr {
	for i := len(dims) - 1; i >= 0; i-- {
		v = call("replicate", p.at(dims[i], closed), v.within(closed))
	}
	return v
}

// rearrange is a permutation of dimensions as transpositions of neighbours.
func (p *printer) rearrange(e *core.Rearrange) expr {
	out := expr{p.arr(e.Arr), closed}
	now := make([]int, len(e.Perm))
	for i := range now {
		now[i] = i
	}
	for i, d := range e.Perm {
		for at := slices.Index(now, d); at > i; at-- {
			now[at], now[at-1] = now[at-1], now[at]
			f := "transpose"
			for range at - 1 {
				f = "(map " + f + ")"
			}
			if at == 1 {
				out = call(f, out.within(closed))
			} else {
				out = call(strings.TrimSuffix(strings.TrimPrefix(f, "("), ")"), out.within(closed))
			}
		}
	}
	return out
}

// byRank are the ends of the names of flatten and unflatten.
var byRank = map[int]string{2: "", 3: "_3d", 4: "_4d"}

func (p *printer) reshape(e *core.Reshape) expr {
	from, to := e.Arr.Type.Rank(), len(e.Dims)
	t := p.typ(core.Prim(e.Arr.Type.Elem).Of(e.Dims...))
	if from == 1 && to == 1 {
		return expr{p.arr(e.Arr) + " :> " + t, 1}
	}
	if to > 4 || from == 0 || to == 0 {
		return call("reshape", "["+strings.Join(p.plain(e.Dims), ", ")+"]", p.arr(e.Arr)) // more than Futhark has words for
	}
	flat := p.atom(e.Arr)
	for from > 1 {
		k := min(from, 4)
		flat, from = call("flatten"+byRank[k], flat.within(closed)), from-k+1
	}
	var dims []string
	for _, d := range e.Dims {
		dims = append(dims, p.at(d, 6))
	}
	flat = expr{flat.within(2) + " :> [" + strings.Join(dims, "*") + "]" + e.Arr.Type.Elem.String(), 1}
	if to == 1 {
		return flat
	}
	return call("unflatten"+byRank[to], flat.within(closed))
}
