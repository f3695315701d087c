package wasm

import (
	"fmt"
	"strings"
	"testing"

	"raido/backend/enginetest"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestQuotients: quotients and rests of small and of large numbers by constants of all kinds are the interpreter's, in as many lanes, and so are those by the same
// numbers where they are not known: Note [Quotients].
func TestQuotients(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	edges := []int64{1, 2, 3, 5, 8, 100, 127, 1 << 15, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<50 - 1, 1 << 50, 1<<51 + 3, 1<<53 + 1, 1 << 62, -1 << 63}
	divisors := []int64{1, -1, 2, -2, 3, -5, 64, 1 << 33, 1<<50 + 1, -1 << 62}
	for _, lanes := range []int{0, 4} {
		e := inLanes(t, lanes)
		for _, ty := range []prim.Type{prim.I8, prim.U16, prim.I32, prim.U32, prim.I64, prim.U64} {
			var by, of []prim.Scalar
			for _, n := range divisors {
				if b := prim.Int(ty, n); b.Int64() != 0 {
					by = append(by, b)
				}
			}
			for _, n := range edges {
				for _, d := range []int64{-1, 0, 1} {
					of = append(of, prim.Int(ty, n+d), prim.Int(ty, -n-d))
				}
			}
			for _, op := range []*prim.Op{prim.Div, prim.Mod, prim.Quot, prim.Rem} {
				text := quotientsBy(op, ty, by)
				got, err := enginetest.Run(e, compiled(t, e, text), []value.Value{coretest.I64(int64(len(of))), value.FromScalars(ty, []int64{int64(len(of))}, of)})
				if err != nil {
					t.Errorf("%s.%s in %d lanes: %v", op.Name, ty, lanes, err)
					continue
				}
				for k, b := range by {
					for i, a := range of {
						want, err := op.Eval(ty, []prim.Scalar{a, b})
						if err != nil {
							t.Fatal(err)
						}
						for _, r := range []value.Value{got[2*k], got[2*k+1]} {
							if g := r.(*value.Array).At(int64(i)); g != want {
								t.Fatalf("%s.%s in %d lanes of %v and %v: %v, want %v", op.Name, ty, lanes, a, b, g, want)
							}
						}
					}
				}
			}
		}
	}
}

// quotientsBy divides numbers by each constant twice: the second time by a sum of it and zeros, which nobody knows to be that.
func quotientsBy(op *prim.Op, t prim.Type, by []prim.Scalar) string {
	var results, types, names, code []string
	for k, b := range by {
		code = append(code, fmt.Sprintf("let (y%[1]d: %[2]s) = %[3]s.%[2]s x %[4]v let (b%[1]d: %[2]s) = or.%[2]s z %[4]v let (z%[1]d: %[2]s) = %[3]s.%[2]s x b%[1]d", k, t, op.Name, b))
		for _, r := range []string{"r", "s"} {
			results = append(results, fmt.Sprintf("(%s%d: [n]%s)", r, k, t))
			names = append(names, fmt.Sprintf("%s%d", r, k))
			types = append(types, t.String())
		}
	}
	list := strings.Join(results, " ")
	values := strings.NewReplacer("r", "y", "s", "z").Replace(strings.Join(names, ", "))
	return fmt.Sprintf(`fun main (n: i64) (xs: [n]%[1]s) : %[2]s =
		let %[2]s = map n (xs) (\(x: %[1]s) : (%[3]s) -> let (m: %[1]s) = not.%[1]s x let (z: %[1]s) = and.%[1]s x m %[4]s in (%[5]s)) in (%[6]s)`,
		t, list, strings.Join(types, ", "), strings.Join(code, " "), values, strings.Join(names, ", "))
}
