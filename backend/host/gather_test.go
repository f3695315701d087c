package host

import (
	"testing"

	"raido/lang/prim"
	"raido/lang/value"
)

// gathered fills a block in each iteration of a loop and reads it at indices of an array, which compilers make a gather.
const gathered = `fun main (xs: [4i64]f64) (m: i64) : (result: [m][4i64]f64) =
  let (iota: [m]i64) = iota.i64 m 0i64 1i64
  let (three: bool) = eq.i64 m 3i64
  let (rows: [m][4i64]f64) = map m (iota) (\(i: i64) : ([4i64]f64) ->
      let (unit: [m]f64) = map m (iota) (\(j: i64) : (f64) ->
          let (same: bool) = eq.i64 i j
          let (one: f64) = to_f64.bool same
          in (one))
      let () = assert three "size coercion fails: the size is %d, but %d is wanted" (m, 3i64)
      let (units: [3i64]f64) = reshape [3i64] unit
      let (at: [4i64]i32) = [0i32, 2i32, 0i32, 7i32] : i32
      let (row: [4i64]f64) = map 4i64 (at, xs) (\(k: i32) (x: f64) : (f64) ->
          let (le: bool) = le.i32 0i32 k
          let (lt: bool) = lt.i32 k 3i32
          let (both: bool) = and.bool le lt
          let (y: f64) = if both then
              let (k64: i64) = to_i64.i32 k
              let (u: f64) = units[k64]
              let (ux: f64) = mul.f64 u x
              in (ux)
            else
              in (0.0f64)
          in (y))
      in (row))
  in (rows)`

// TestGather: stores stay before a gather of what they store; see Note [Only what is read is restrict] in package gen.
func TestGather(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	p := parse(t, gathered)
	args := []value.Value{floats(prim.F64, 4), i64(3)}
	for _, e := range []*Engine{device(t), inGroups(t)} {
		for _, task := range []bool{false, true} {
			if d := disagreementIn(e, p, args, task); d != "" {
				t.Error(d)
			}
		}
	}
}
