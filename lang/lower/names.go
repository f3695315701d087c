package lower

import (
	"strconv"

	"raido/lang/types"
)

// Names of the parameters that a value becomes, one for each leaf: those that its pattern binds, with the fields below them,
// as in k and r_x for (k, r). A user reads them in dumps and in the tables of gradcheck.

// leafNames are the names of the leaves of a value of rep r that the pattern p takes apart; other is for what has no name.
func leafNames(p types.Pat, r rep, other string) []string {
	switch p := p.(type) {
	case *types.PatVar:
		return pathNames(nil, clean(p.Sym.Name), r)
	case *types.PatRecord:
		if rec, ok := r.(rRec); ok && len(rec.fields) == len(p.Fields) && len(rec.fields) > 0 {
			var out []string
			for i, f := range p.Fields {
				out = append(out, leafNames(f, rec.fields[i], clean(other+"_"+rec.names[i]))...)
			}
			return out
		}
	default: // binds no names for the parts
	}
	return pathNames(nil, other, r)
}

// pathNames appends the names of the leaves of r: the path to each.
func pathNames(out []string, path string, r rep) []string {
	switch r := r.(type) {
	case rArr:
		return pathNames(out, path, r.elem)
	case rAcc:
		return pathNames(out, path, r.arr)
	case rRec:
		for i, f := range r.fields {
			out = pathNames(out, clean(path+"_"+r.names[i]), f)
		}
		if len(r.fields) > 0 {
			return out
		}
	case rSum:
		out = append(out, path+"_tag")
		for k, args := range r.args {
			for i, a := range args {
				out = pathNames(out, clean(path+"_"+r.names[k])+strconv.Itoa(i), a)
			}
		}
		return out
	default: // one leaf
	}
	return append(out, path)
}

// nextPattern is the pattern of the next parameter of a function value; nil if it has none.
func nextPattern(f val) types.Pat {
	if c, ok := f.(*closure); ok && len(c.args) < len(c.params) {
		return c.params[len(c.args)].Pat
	}
	return nil
}
