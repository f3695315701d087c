package core

import "raido/lang/prim"

// Exp is the right-hand side of a statement.
//
//sumtype:decl
type Exp interface {
	// Map rebuilds the node with its direct parts transformed (see Mapper).
	Map(m Mapper) Exp
	// Types are the types of the results, where the operands determine them. If, Loop and Call may have
	// results whose sizes are existential; for them Types is nil and the statement's pattern says it.
	Types() []Type
	// Aliases are the names that may lie in the same memory because of the node, where pat are its results. See Note [Memory].
	Aliases(pat []*Var) []Alias
	// Consumes are the operands whose memory the node itself takes: no name of it may be used after. What its bodies,
	// lambdas and functions consume is not among them.
	Consumes() []*Var
	exp()
}

type (
	// Use is another name for an atom: Use{a}. For arrays, the result aliases the operand.
	Use struct{ Atom Atom }

	// Copy is a fresh copy of an array.
	Copy struct{ Arr *Var }

	// PrimApp applies a primitive operator at operand type T to scalars: add.i32 a b.
	PrimApp struct {
		Op   *prim.Op
		T    prim.Type
		Args []Atom
	}

	// Index is Arr[Idx...], bounds checked; with fewer indices than the rank the result is a
	// subarray that aliases Arr.
	Index struct {
		Arr *Var
		Idx []Atom
	}

	// DimSlice is Count elements Start, Start+Stride, ... of one dimension. Stride may be negative or zero.
	DimSlice struct{ Start, Count, Stride Atom }

	// Slice takes a regular part along the outermost len(Dims) dimensions, bounds checked; the result
	// aliases Arr.
	Slice struct {
		Arr  *Var
		Dims []DimSlice
	}

	// Update is Arr with [Idx...] = Val; it consumes Arr. Val is a scalar, or an array of the
	// remaining dimensions. Bounds checked.
	Update struct {
		Arr *Var
		Idx []Atom
		Val Atom
	}

	// UpdateSlice is Arr with the part given by Dims replaced by Val; it consumes Arr. Bounds checked.
	UpdateSlice struct {
		Arr  *Var
		Dims []DimSlice
		Val  *Var
	}

	// Iota is [Start, Start+Step, ...] of N elements of integer type T.
	Iota struct {
		N, Start, Step Atom
		T              prim.Type
	}

	// Replicate makes an array of dimensions Dims ++ (dimensions of Val) with Val everywhere.
	// A negative dimension fails.
	Replicate struct {
		Dims []Atom
		Val  Atom
	}

	// Scratch is an array of unspecified contents, to be written by Updates.
	Scratch struct {
		Elem prim.Type
		Dims []Atom
	}

	// ArrayLit is [Elems...]; elements are scalars or arrays, all of type Elem. Of data in a program, Plain holds: all elements are
	// constants, and Map leaves them alone, so that the passes do not walk over them.
	ArrayLit struct {
		Elem  Type
		Elems []Atom
		Plain bool
	}

	// Concat joins arrays along the outermost dimension; N is the sum of their lengths.
	Concat struct {
		N    Atom
		Arrs []*Var
	}

	// Rearrange permutes the outermost dimensions: result dimension i is operand dimension Perm[i]
	// (transpose is 1 0), and those beyond Perm stay. The result may alias the operand.
	Rearrange struct {
		Perm []int
		Arr  *Var
	}

	// Reshape gives the elements new dimensions; the product of Dims must equal the operand's
	// (checked before by an Assert that lowering emits). The result may alias the operand.
	Reshape struct {
		Dims []Atom
		Arr  *Var
	}

	// Reverse reverses the outermost dimension.
	Reverse struct{ Arr *Var }

	// Rotate is rotate By Arr along the outermost dimension: result[i] = Arr[(i+By) mod n].
	Rotate struct {
		By  Atom
		Arr *Var
	}

	// Assert fails with Msg unless Cond. Args are printed into Msg at %d places. It has no results. With Trace,
	// Cond is true, Args may be arrays, and an engine shows Msg on the side, or refuses. With Index, it fails as Index and Update do.
	Assert struct {
		Cond  Atom
		Msg   string
		Args  []Atom
		Trace bool
		Index bool
	}

	// If chooses a branch.
	If struct {
		Cond       Atom
		Then, Else Body
	}

	// Loop runs Body with Params (initially Init) as long as Form says; the results are the final
	// parameters. While: the condition is the Cond body (over Params), tested before each iteration.
	// For: I counts 0 .. Bound-1 (type of Bound). Exactly one of For (I, Bound) and While (Cond) is set.
	Loop struct {
		Params []*Var
		Init   []Atom
		I      *Var
		Bound  Atom
		Cond   *Body
		Body   Body
		Attrs  []string // e.g. "stripmine(3)", "bound(n)", "unroll", "true_dep"
	}

	// Map applies Fn to the elements at each of 0..W-1. Fn's parameters are one for each of Accs, then one
	// for each of Arrs; its results are the updated accumulators, then the elements. Results of the node
	// are the accumulators, then arrays of outer dimension W. Accumulators are split among iterations and
	// joined after, implicitly [Acc].
	Map struct {
		W    Atom
		Accs []*Var
		Arrs []*Var
		Fn   *Lambda
	}

	// Reduce folds Arrs with the associative operator Fn (2k parameters, k results) and neutral
	// element Ne (k atoms). Comm: Fn is also commutative.
	Reduce struct {
		W    Atom
		Fn   *Lambda
		Ne   []Atom
		Arrs []*Var
		Comm bool
	}

	// Scan is the inclusive prefix combination; operands as Reduce.
	Scan struct {
		W    Atom
		Fn   *Lambda
		Ne   []Atom
		Arrs []*Var
	}

	// Hist is reduce_by_index: Dest[k][Idx[i]] op= Vals[k][i] for all i in 0..W-1; it consumes Dest.
	// Fn has 2k parameters. Idx are i64 arrays of dimension [W], one for each index dimension; out-of-range
	// indices contribute nothing.
	Hist struct {
		W    Atom
		Dest []*Var
		Idx  []*Var
		Vals []*Var
		Fn   *Lambda
		Ne   []Atom
	}

	// Scatter writes Vals[k][i] to Dest[k][Idx[i]]; it consumes Dest. Out-of-range indices are skipped;
	// which of two writes with different values to one place wins is unspecified (the interpreter: last).
	// Idx are i64 arrays, one for each index dimension.
	Scatter struct {
		W    Atom
		Dest []*Var
		Idx  []*Var
		Vals []*Var
		// Distinct: whoever made it knows that no two indices in range are the same.
		Distinct bool
	}

	// WithAcc turns arrays into accumulators for the extent of Fn [Acc]. Fn's parameters are one
	// accumulator for each of Accs; its results are the accumulators in the same order, then others.
	// The node's results are the arrays, then the others. It consumes the arrays.
	WithAcc struct {
		Accs []AccInput
		Fn   *Lambda
	}

	// AccInput is one array of a WithAcc, with the operator that combines updates. Op is over scalars
	// of the array's element type (2 parameters, 1 result); Ne is its neutral element.
	AccInput struct {
		Arr  *Var
		Op   *Lambda
		Ne   Atom
		Cert *Cert
	}

	// UpdateAcc combines Val into the accumulator at Idx: a scalar, or a subarray elementwise when there
	// are fewer indices than the rank. The result is the accumulator. Out-of-range indices are ignored.
	UpdateAcc struct {
		Acc *Var
		Idx []Atom
		Val Atom
	}

	// Diff is a derivative of Fn at Args; ad.Apply removes it. Mode JVP: Seeds are tangents, one for each
	// argument; results are Fn's results, then their tangents. Mode VJP: Seeds are cotangents, one for
	// each result of Fn; results are Fn's results, then the adjoints of Args. Free variables of Fn are
	// constants. When Vec is not nil, every seed, tangent and adjoint has Vec as its outermost
	// dimension: that many seeds at once (jmp, mjp).
	//
	// Mode CustomVJP takes no derivative: the results are those of Fn at Args. But where a reverse derivative is
	// taken of it, Rule is used in the place of Fn's code: its parameters are Fn's results, then a cotangent for
	// each, its results the adjoints of Args (with_vjp). Mode CustomJVP likewise for forward derivatives: the
	// parameters of Rule are those of Fn, then a tangent for each, its results the tangents of Fn's results
	// (with_jvp). There are no Seeds, and Vec is nil.
	Diff struct {
		Mode  DiffMode
		Fn    *Lambda
		Args  []Atom
		Seeds []Atom
		Vec   Atom
		Rule  *Lambda
	}

	// Call calls a function of the program.
	Call struct {
		Fun  *Fun
		Args []Atom
	}
)

// DiffMode is forward, reverse, or no derivative but a rule for one.
type DiffMode uint8

// The modes of Diff.
const (
	JVP DiffMode = iota
	VJP
	CustomVJP
	CustomJVP
)

// IsCustom reports whether the node takes no derivative, but has a rule for one.
func (e *Diff) IsCustom() bool { return e.Mode >= CustomVJP }

func (*Use) exp()         {}
func (*Copy) exp()        {}
func (*PrimApp) exp()     {}
func (*Index) exp()       {}
func (*Slice) exp()       {}
func (*Update) exp()      {}
func (*UpdateSlice) exp() {}
func (*Iota) exp()        {}
func (*Replicate) exp()   {}
func (*Scratch) exp()     {}
func (*ArrayLit) exp()    {}
func (*Concat) exp()      {}
func (*Rearrange) exp()   {}
func (*Reshape) exp()     {}
func (*Reverse) exp()     {}
func (*Rotate) exp()      {}
func (*Assert) exp()      {}
func (*If) exp()          {}
func (*Loop) exp()        {}
func (*Map) exp()         {}
func (*Reduce) exp()      {}
func (*Scan) exp()        {}
func (*Hist) exp()        {}
func (*Scatter) exp()     {}
func (*WithAcc) exp()     {}
func (*UpdateAcc) exp()   {}
func (*Diff) exp()        {}
func (*Call) exp()        {}
