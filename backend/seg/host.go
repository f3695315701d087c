package seg

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Host is code of the host.
type Host []HostStm

// HostStm is a statement of the host.
//
//sumtype:decl
type HostStm interface {
	// Map rebuilds the statement with its direct parts transformed (see Mapper).
	Map(m Mapper) HostStm
	// Each shows the direct parts of the statement (see Visitor).
	Each(v Visitor)
	host()
}

type (
	// HLet computes a primitive operator on the host.
	HLet struct {
		V    *core.Var
		Op   *prim.Op
		T    prim.Type
		Args []core.Atom
		Src  diag.Span
	}

	// HDecl declares a variable that HSet may change.
	HDecl struct {
		V    *core.Var
		Init core.Atom
	}

	// HSet changes declared variables, all at once.
	HSet struct {
		Vs   []*core.Var
		Vals []core.Atom
	}

	// HRead reads an element; it waits for the device.
	HRead struct {
		V   *core.Var
		Mem *Mem
		At  Index
	}

	// HAlloc gives Mem a fresh buffer for an array of Dims. Blank: the program asked for unspecified contents, so it may
	// be read though nobody wrote it.
	HAlloc struct {
		Mem   *Mem
		Dims  []core.Atom
		Blank bool
		Src   diag.Span
	}

	// HMove makes Dsts hold the buffers of Srcs, all at once.
	HMove struct{ Dsts, Srcs []*Mem }

	// HOwn makes Mem the only holder of its buffer, by a copy if it is not. It comes before writing.
	HOwn struct {
		Mem *Mem
		Src diag.Span
	}

	// HFree lets go of the buffer of Mem.
	HFree struct{ Mem *Mem }

	// HCopy copies N elements.
	HCopy struct {
		Dst   *Mem
		DstAt Index
		Src   *Mem
		SrcAt Index
		N     core.Atom
	}

	// HFill writes Val to N elements.
	HFill struct {
		Dst *Mem
		At  Index
		N   core.Atom
		Val core.Atom
	}

	// HLaunch runs a kernel.
	HLaunch struct {
		Kernel *Kernel
		Src    diag.Span
	}

	// HCheck fails the program with Site unless Cond holds.
	HCheck struct {
		Cond core.Atom
		Site *Site
		Args []core.Atom
	}

	// HSmall computes whether one thread is best for parallel nodes of so much work.
	HSmall struct {
		V    *core.Var
		Work Work
	}

	// HIf runs one of two branches.
	HIf struct {
		Cond       core.Atom
		Then, Else Host
	}

	// HFor runs Body for I = 0 .. Bound-1.
	HFor struct {
		I     *core.Var
		Bound core.Atom
		Body  Host
	}

	// HWhile runs CondCode and, as long as Cond holds, Body.
	HWhile struct {
		CondCode Host
		Cond     core.Atom
		Body     Host
	}
)

func (*HLet) host()    {}
func (*HDecl) host()   {}
func (*HSet) host()    {}
func (*HRead) host()   {}
func (*HAlloc) host()  {}
func (*HMove) host()   {}
func (*HOwn) host()    {}
func (*HFree) host()   {}
func (*HCopy) host()   {}
func (*HFill) host()   {}
func (*HLaunch) host() {}
func (*HCheck) host()  {}
func (*HSmall) host()  {}
func (*HIf) host()     {}
func (*HFor) host()    {}
func (*HWhile) host()  {}

// Prog is a program for a device. Its parameters and results are those of the core program's entry.
type Prog struct {
	Target Target
	Params []Arg
	Body   Host
	// Results may use everything that Body binds at its top level.
	Results []Result
	Kernels []*Kernel
}

// Arg is a parameter: a scalar variable, or an array in a Mem (dense, row-major) with dimensions Dims.
type Arg struct {
	Var  *core.Var
	Mem  *Mem
	Dims []core.Atom
}

// Result is a scalar atom, or an array in a Mem (dense, row-major) with dimensions Dims.
type Result struct {
	Atom core.Atom
	Elem prim.Type
	Mem  *Mem
	Dims []core.Atom
}
