package magic

import (
	"fmt"
	"strconv"
	"strings"

	"raido/display"
	"raido/display/plot"
	"raido/lang/prim"
	"raido/lang/value"
)

// nest is one side of a Jacobian, the argument or the result of a function: records and tuples of scalars and arrays, as
// one vector of their floats. Leaves are in the order of lowering, which is that of the fields.
type nest struct {
	leaves  []nestLeaf
	n       int // floats in all
	passive int // leaves that are no floats
	typ     string
}

// nestLeaf is a scalar or an array of a nest.
type nestLeaf struct {
	path  string // "" for a value that is no record, else ".a.b", ".0"
	elem  prim.Type
	shape []int64
	from  int // place of its first number in the vector; -1 for what is no float
	size  int
}

// newNest takes a value apart; ok is false if it holds values of sum types.
func newNest(v value.Value, typ string) (*nest, bool) {
	n := &nest{typ: typ}
	return n, n.add(v, "")
}

func (n *nest) add(v value.Value, path string) bool {
	l := nestLeaf{path: path, from: -1, size: 1}
	switch v := v.(type) {
	case *value.Record:
		for i, f := range v.Fields {
			if !n.add(f, path+"."+v.Names[i]) {
				return false
			}
		}
		return true
	case value.Scalar:
		l.elem = v.Type
	case *value.Array:
		l.elem, l.shape, l.size = v.Elem, v.Shape, int(v.Size())
	default:
		return false
	}
	if l.elem.IsFloat() {
		l.from = n.n
		n.n += l.size
	} else {
		n.passive++
	}
	n.leaves = append(n.leaves, l)
	return true
}

// floats are the leaves that have derivatives.
func (n *nest) floats() []nestLeaf {
	var out []nestLeaf
	for _, l := range n.leaves {
		if l.from >= 0 {
			out = append(out, l)
		}
	}
	return out
}

// maxNamed is how many numbers of a nest are named one by one.
const maxNamed = 256

// names are those of all its numbers; nil where their places say the same, or where there are too many.
func (n *nest) names() []string {
	ls := n.floats()
	if n.n > maxNamed || len(ls) == 1 && len(ls[0].shape) == 1 && ls[0].path == "" {
		return nil
	}
	var out []string
	for _, l := range ls {
		for i := range l.size {
			out = append(out, l.name(i))
		}
	}
	return out
}

// name is that of number i of a leaf: .a[1, 2].
func (l *nestLeaf) name(i int) string {
	at := make([]string, len(l.shape))
	for d := len(l.shape) - 1; d >= 0; d-- {
		at[d] = strconv.Itoa(i % int(l.shape[d]))
		i /= int(l.shape[d])
	}
	if len(at) == 0 {
		return strings.TrimPrefix(l.path, ".")
	}
	return fmt.Sprintf("%s[%s]", strings.TrimPrefix(l.path, "."), strings.Join(at, ", "))
}

// nameOf is the name of number i of the vector.
func (n *nest) nameOf(i int) string {
	for _, l := range n.floats() {
		if i < l.from+l.size {
			return l.name(i - l.from)
		}
	}
	return ""
}

// groups are the leaves of a nest that has several.
func (n *nest) groups() []plot.Group {
	ls := n.floats()
	if len(ls) < 2 {
		return nil
	}
	var out []plot.Group
	for _, l := range ls {
		name := strings.TrimPrefix(l.path, ".")
		if len(l.shape) > 0 {
			name += ": "
		}
		for _, d := range l.shape {
			name += fmt.Sprintf("[%d]", d)
		}
		out = append(out, plot.Group{Name: name, Size: l.size})
	}
	return out
}

// ofPassive says in a note that a nest has leaves without derivatives.
func (n *nest) ofPassive(side string) string {
	if n.passive == 0 {
		return ""
	}
	var names []string
	for _, l := range n.leaves {
		if l.from < 0 {
			names = append(names, strings.TrimPrefix(l.path, ".")+": "+display.ArrayType(l.shape, l.elem))
		}
	}
	return fmt.Sprintf("not shown, since no floats: %s %s", side, strings.Join(names, ", "))
}
