package adbench

import (
	"bytes"
	"encoding/binary"
	"os"

	"raido/lang/prim"
	"raido/lang/value"
)

// WriteArgs writes what the C programs to compare with read (tests/bench/peer/adbench.h): rank, dimensions and elements of each argument.
func WriteArgs(path string, args []value.Value) error {
	var b bytes.Buffer
	for _, a := range args {
		var xs any
		var shape []int64
		switch a := a.(type) {
		case value.Scalar:
			xs = a.Int64()
			if a.Type.IsFloat() {
				xs = a.Float64()
			}
		case *value.Array:
			shape = a.Shape
			if a.Elem == prim.I64 {
				xs = value.Of[int64](a)
			} else {
				xs = value.Of[float64](a)
			}
		default: // no argument of these programs
		}
		for _, part := range []any{int64(len(shape)), shape, xs} {
			if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}
