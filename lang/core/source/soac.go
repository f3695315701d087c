package source

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// soac are the nodes with functions.
func (p *printer) soac(e core.Exp) expr {
	switch e := e.(type) {
	case *core.Map:
		return p.mapped(e)
	case *core.Reduce:
		if short, ok := p.folded(e); ok {
			return short
		}
		name := "reduce"
		if e.Comm {
			name = "reduce_comm"
		}
		return call(name, p.operator(e.Fn), tupleClosed(p.args(e.Ne), p.plain(e.Ne)), p.zipped(e.Arrs, e.W))
	case *core.Scan:
		return unzipped(len(e.Arrs), call("scan", p.operator(e.Fn), tupleClosed(p.args(e.Ne), p.plain(e.Ne)), p.zipped(e.Arrs, e.W)))
	case *core.Hist:
		return p.hist(e)
	case *core.Scatter:
		var parts []string
		for i, d := range e.Dest {
			parts = append(parts, call("scatter"+dimension(len(e.Idx)), p.owned(d, closed), p.zipped(e.Idx, e.W), p.wide(e.Vals[i], e.W)).text)
		}
		if len(parts) == 1 {
			return expr{parts[0], applied}
		}
		return expr{"(" + strings.Join(parts, ",\n ") + ")", closed}
	default: // no form in the source language
	}
	return expr{fmt.Sprintf("<%T>", e), closed}
}

func dimension(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("_%dd", n)
}

// tupleClosed is one of two forms: a single part as an argument, or a tuple of the plain parts.
func tupleClosed(single, plain []string) string {
	if len(single) == 1 {
		return single[0]
	}
	return grouped(plain)
}

// mapped is a map.
func (p *printer) mapped(e *core.Map) expr {
	var arrs []string
	for _, a := range e.Arrs {
		arrs = append(arrs, p.wide(a, e.W))
	}
	out := len(e.Fn.Ret)
	switch {
	case len(arrs) == 0:
		return unzipped(out, call("tabulate", p.at(e.W, closed), p.lambda(e.Fn, 0)))
	case len(arrs) == 1:
		return unzipped(out, call("map", p.lambda(e.Fn, 1), arrs[0]))
	case len(arrs) <= 5:
		return unzipped(out, call(fmt.Sprintf("map%d", len(arrs)), append([]string{p.lambda(e.Fn, len(arrs))}, arrs...)...))
	}
	return unzipped(out, call("map", p.lambda(e.Fn, 1), zippedNames(arrs)))
}

// hist is reduce_by_index, on arrays of tuples where there are several.
func (p *printer) hist(e *core.Hist) expr {
	dims := len(e.Idx)
	dest := p.owned(e.Dest[0], closed)
	if len(e.Dest) > 1 {
		dest = p.zipped(e.Dest, e.Dest[0].Type.Dims[0])
		for range dims - 1 {
			dest = strings.Replace(dest, "(zip", "(map2 zip", 1)
		}
	}
	out := call("reduce_by_index"+dimension(dims), dest, p.operator(e.Fn), tupleClosed(p.args(e.Ne), p.plain(e.Ne)), p.zipped(e.Idx, e.W), p.zipped(e.Vals, e.W))
	if len(e.Dest) > 1 && dims == 2 {
		return call("unzip", call("map", "unzip", out.within(closed)).within(closed))
	}
	return unzipped(len(e.Dest), out)
}

// inZip is how many arrays zip5 takes; more are tuples of tuples.
const inZip = 5

// grouped is a tuple of parts as zipped arrays have them.
func grouped(parts []string) string {
	for len(parts) > inZip {
		var next []string
		for i := 0; i < len(parts); i += inZip {
			next = append(next, tuple(parts[i:min(i+inZip, len(parts))]))
		}
		parts = next
	}
	return tuple(parts)
}

// unzipped takes an array of tuples apart: where they are many into tuples of arrays.
func unzipped(n int, e expr) expr {
	if n <= 1 {
		return e
	}
	if n <= inZip {
		return call("unzip"+number(n), e.within(closed))
	}
	var counts []int
	for i := 0; i < n; i += inZip {
		counts = append(counts, min(inZip, n-i))
	}
	if len(counts) > inZip {
		return call(fmt.Sprintf("unzip%d", n), e.within(closed)) // more than Futhark has words for
	}
	var names, parts []string
	for i, k := range counts {
		name := fmt.Sprintf("part_%d", i)
		names = append(names, name)
		parts = append(parts, unzipped(k, expr{name, closed}).text)
	}
	return expr{"let " + tuple(names) + " = " + indented(unzipped(len(names), e).text) + "\nin " + tuple(parts), open}
}

// number is the end of a function's name that takes so many arrays.
func number(n int) string {
	if n == 2 {
		return ""
	}
	return fmt.Sprint(n)
}

func (p *printer) zipped(arrs []*core.Var, n core.Atom) string {
	var names []string
	for _, a := range arrs {
		names = append(names, p.wide(a, n))
	}
	return zippedNames(names)
}

func zippedNames(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	for len(names) > inZip {
		var next []string
		for i := 0; i < len(names); i += inZip {
			next = append(next, zippedNames(names[i:min(i+inZip, len(names))]))
		}
		names = next
	}
	return "(zip" + number(len(names)) + " " + strings.Join(names, " ") + ")"
}

// lambda is a function whose parameters are in so many groups, the last of which takes what is left.
func (p *printer) lambda(l *core.Lambda, groups int) string {
	if s, ok := section(l); ok && groups == len(l.Params) {
		return s
	}
	if s, ok := mapSection(l); ok && groups == len(l.Params) && !p.Sizes {
		return s
	}
	var names []string
	for _, v := range l.Params {
		names = append(names, p.name(v))
	}
	if groups == 1 && len(names) > 1 {
		names = []string{grouped(names)}
	} else if groups > 0 && groups == len(names)/2 && groups > 1 {
		names = []string{grouped(names[:groups]), grouped(names[groups:])}
	}
	if len(names) == 0 {
		names = []string{"_"}
	}
	var ret []core.Type
	if p.Sizes && slices.ContainsFunc(l.Ret, func(t core.Type) bool { return t.Rank() > 0 }) {
		ret = l.Ret
	}
	body := p.bodyAs(l.Body, grouped, ret)
	head := "(\\" + strings.Join(names, " ")
	if len(names) > 0 {
		head += " "
	}
	if one := strings.Join(strings.Fields(body), " "); len(one) <= 48 && !strings.Contains(body, "--") {
		body = one
	}
	if len(body) > 60 || strings.Contains(body, "\n") {
		return head + "->\n    " + strings.ReplaceAll(body, "\n", "\n    ") + ")"
	}
	return head + "-> " + body + ")"
}

// operator is a function of two values, each of as many parts as the function has results.
func (p *printer) operator(l *core.Lambda) string {
	for i, v := range l.Params {
		if v.Name == "x" || v.Name == "p" {
			p.wanted[v] = []string{"x", "y"}[i/len(l.Ret)%2]
		}
	}
	if len(l.Ret) == 1 {
		return p.lambda(l, 2)
	}
	return p.lambda(l, len(l.Ret))
}

// folded is a reduction that has a name: f64.sum.
func (p *printer) folded(e *core.Reduce) (expr, bool) {
	op, ok := core.IsBinOp(e.Fn)
	if !ok || len(e.Arrs) != 1 {
		return expr{}, false
	}
	name, t := "", op.T
	switch {
	case op.Op == prim.Add && core.IsConst(e.Ne[0], prim.Zero(t)):
		name = "sum"
	case op.Op == prim.Mul && core.IsConst(e.Ne[0], prim.One(t)):
		name = "product"
	case op.Op == prim.Max && t.IsFloat() && core.IsConst(e.Ne[0], prim.Float(t, math.Inf(-1))):
		name = "maximum"
	case op.Op == prim.Min && t.IsFloat() && core.IsConst(e.Ne[0], prim.Float(t, math.Inf(1))):
		name = "minimum"
	default:
		return expr{}, false
	}
	return call(t.String()+"."+name, p.wide(e.Arrs[0], e.W)), true
}

// mapSection is a map of an operator over the parameters in order: map2 (+).
func mapSection(l *core.Lambda) (string, bool) {
	if len(l.Body.Stms) != 1 || len(l.Body.Result) != 1 || len(l.Params) < 1 {
		return "", false
	}
	e, ok := l.Body.Stms[0].Exp.(*core.Map)
	if !ok || len(e.Accs) > 0 || l.Body.Result[0] != core.Atom(l.Body.Stms[0].Pat[0]) || !slices.Equal(e.Arrs, l.Params) {
		return "", false
	}
	f, ok := section(e.Fn)
	if !ok {
		if f, ok = mapSection(e.Fn); !ok {
			return "", false
		}
	}
	n := ""
	if len(e.Arrs) > 1 {
		n = fmt.Sprint(len(e.Arrs))
	}
	return "(map" + n + " " + f + ")", len(e.Arrs) <= inZip
}

// section is a function that applies one operator to its parameters in order: (+), f64.max.
func section(l *core.Lambda) (string, bool) {
	if len(l.Body.Stms) != 1 || len(l.Body.Result) != 1 || len(l.Params) == 0 {
		return "", false
	}
	s := l.Body.Stms[0]
	e, ok := s.Exp.(*core.PrimApp)
	if !ok || l.Body.Result[0] != core.Atom(s.Pat[0]) || len(e.Args) != len(l.Params) {
		return "", false
	}
	for i, a := range e.Args {
		if a != core.Atom(l.Params[i]) {
			return "", false
		}
	}
	if op, ok := infix[e.Op]; ok && len(e.Args) == 2 {
		return "(" + op.text + ")", true
	}
	if e.Op.IsConversion() || e.Op == prim.ToBits || e.Op == prim.Neg || e.Op == prim.Not {
		return "", false
	}
	return e.T.String() + "." + e.Op.Name, true
}
