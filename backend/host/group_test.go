package host

import (
	"strings"
	"testing"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/limits"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
)

// inGroups is the device with code in the GPU shape, in groups so small that a few points fill several, and with so little
// local memory that large groups and arrays do not fit. A device without groups is as it is.
func inGroups(t testing.TB) *Engine {
	e := device(t)
	if e.facts.Group == 0 {
		return e
	}
	e.target.GPU, e.target.CPU = true, false
	e.limits.Group, e.limits.GroupsOfUnit = 8, 2
	e.facts.Local = 2048
	return e
}

// groupSizes are sizes of groups, among them the smallest and the usual one.
var groupSizes = []int64{8, 1, 256, 4}

// TestGroups runs the programs of other tests in the GPU shape, for numbers of points around those of groups.
func TestGroups(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := inGroups(t)
	for _, b := range append(bodies[:len(bodies):len(bodies)], laneBodies...) {
		if b.name == "swap" || b.name == "powers" || b.name == "guards" { // nothing peculiar to a shape
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			p := parse(t, program(b.ret, b.body))
			for i, size := range [][2]int64{{10, 3}, {8, 1}, {1007, 5}, {37, 19}} {
				e.limits.Group = groupSizes[i]
				n, m := size[0], size[1]
				args := []value.Value{i64(n), i64(m), i64(n * m), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, m), indices(m, n)}
				if d := disagreementIn(e, p, args, false); d != "" {
					t.Errorf("n=%d: %s", n, d)
				}
			}
		})
	}
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

// TestGroupsGrow: blocks that grow.
func TestGroupsGrow(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := inGroups(t)
	for _, g := range growing {
		p := parse(t, "fun main (n: i64) (m: i64) (is: [n]i64) : "+g.ret+" = "+g.body)
		for _, top := range []int64{50, 9000, 200} {
			args := []value.Value{i64(40), i64(3), sizesUpTo(top, 40)}
			if d := disagreementIn(e, p, args, false); d != "" {
				t.Errorf("%s, up to %d: %s", g.name, top, d)
			}
		}
	}
}

// TestGroupsRandom compares the GPU shape with the interpreter on random programs.
func TestGroupsRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	e := inGroups(t)
	e.limits.Group, e.limits.GroupsOfUnit = 2, 3
	for seed := range seeds(4) {
		p, args := coregen.Gen(100+seed, coregen.Options{Accs: seed%2 == 0, Calls: seed%5 == 0})
		if seed%2 == 1 {
			q, err := backend.Passes(p)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		if d := disagreementIn(e, p, coregen.Values(args), false); d != "" {
			t.Errorf("seed %d: %s\n%s", seed, d, core.Print(p))
		}
	}
}

// TestGroupsOptimised: reductions and scans as an optimising compiler takes them, whichever item comes first; and operators get
// nothing but what the program gives them.
func TestGroupsOptimised(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	for _, backwards := range []bool{false, true} {
		l := limits.Small
		l.Plain, l.Backwards = false, backwards
		e := smallDevice(t, "gpu", l)
		for _, p := range []string{
			"fun main (n: i64) (xs: [n]i64) : (r: [n]i64) = let (r: [n]i64) = scan n (xs) (0i64) (\\(a: i64) (b: i64) : (i64) -> in (a)) in (r)",
			"fun main (n: i64) (xs: [n]i64) : (r: i64) = let (r: i64) = reduce_comm n (xs) (0i64) (\\(a: i64) (b: i64) : (i64) -> let (c: i64) = add.i64 a b in (c)) in (r)",
			// what fails for two zeros, of which there are none
			"fun main (n: i64) (xs: [n]i64) : (r: [n]i64) = let (r: [n]i64) = scan n (xs) (0i64) (\\(a: i64) (b: i64) : (i64) -> let (c: i64) = add.i64 a b let (d: i64) = div.i64 c c let (f: i64) = mul.i64 c d in (f)) in (r)",
		} {
			for _, size := range [][2]int64{{4, 8}, {9, 8}, {3001, 256}} {
				e.limits.Group = size[1]
				xs := value.NewArray(prim.I64, size[0])
				for i := range size[0] {
					copy(xs.Data[8*i:], toBytes(prim.Int(prim.I64, i%7+1)))
				}
				if d := disagreementIn(e, parse(t, p), []value.Value{i64(size[0]), xs}, false); d != "" {
					t.Errorf("%s, n=%d, backwards: %v: %s", p, size[0], backwards, d)
				}
			}
		}
	}
}

// TestGroupTiles: products of matrices, with groups whose squares have a side of 1, 2 and 4 items.
func TestGroupTiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := inGroups(t)
	for i, p := range products {
		prog := opt.Interchange(parse(t, product(p.ret, p.body, prim.F32)))
		c, err := e.Compile(t.Context(), prog)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(c.(*compiled).par.plan.Text(), "long side"); got != (e.target.GPU && (i < 3 || i == 4)) {
			t.Errorf("%s: squares: %v", p.name, got)
		}
		for j, s := range [][3]int64{{1, 16, 3}, {3, 31, 20}, {9, 50, 17}, {30, 20, 3}, {6, 40, 1}, {6, 40, 0}, {0, 40, 5}, {20, 16, 16}} {
			e.limits.Group = []int64{4, 1, 16, 8}[j%4]
			n, m, k := s[0], s[1], s[2]
			args := []value.Value{i64(n), i64(m), i64(k), floats(prim.F32, n, k), floats(prim.F32, k, m), floats(prim.F32, m, k), floats(prim.F32, m), floats(prim.F32, k)}
			if d := disagreementIn(e, prog, args, false); d != "" {
				t.Errorf("%s, n=%d m=%d k=%d: %s", p.name, n, m, k, d)
			}
		}
	}
}
