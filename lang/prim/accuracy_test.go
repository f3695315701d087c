package prim_test

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"testing"

	"raido/lang/prim"
)

// unitsApart is the distance in units of want's last place; special values must be equal.
func unitsApart(got, want float64) float64 {
	switch {
	case got == want || got != got && want != want:
		return 0
	case got-got != 0 || want != want:
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	return math.Ldexp(math.Abs(got-want), -max(e-53, -1074))
}

// TestAccuracy compares functions of f64 with values computed in quadruple precision and rounded once: they are at most 2 units off.
func TestAccuracy(t *testing.T) {
	f, err := os.Open("../../backend/gen/testdata/math.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	worst := map[*prim.Op]float64{}
	at := map[*prim.Op]string{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var name string
		var bits [3]uint64
		if _, err := fmt.Sscanf(sc.Text(), "%s %x %x %x", &name, &bits[0], &bits[1], &bits[2]); err != nil {
			t.Fatal(err)
		}
		op := prim.ByOpName(name)
		x, y, want := math.Float64frombits(bits[0]), math.Float64frombits(bits[1]), math.Float64frombits(bits[2])
		got, _ := op.Eval(prim.F64, []prim.Scalar{prim.Float(prim.F64, x), prim.Float(prim.F64, y)}[:op.Arity])
		if u := unitsApart(got.Float64(), want); u > worst[op] {
			worst[op], at[op] = u, fmt.Sprintf("%s %v %v = %v, want %v", name, x, y, got, want)
		}
	}
	for _, op := range prim.Ops {
		if worst[op] > 0 {
			t.Logf("%s: at most %.3g units off", op.Name, worst[op])
		}
		if worst[op] > 2 {
			t.Error(at[op])
		}
	}
}
