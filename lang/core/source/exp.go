package source

import (
	"fmt"
	"strconv"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// infix are the operators that are written between their operands, with their precedence.
var infix = map[string]struct {
	text string
	prec int
}{
	"or": {"|", 2}, "xor": {"^", 2}, "and": {"&", 2}, "eq": {"==", 3}, "lt": {"<", 3}, "le": {"<=", 3}, "shl": {"<<", 4}, "shr": {">>", 4},
	"add": {"+", 5}, "sub": {"-", 5}, "mul": {"*", 6}, "div": {"/", 6}, "mod": {"%", 6}, "quot": {"//", 6}, "rem": {"%%", 6}, "pow": {"**", 7},
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
		return expr{p.name(e.Arr) + p.indices(e.Idx), closed}
	case *core.Slice:
		return expr{p.name(e.Arr) + p.slices(e.Dims), closed}
	case *core.Update:
		return expr{p.name(e.Arr) + " with " + p.indices(e.Idx) + " = " + p.at(e.Val, 1), open}
	case *core.UpdateSlice:
		return expr{p.name(e.Arr) + " with " + p.slices(e.Dims) + " = " + p.name(e.Val), open}
	case *core.If:
		return p.branch(e)
	case *core.Loop:
		return p.loop(e)
	case *core.Call:
		return call(e.Fun.Name, p.args(e.Args)...)
	case *core.Map, *core.Reduce, *core.Scan, *core.Hist, *core.Scatter, *core.WithAcc, *core.UpdateAcc:
		return p.soac(e)
	}
	return p.array(e)
}

// array are the nodes that make and move arrays.
func (p *printer) array(e core.Exp) expr {
	switch e := e.(type) {
	case *core.Copy:
		return call("copy", p.name(e.Arr))
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
			parts = append(parts, p.name(a))
		}
		return expr{strings.Join(parts, " ++ "), 5}
	case *core.Rearrange:
		return p.rearrange(e)
	case *core.Reshape:
		return p.reshape(e)
	case *core.Reverse:
		return call("reverse", p.name(e.Arr))
	case *core.Rotate:
		return call("rotate", p.at(e.By, closed), p.name(e.Arr))
	}
	return expr{fmt.Sprintf("<%T>", e), closed}
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
	name, t := e.Op.Name, e.T.String()
	if op, ok := infix[name]; ok && len(e.Args) == 2 {
		if e.T == prim.Bool && (name == "and" || name == "or") {
			op.text += op.text
		}
		right := p.at(e.Args[1], op.prec+1)
		if negative, ok := strings.CutPrefix(p.atom(e.Args[1]).text, "-"); ok && name == "add" && !strings.Contains(negative, " ") {
			op.text, right = "-", negative
		}
		return expr{p.at(e.Args[0], op.prec) + " " + op.text + " " + right, op.prec}
	}
	if to, ok := strings.CutPrefix(name, "to_"); ok {
		if strings.HasPrefix(to, "bits") {
			return call(t+"."+name, p.args(e.Args)...)
		}
		return call(to+"."+t, p.args(e.Args)...)
	}
	switch {
	case name == "neg" && e.T.IsFloat():
		return expr{"-" + p.at(e.Args[0], applied), 8}
	case name == "not" && e.T == prim.Bool:
		return expr{"!" + p.at(e.Args[0], closed), 8}
	}
	return call(t+"."+name, p.args(e.Args)...)
}

func (p *printer) indices(as []core.Atom) string { return "[" + strings.Join(p.plain(as), ", ") + "]" }

func (p *printer) slices(ds []core.DimSlice) string {
	var parts []string
	for _, d := range ds {
		start, count := p.at(d.Start, 5), p.at(d.Count, 6)
		end := start + " + " + count
		if core.IsConst(d.Start, prim.Int(prim.I64, 0)) {
			start, end = "", count
		}
		if !core.IsConst(d.Stride, prim.Int(prim.I64, 1)) {
			stride := p.at(d.Stride, 6)
			start, end = p.at(d.Start, 5), p.at(d.Start, 5)+" + "+count+" * "+stride+" : "+stride
		}
		parts = append(parts, start+":"+end)
	}
	return "[" + strings.Join(parts, ", ") + "]"
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
		init = append(init, p.atom(e.Init[i]).text)
	}
	head := "loop " + tuple(names) + " = " + tuple(init)
	if e.Cond != nil {
		head += " while " + strings.ReplaceAll(p.body(*e.Cond), "\n", " ") + " do"
	} else {
		head += " for " + p.name(e.I) + " < " + p.at(e.Bound, 4) + " do"
	}
	return expr{head + "\n  " + indented(p.body(e.Body)), open}
}

func (p *printer) iota(e *core.Iota) expr {
	n := p.at(e.N, closed)
	if e.T == prim.I64 && core.IsConst(e.Start, prim.Int(prim.I64, 0)) && core.IsConst(e.Step, prim.Int(prim.I64, 1)) {
		return call("iota", n)
	}
	return call("tabulate", n, fmt.Sprintf("(\\i -> %s + %s * %s.i64 i)", p.at(e.Start, 5), p.at(e.Step, 6), e.T))
}

func (p *printer) replicate(dims []core.Atom, v expr) expr {
	for i := len(dims) - 1; i >= 0; i-- {
		v = call("replicate", p.at(dims[i], closed), v.within(closed))
	}
	return v
}

func (p *printer) rearrange(e *core.Rearrange) expr {
	if len(e.Perm) == 2 && e.Perm[0] == 1 {
		return call("transpose", p.name(e.Arr))
	}
	if len(e.Perm) == 3 && e.Perm[0] == 0 && e.Perm[1] == 2 {
		return call("map", "transpose", p.name(e.Arr))
	}
	var perm []string
	for _, d := range e.Perm {
		perm = append(perm, strconv.Itoa(d))
	}
	return call("rearrange", "("+strings.Join(perm, ", ")+")", p.name(e.Arr))
}

func (p *printer) reshape(e *core.Reshape) expr {
	from, to := e.Arr.Type.Rank(), len(e.Dims)
	t := p.typ(core.Prim(e.Arr.Type.Elem).Of(e.Dims...))
	suffix := map[int]string{2: "", 3: "_3d", 4: "_4d"}
	switch {
	case from == to:
		return expr{"(" + p.name(e.Arr) + " :> " + t + ")", closed}
	case to == 1 && from <= 4:
		return expr{"(flatten" + suffix[from] + " " + p.name(e.Arr) + " :> " + t + ")", closed}
	case from == 1 && to <= 4 && to > 1:
		var dims []string
		for _, d := range e.Dims {
			dims = append(dims, p.at(d, 6))
		}
		return call("unflatten"+suffix[to], fmt.Sprintf("(%s :> [%s]%s)", p.name(e.Arr), strings.Join(dims, "*"), e.Arr.Type.Elem))
	}
	return call("reshape", "["+strings.Join(p.plain(e.Dims), ", ")+"]", p.name(e.Arr))
}
