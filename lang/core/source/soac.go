package source

import (
	"fmt"
	"strings"

	"raido/lang/core"
)

// soac are the nodes with functions.
func (p *printer) soac(e core.Exp) expr {
	switch e := e.(type) {
	case *core.Map:
		return p.mapped(e)
	case *core.Reduce:
		name := "reduce"
		if e.Comm {
			name = "reduce_comm"
		}
		return call(name, p.operator(e.Fn), tupleClosed(p.args(e.Ne), p.plain(e.Ne)), p.zipped(e.Arrs))
	case *core.Scan:
		return unzipped(len(e.Arrs), call("scan", p.operator(e.Fn), tupleClosed(p.args(e.Ne), p.plain(e.Ne)), p.zipped(e.Arrs)))
	case *core.Hist:
		return unzipped(len(e.Dest), call("reduce_by_index"+dimension(len(e.Idx)), p.zipped(e.Dest), p.operator(e.Fn), tupleClosed(p.args(e.Ne), p.plain(e.Ne)),
			p.zipped(e.Idx), p.zipped(e.Vals)))
	case *core.Scatter:
		return unzipped(len(e.Dest), call("scatter"+dimension(len(e.Idx)), p.zipped(e.Dest), p.zipped(e.Idx), p.zipped(e.Vals)))
	case *core.WithAcc:
		var arrs []string
		for _, a := range e.Accs {
			arrs = append(arrs, p.name(a.Arr))
		}
		return call("with_acc", tupleClosed(arrs, arrs), p.operator(e.Accs[0].Op), p.lambda(e.Fn, 1))
	case *core.UpdateAcc:
		if len(e.Idx) == 0 {
			return call("write", p.name(e.Acc), p.at(e.Val, closed))
		}
		return call("write", p.name(e.Acc), tupleClosed(p.args(e.Idx), p.plain(e.Idx)), p.at(e.Val, closed))
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
	return tuple(plain)
}

// mapped is a map; with accumulators they come first and are split among the elements.
func (p *printer) mapped(e *core.Map) expr {
	var arrs []string
	for _, a := range append(append([]*core.Var{}, e.Accs...), e.Arrs...) {
		arrs = append(arrs, p.name(a))
	}
	out := len(e.Fn.Ret) - len(e.Accs)
	switch {
	case len(e.Accs) > 0:
		return call("map_acc", p.lambda(e.Fn, len(e.Fn.Params)), strings.Join(arrs, " "))
	case len(arrs) == 0:
		return unzipped(out, call("tabulate", p.at(e.W, closed), p.lambda(e.Fn, 0)))
	case len(arrs) == 1:
		return unzipped(out, call("map", p.lambda(e.Fn, 1), arrs[0]))
	case len(arrs) <= 5:
		return unzipped(out, call(fmt.Sprintf("map%d", len(arrs)), append([]string{p.lambda(e.Fn, len(arrs))}, arrs...)...))
	}
	return unzipped(out, call("map", p.lambda(e.Fn, 1), fmt.Sprintf("(zip%d %s)", len(arrs), strings.Join(arrs, " "))))
}

// unzipped takes an array of tuples apart.
func unzipped(n int, e expr) expr {
	switch n {
	case 0, 1:
		return e
	case 2:
		return call("unzip", "("+e.text+")")
	}
	return call(fmt.Sprintf("unzip%d", n), "("+e.text+")")
}

func (p *printer) zipped(arrs []*core.Var) string {
	var names []string
	for _, a := range arrs {
		names = append(names, p.name(a))
	}
	switch len(names) {
	case 1:
		return names[0]
	case 2:
		return "(zip " + strings.Join(names, " ") + ")"
	}
	return fmt.Sprintf("(zip%d %s)", len(names), strings.Join(names, " "))
}

// lambda is a function whose parameters are in so many groups, the last of which takes what is left.
func (p *printer) lambda(l *core.Lambda, groups int) string {
	if s, ok := section(l); ok && groups == len(l.Params) {
		return s
	}
	var names []string
	for _, v := range l.Params {
		names = append(names, p.name(v))
	}
	if groups == 1 && len(names) > 1 {
		names = []string{tuple(names)}
	} else if groups > 0 && groups == len(names)/2 && groups > 1 {
		names = []string{tuple(names[:groups]), tuple(names[groups:])}
	}
	if len(names) == 0 {
		names = []string{"_"}
	}
	body := p.body(l.Body)
	head := "(\\" + strings.Join(names, " ")
	if len(names) > 0 {
		head += " "
	}
	if len(body) > 60 || strings.Contains(body, "\n") {
		return head + "->\n    " + strings.ReplaceAll(body, "\n", "\n    ") + ")"
	}
	return head + "-> " + body + ")"
}

// operator is a function of two values, each of as many parts as the function has results.
func (p *printer) operator(l *core.Lambda) string {
	if len(l.Ret) == 1 {
		return p.lambda(l, 2)
	}
	return p.lambda(l, len(l.Ret))
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
	if op, ok := infix[e.Op.Name]; ok && len(e.Args) == 2 {
		return "(" + op.text + ")", true
	}
	if strings.HasPrefix(e.Op.Name, "to_") || e.Op.Name == "neg" || e.Op.Name == "not" {
		return "", false
	}
	return e.T.String() + "." + e.Op.Name, true
}
