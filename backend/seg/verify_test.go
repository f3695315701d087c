package seg

import (
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/prim"
)

// TestVerify: each fault is found, and the good program passes.
func TestVerify(t *testing.T) {
	n, x, y, i := core.NewVar("n", core.I64), core.NewVar("x", core.I64), core.NewVar("y", core.I64), core.NewVar("i", core.I64)
	m, fresh := NewMem("m", prim.I64, Device), NewMem("fresh", prim.I64, Device)
	param := []Arg{{Var: n}, {Mem: m, Dims: []core.Atom{n}}}
	add := func(v *core.Var, args ...core.Atom) *HLet {
		return &HLet{V: v, Op: prim.Add, T: prim.I64, Args: args}
	}
	kernel := func(k Kernel) Host { return Host{&HLaunch{Kernel: &k}} }
	over := []Dim{{I: i, N: n}}
	for _, c := range []struct {
		name string
		body Host
		want string
	}{
		{"good", Host{add(x, n, n), &HLaunch{Kernel: &Kernel{Kind: Map, Space: over, Body: Code{
			&Load{V: y, Mem: m, At: Index{{A: i}}}, &Store{Mem: m, At: Index{{A: i, B: x}}, Val: y}}}}}, ""},
		{"unbound", Host{add(x, n, y)}, "never bound"},
		{"twice", Host{add(x, n, n), add(x, n, n)}, "bound twice"},
		{"arity", Host{add(x, n)}, "1 operands"},
		{"type", Host{add(x, n, core.BoolC(true))}, "want i64"},
		{"constant set", Host{add(x, n, n), &HSet{Vs: []*core.Var{x}, Vals: []core.Atom{n}}}, "not declared"},
		{"freed", Host{&HFree{Mem: m}, &HRead{V: x, Mem: m}}, "no buffer"},
		{"branch", Host{&HIf{Cond: core.BoolC(true), Then: Host{add(x, n, n)}}, add(y, x, n)}, "out of its scope"},
		{"store type", kernel(Kernel{Kind: Map, Space: over, Body: Code{&Store{Mem: m, Val: core.BoolC(true)}}}), "want i64"},
		{"written before", Host{&HAlloc{Mem: fresh, Dims: []core.Atom{n}}, &HFill{Dst: fresh, N: n, Val: n}, &HRead{V: x, Mem: fresh}}, ""},
		{"never written", Host{&HAlloc{Mem: fresh, Dims: []core.Atom{n}}, &HRead{V: x, Mem: fresh}}, "nobody has written"},
		{"never written, in a kernel", append(Host{&HAlloc{Mem: fresh, Dims: []core.Atom{n}}}, kernel(Kernel{Kind: Map, Space: over, Body: Code{
			&Load{V: y, Mem: fresh, At: Index{{A: i}}}, &Store{Mem: m, At: Index{{A: i}}, Val: y}}})...), "nobody has written"},
		{"unread results", append(Host{&HAlloc{Mem: fresh, Dims: []core.Atom{n}}}, append(kernel(Kernel{Kind: Scan, Space: over, Vals: []core.Atom{i},
			Outs: []*Mem{fresh}, Unread: []bool{true}}), &HRead{V: x, Mem: fresh})...), "nobody has written"},
		{"block length", kernel(Kernel{Kind: Task, Body: Code{&Store{Mem: NewMem("s", prim.I64, Scratch), Val: n}}}), "no length"},
	} {
		err := Verify(&Prog{Params: param, Body: c.body})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// TestVerifyLaunches: a kernel of the program is launched once.
func TestVerifyLaunches(t *testing.T) {
	k := &Kernel{Kind: Task, Name: "k"}
	for n, want := range []string{"in 0 places", "", "in 2 places"} {
		p := &Prog{Kernels: []*Kernel{k}}
		for range n {
			p.Body = append(p.Body, &HLaunch{Kernel: k})
		}
		if err := Verify(p); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d launches: %v", n, err)
		}
	}
}

func TestIndex(t *testing.T) {
	i, s := core.NewVar("i", core.I64), core.NewVar("s", core.I64)
	x := Index(nil).Plus(core.IntC(0), s).Plus(i, core.IntC(1)).Plus(core.IntC(1), s).Plus(i, s)
	want := []Term{{i, nil}, {s, nil}, {i, s}}
	if len(x) != len(want) {
		t.Fatalf("%v", x)
	}
	for k := range want {
		if x[k] != want[k] {
			t.Errorf("term %d is %v, want %v", k, x[k], want[k])
		}
	}
}
