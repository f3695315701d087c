package listing

import (
	"fmt"
	"strings"

	"raido/lang/core"
	"raido/lang/types"
)

// Parameter is how the parts of a parameter are named: after it, or after the names that a pattern gives to its fields.
type Parameter struct {
	Name     string
	Fields   map[string]string
	Consumed bool // by the function
}

// fieldNames are the names that a pattern of a record gives to fields.
func fieldNames(p *types.PatRecord) map[string]string {
	out := map[string]string{}
	for i, f := range p.Fields {
		if v, ok := f.(*types.PatVar); ok && i < len(p.T.Fields) {
			out[p.T.Fields[i].Name] = v.Sym.Name
		}
	}
	return out
}

// Parameters are those of a function, given by a definition: its own names where it has them.
func Parameters(f *types.Def) []Parameter {
	t := types.Reveal(f.Ret)
	var own []types.Param
	switch e := f.Body.(type) {
	case *types.Ref:
		if e.Sym.Def != nil {
			own = e.Sym.Def.Params
		}
	case *types.Lambda:
		own = e.Params
	default: // a body that names no function
	}
	var names []Parameter
	for {
		fun, ok := t.(*types.Func)
		if !ok {
			return names
		}
		p := Parameter{Name: fmt.Sprintf("x%d", len(names)+1), Consumed: fun.Unique}
		if k := len(names); k < len(own) {
			switch pat := own[k].Pat.(type) {
			case *types.PatVar:
				p.Name = pat.Sym.Name
			case *types.PatRecord:
				p.Fields = fieldNames(pat)
			default: // a pattern without a name
			}
		}
		names = append(names, p)
		t = types.Reveal(fun.Result)
	}
}

// Plain replaces the names that Definition uses by those of the parameters, in messages.
func Plain(params []Parameter) *strings.Replacer {
	var pairs []string
	for i := len(params) - 1; i >= 0; i-- {
		pairs = append(pairs, fmt.Sprintf("raido_%d_", i), params[i].Name)
	}
	return strings.NewReplacer(pairs...)
}

// nameResults names the results of a derivative: those of f, then tangents of them or adjoints of the arguments.
func nameResults(f *core.Fun, params []Parameter, forward bool) {
	var args []*core.Var
	for _, v := range f.Params {
		if strings.HasPrefix(v.Name, "raido_") && !strings.Contains(v.Name, "_dot") {
			args = append(args, v)
		}
	}
	var values []*core.Var
	for i, size := range core.SizesOf(f) {
		if !size {
			values = append(values, f.Ret[i])
		}
	}
	n := len(values) - len(args)
	if forward {
		n = len(values) / 2
	}
	for i, v := range values {
		switch {
		case i >= n && !forward && i-n < len(args):
			v.Name = args[i-n].Name
			rename([]*core.Var{v}, params)
			v.Name += "_bar"
			continue
		case n == 1:
			v.Name = "y"
		default:
			v.Name = fmt.Sprintf("y_%d", i%n)
		}
		if i >= n {
			v.Name += "_dot"
		}
	}
}

// renameAll does so for everything that a body binds.
func renameAll(b core.Body, params []Parameter) {
	again := func(b core.Body) core.Body { renameAll(b, params); return b }
	for _, s := range b.Stms {
		rename(s.Pat, params)
		if l, ok := s.Exp.(*core.Loop); ok {
			rename(l.Params, params)
		}
		s.Exp.Map(core.Mapper{Body: again, Lambda: func(l *core.Lambda) *core.Lambda { rename(l.Params, params); again(l.Body); return l }})
	}
}

// nameSizes calls the sizes of a function n, m, k, unless parameters have these names.
func nameSizes(f *core.Fun) {
	taken := map[string]bool{}
	for i, size := range core.SizesOf(&core.Fun{Ret: f.Params}) {
		if !size {
			taken[f.Params[i].Name] = true
		}
	}
	free := []string{"n", "m", "k", "l"}
	for i, size := range core.SizesOf(&core.Fun{Ret: f.Params}) {
		for size && len(free) > 0 {
			name := free[0]
			free = free[1:]
			if !taken[name] {
				f.Params[i].Name = name
				break
			}
		}
	}
}

// rename gives variables the names of the parameters that they are parts of.
func rename(vs []*core.Var, params []Parameter) {
	for _, v := range vs {
		for i, n := range params {
			if rest, ok := strings.CutPrefix(v.Name, fmt.Sprintf("raido_%d_", i)); ok {
				field, dot := strings.CutPrefix(rest, "dot")
				field = strings.TrimPrefix(field, "_")
				switch own := n.Fields[field]; {
				case own != "":
					v.Name = own
				case field != "":
					v.Name = n.Name + "_" + field
				default:
					v.Name = n.Name
				}
				if dot {
					v.Name += "_dot"
				}
			}
		}
	}
}
