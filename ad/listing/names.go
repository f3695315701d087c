package listing

import (
	"fmt"
	"strings"

	"raido/lang/core"
	"raido/lang/types"
)

// Parameter is how the parts of a parameter are named: after it, or after the names that a pattern gives to its fields.
type Parameter struct {
	Name   string
	Fields map[string]string
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
	}
	var names []Parameter
	for {
		fun, ok := t.(*types.Func)
		if !ok {
			return names
		}
		p := Parameter{Name: fmt.Sprintf("x%d", len(names)+1)}
		if k := len(names); k < len(own) {
			switch pat := own[k].Pat.(type) {
			case *types.PatVar:
				p.Name = pat.Sym.Name
			case *types.PatRecord:
				p.Fields = fieldNames(pat)
			}
		}
		names = append(names, p)
		t = types.Reveal(fun.Result)
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
