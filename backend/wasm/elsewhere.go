package wasm

import (
	"context"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"raido/lang/diag"
	"raido/lang/prim"
)

// elsewhere computes an operator by its definition, outside of the kernel.
func (p *printer) elsewhere(op *prim.Op, t prim.Type, args []val) val {
	c := callee{module: op.Name + "." + t.String(), name: "f", signature: signatureOf(op, t)}
	return p.values(c.results, p.imported(c), anywhere, args)[0]
}

func signatureOf(op *prim.Op, t prim.Type) signature {
	var s signature
	for i := range op.Arity {
		s.params = append(s.params, typeOf(op.OperandType(t, i)))
	}
	s.results = []valtype{typeOf(op.ResultType(t))}
	return s
}

// operator is the operator that a kernel calls by a name.
func operator(name string) (*prim.Op, prim.Type) {
	opName, typeName, _ := strings.Cut(name, ".")
	t, ok := prim.ByName(typeName)
	op := prim.ByOpName(opName)
	if !ok || op == nil {
		diag.Bugf("wasm: no operator %s", name)
	}
	return op, t
}

// eval is an operator as a function of the host.
func eval(op *prim.Op, t prim.Type) api.GoFunc {
	result := op.ResultType(t)
	return func(_ context.Context, stack []uint64) {
		args := make([]prim.Scalar, op.Arity)
		for i := range args {
			args[i] = scalarOf(op.OperandType(t, i), stack[i])
		}
		x, err := op.Eval(t, args)
		if err != nil { // of a lane that nobody looks at
			stack[0] = 0
			return
		}
		stack[0] = constant(x).bits[0]
		if typeOf(result) == i32 {
			stack[0] &= 0xffffffff
		}
	}
}

// scalarOf is the scalar of a type with the bits in which kernels hold it.
func scalarOf(t prim.Type, bits uint64) prim.Scalar {
	switch {
	case t.IsFloat():
		return prim.Float(t, prim.FloatFromBits(t, prim.ZeroExtend(t, bits)))
	case t == prim.I64 || t == prim.U64:
		return prim.Scalar{Type: t, Bits: bits}
	case t.IsUnsigned() || t == prim.Bool:
		return prim.Scalar{Type: t, Bits: uint64(uint32(bits))}
	}
	return prim.Int(t, int64(int32(uint32(bits))))
}
