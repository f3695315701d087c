package iface

import (
	"fmt"
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/types"
	"raido/lang/value"
)

// The codes of arguments that do not fit.
var (
	codeRank     = diag.Register("E0804", "An argument with the wrong number of dimensions.")
	CodeSizes    = diag.Register("E0805", "Arguments whose sizes do not fit each other or their types.")
	codeCount    = diag.Register("E0806", "The wrong number of arguments.")
	codeArgument = diag.Register("E0807", "An argument of the wrong type.")
)

// Iface says how the entry function of a program is called. Its parameters are NumSizes sizes (i64), the
// leaves of Params, and the leaves of Globals; its results are NumExts sizes, then the leaves of Ret.
type Iface struct {
	Name     string
	Params   []Param
	Globals  []Global
	Ret      *Rep
	NumSizes int
	NumExts  int
	Tunable  []string // the tuning parameters that the program reaches, sorted
	leaves   []leaf
}

// Param is a parameter of the entry point.
type Param struct {
	Name string
	Rep  *Rep
}

// Global is a value of the session that the program uses.
type Global struct {
	Sym *types.Symbol
	Rep *Rep
}

// Rep is the shape of a user's value: scalars and arrays of scalars, records and sums, or arrays of them.
type Rep struct {
	Kind  Kind
	Rank  int       // dimensions in front
	Elem  prim.Type // of a scalar or array of scalars
	Names []string  // of fields or constructors
	// Args are the fields of a record, one for each name, or the payloads of the constructors of a sum.
	Args [][]*Rep
	Text string // the type as the user reads it; only at the top
}

// Kind is the kind of a Rep.
type Kind uint8

// The kinds of values.
const (
	Prim Kind = iota
	Record
	Sum
)

// leaf is the type of one parameter of the entry function.
type leaf struct {
	name string
	elem prim.Type
	dims []leafDim
}

// leafDim is a constant, or a size parameter when size is not negative.
type leafDim struct {
	size int
	n    int64
}

// Sizes binds the size parameters from the shapes of all leaves, and checks that they agree.
func (f *Iface) Sizes(shapes [][]int64) ([]int64, error) {
	sizes := make([]int64, f.NumSizes)
	from := make([]*leaf, f.NumSizes)
	for i := range f.leaves {
		lf := &f.leaves[i]
		if i >= len(shapes) || len(shapes[i]) != len(lf.dims) {
			return nil, &diag.Diag{Class: diag.Usage, Code: codeRank, Msg: fmt.Sprintf("argument %s has the wrong rank", lf.name)}
		}
		for j, d := range lf.dims {
			n := shapes[i][j]
			switch {
			case d.size < 0 && d.n != n:
				return nil, sizeError("argument %s has the shape %v, but dimension %d must be %d", lf.name, shapes[i], j, d.n)
			case d.size < 0:
			case from[d.size] == nil:
				from[d.size], sizes[d.size] = lf, n
			case sizes[d.size] != n:
				return nil, sizeError("arguments %s and %s have sizes that must be equal, but are %d and %d (shape %v)",
					from[d.size].name, lf.name, sizes[d.size], n, shapes[i])
			}
		}
	}
	return sizes, nil
}

func sizeError(format string, args ...any) error {
	return &diag.Diag{Class: diag.Runtime, Code: CodeSizes, Msg: fmt.Sprintf(format, args...)}
}

// Args makes the arguments of the entry function from user values: those of Params, then those of Globals.
func (f *Iface) Args(vals []value.Value) ([]value.Value, error) {
	leaves, err := f.Leaves(vals)
	if err != nil {
		return nil, err
	}
	shapes := make([][]int64, len(leaves))
	for i, v := range leaves {
		if a, ok := v.(*value.Array); ok {
			shapes[i] = a.Shape
		}
	}
	sizes, err := f.Sizes(shapes)
	if err != nil {
		return nil, err
	}
	var out []value.Value
	for _, n := range sizes {
		out = append(out, value.Scalar{Scalar: prim.Int(prim.I64, n)})
	}
	return append(out, leaves...), nil
}

// Leaves takes user values (of Params, then Globals) apart; types and ranks must be exactly as declared.
func (f *Iface) Leaves(vals []value.Value) ([]value.Value, error) {
	if len(vals) != len(f.Params)+len(f.Globals) {
		return nil, &diag.Diag{Class: diag.Usage, Code: codeCount,
			Msg: fmt.Sprintf("%s takes %d arguments, but %d are given", f.Name, len(f.Params)+len(f.Globals), len(vals))}
	}
	var out []value.Value
	for i, v := range vals {
		name, r := "", (*Rep)(nil)
		if i < len(f.Params) {
			name, r = f.Params[i].Name, f.Params[i].Rep
		} else {
			g := f.Globals[i-len(f.Params)]
			name, r = g.Sym.Name, g.Rep
		}
		var ok bool
		if out, ok = takeApart(out, v, r, 0); !ok {
			return nil, &diag.Diag{Class: diag.Usage, Code: codeArgument,
				Msg: fmt.Sprintf("argument %s must have the type %s", name, r.Text), Hint: suffix(v, r)}
		}
	}
	return out, nil
}

// suffix is a hint for numbers of another type than the one that is wanted.
func suffix(v value.Value, r *Rep) string {
	t, ok := prim.Bool, r.Kind == Prim
	switch v := v.(type) {
	case value.Scalar:
		t = v.Type
	case *value.Array:
		t = v.Elem
	default: // no numbers
	}
	if !ok || t == prim.Bool || t == r.Elem || r.Elem == prim.Bool {
		return ""
	}
	return fmt.Sprintf("it has numbers of type %s; those without a suffix are i32, or f64 if they have a point: write 7%s", t, r.Elem)
}

// takeApart appends the leaves of v, which has outer dimensions in front of what r says.
func takeApart(out []value.Value, v value.Value, r *Rep, outer int) ([]value.Value, bool) {
	rank := outer + r.Rank
	switch r.Kind {
	case Prim:
		switch v := v.(type) {
		case value.Scalar:
			return append(out, v), rank == 0 && v.Type == r.Elem
		case *value.Array:
			return append(out, v), rank > 0 && len(v.Shape) == rank && v.Elem == r.Elem
		default: // no leaf
		}
		return out, false
	case Record:
		rec, ok := v.(*value.Record)
		if !ok || len(rec.Shape) != rank || len(rec.Fields) != len(r.Names) {
			return out, false
		}
		if len(rec.Fields) == 0 {
			return append(out, zeroLeaf(UnitType, rec.Shape)), true
		}
		for i, f := range rec.Fields {
			if i < len(rec.Names) && rec.Names[i] != r.Names[i] {
				return out, false
			}
			if out, ok = takeApart(out, f, r.Args[i][0], rank); !ok {
				return out, false
			}
		}
		return out, true
	}
	if rank > 0 {
		s, ok := v.(*value.Sums)
		if !ok || len(s.Shape) != rank || !slices.Equal(s.Constrs, r.Names) {
			return out, false
		}
		return takeSums(append(out, s.Tags), s, r, rank)
	}
	s, ok := v.(*value.Sum)
	if !ok {
		return out, false
	}
	return takeSum(out, s, r)
}

// takeSums appends the leaves of the payloads of an array of sums.
func takeSums(out []value.Value, s *value.Sums, r *Rep, rank int) ([]value.Value, bool) {
	for i, as := range r.Args {
		for j, a := range as {
			var ok bool
			if out, ok = takeApart(out, s.Args[i][j], a, rank); !ok {
				return out, false
			}
		}
	}
	return out, true
}

func takeSum(out []value.Value, s *value.Sum, r *Rep) ([]value.Value, bool) {
	at := len(out)
	out = append(out, nil)
	for i, n := range r.Names {
		if n != s.Constr {
			for _, a := range r.Args[i] {
				out = zeros(out, a, 0)
			}
			continue
		}
		out[at] = value.Scalar{Scalar: TagOf(len(r.Names), i)}
		if len(s.Args) != len(r.Args[i]) {
			return out, false
		}
		ok := true
		for j, a := range r.Args[i] {
			if out, ok = takeApart(out, s.Args[j], a, 0); !ok {
				return out, false
			}
		}
	}
	return out, out[at] != nil
}

// zeroLeaf is a leaf of zeros.
func zeroLeaf(t prim.Type, shape []int64) value.Value {
	if len(shape) == 0 {
		return value.Scalar{Scalar: prim.Zero(t)}
	}
	return value.NewArray(t, shape...)
}

// zeros appends zero leaves, arrays empty, for an unused payload.
func zeros(out []value.Value, r *Rep, outer int) []value.Value {
	rank := outer + r.Rank
	shape := make([]int64, rank)
	switch {
	case r.Kind == Prim:
		return append(out, zeroLeaf(r.Elem, shape))
	case r.Kind == Sum:
		out = append(out, zeroLeaf(TagType(len(r.Names)), shape))
	case len(r.Args) == 0:
		out = append(out, zeroLeaf(UnitType, shape))
	}
	for _, as := range r.Args {
		for _, a := range as {
			out = zeros(out, a, rank)
		}
	}
	return out
}

// Result builds the user's value from all results of the entry function.
func (f *Iface) Result(results []value.Value) value.Value {
	v, _ := putTogether(f.Ret, results[f.NumExts:], 0)
	return v
}

func putTogether(r *Rep, leaves []value.Value, outer int) (value.Value, []value.Value) {
	rank := outer + r.Rank
	switch r.Kind {
	case Prim:
		return leaves[0], leaves[1:]
	case Record:
		out := &value.Record{Names: r.Names}
		first := leaves
		if len(r.Names) == 0 {
			leaves = leaves[1:]
		}
		for _, as := range r.Args {
			var v value.Value
			v, leaves = putTogether(as[0], leaves, rank)
			out.Fields = append(out.Fields, v)
		}
		if a, ok := firstArray(first[:len(first)-len(leaves)]); ok && rank > 0 {
			out.Shape = a.Shape[:rank:rank]
		} else if rank > 0 {
			out.Shape = make([]int64, rank)
		}
		return out, leaves
	}
	tag, rest := leaves[0], leaves[1:]
	args := make([][]value.Value, len(r.Args))
	for i, as := range r.Args {
		for _, a := range as {
			var v value.Value
			v, rest = putTogether(a, rest, rank)
			args[i] = append(args[i], v)
		}
	}
	if t, ok := tag.(*value.Array); ok {
		return &value.Sums{Shape: t.Shape, Constrs: r.Names, Tags: t, Args: args}, rest
	}
	k := tag.(value.Scalar).Int64()
	return &value.Sum{Constr: r.Names[k], Args: args[k]}, rest
}

func firstArray(leaves []value.Value) (*value.Array, bool) {
	for _, v := range leaves {
		if a, ok := v.(*value.Array); ok {
			return a, true
		}
	}
	return nil, false
}

// SetLeaves says what the parameters of the entry function are.
func (f *Iface) SetLeaves(params []*core.Var) {
	index := map[core.Atom]int{}
	for i, p := range params[:f.NumSizes] {
		index[p] = i
	}
	for _, p := range params[f.NumSizes:] {
		lf := leaf{name: p.Name, elem: p.Type.Elem}
		for _, d := range p.Type.Dims {
			if c, ok := d.(core.Const); ok {
				lf.dims = append(lf.dims, leafDim{-1, c.Int64()})
			} else {
				lf.dims = append(lf.dims, leafDim{index[d], 0})
			}
		}
		f.leaves = append(f.leaves, lf)
	}
}

// TagType is the type of the tag of a sum with this many constructors: the smallest that counts them.
func TagType(constrs int) prim.Type {
	switch {
	case constrs <= 1<<7:
		return prim.I8
	case constrs <= 1<<15:
		return prim.I16
	}
	return prim.I32
}

// TagOf is the tag of constructor k of a sum with this many.
func TagOf(constrs, k int) prim.Scalar { return prim.Int(TagType(constrs), int64(k)) }

// UnitType is the type of the one leaf of (), always false. Without it an array of () would have no leaf to
// show its size, which is what such arrays are for.
const UnitType = prim.Bool
