package verify

import (
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// TestVerify: each fault is found, and the good program passes.
func TestVerify(t *testing.T) {
	n, x, y, i := core.NewVar("n", core.I64), core.NewVar("x", core.I64), core.NewVar("y", core.I64), core.NewVar("i", core.I64)
	m, fresh := seg.NewMem("m", prim.I64, seg.Device), seg.NewMem("fresh", prim.I64, seg.Device)
	param := []seg.Arg{{Var: n}, {Mem: m, Dims: []core.Atom{n}}}
	add := func(v *core.Var, args ...core.Atom) *seg.HLet {
		return &seg.HLet{V: v, Op: prim.Add, T: prim.I64, Args: args}
	}
	kernel := func(k seg.Kernel) seg.Host { return seg.Host{&seg.HLaunch{Kernel: &k}} }
	over := []seg.Dim{{I: i, N: n}}
	for _, c := range []struct {
		name string
		body seg.Host
		want string
	}{
		{"good", seg.Host{add(x, n, n), &seg.HLaunch{Kernel: &seg.Kernel{Kind: seg.Map, Space: over, Body: seg.Code{
			&seg.Load{V: y, Mem: m, At: seg.Index{{A: i}}}, &seg.Store{Mem: m, At: seg.Index{{A: i, B: x}}, Val: y}}}}}, ""},
		{"unbound", seg.Host{add(x, n, y)}, "never bound"},
		{"twice", seg.Host{add(x, n, n), add(x, n, n)}, "bound twice"},
		{"arity", seg.Host{add(x, n)}, "1 operands"},
		{"type", seg.Host{add(x, n, core.BoolC(true))}, "want i64"},
		{"constant set", seg.Host{add(x, n, n), &seg.HSet{Vs: []*core.Var{x}, Vals: []core.Atom{n}}}, "not declared"},
		{"freed", seg.Host{&seg.HFree{Mem: m}, &seg.HRead{V: x, Mem: m}}, "no buffer"},
		{"branch", seg.Host{&seg.HIf{Cond: core.BoolC(true), Then: seg.Host{add(x, n, n)}}, add(y, x, n)}, "out of its scope"},
		{"store type", kernel(seg.Kernel{Kind: seg.Map, Space: over, Body: seg.Code{&seg.Store{Mem: m, Val: core.BoolC(true)}}}), "want i64"},
		{"written before", seg.Host{&seg.HAlloc{Mem: fresh, Dims: []core.Atom{n}}, &seg.HFill{Dst: fresh, N: n, Val: n}, &seg.HRead{V: x, Mem: fresh}}, ""},
		{"never written", seg.Host{&seg.HAlloc{Mem: fresh, Dims: []core.Atom{n}}, &seg.HRead{V: x, Mem: fresh}}, "nobody has written"},
		{"never written, in a kernel", append(seg.Host{&seg.HAlloc{Mem: fresh, Dims: []core.Atom{n}}}, kernel(seg.Kernel{Kind: seg.Map, Space: over, Body: seg.Code{
			&seg.Load{V: y, Mem: fresh, At: seg.Index{{A: i}}}, &seg.Store{Mem: m, At: seg.Index{{A: i}}, Val: y}}})...), "nobody has written"},
		{"unread results", append(seg.Host{&seg.HAlloc{Mem: fresh, Dims: []core.Atom{n}}}, append(kernel(seg.Kernel{Kind: seg.Scan, Space: over, Vals: []core.Atom{i},
			Outs: []*seg.Mem{fresh}, Unread: []bool{true}}), &seg.HRead{V: x, Mem: fresh})...), "nobody has written"},
		{"block length", kernel(seg.Kernel{Kind: seg.Task, Body: seg.Code{&seg.Store{Mem: seg.NewMem("s", prim.I64, seg.Scratch), Val: n}}}), "no length"},
	} {
		err := Prog(&seg.Prog{Params: param, Body: c.body})
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
	k := &seg.Kernel{Kind: seg.Task, Name: "k"}
	for n, want := range []string{"in 0 places", "", "in 2 places"} {
		p := &seg.Prog{Kernels: []*seg.Kernel{k}}
		for range n {
			p.Body = append(p.Body, &seg.HLaunch{Kernel: k})
		}
		if err := Prog(p); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d launches: %v", n, err)
		}
	}
}

func TestIndex(t *testing.T) {
	i, s := core.NewVar("i", core.I64), core.NewVar("s", core.I64)
	x := seg.Index(nil).Plus(core.IntC(0), s).Plus(i, core.IntC(1)).Plus(core.IntC(1), s).Plus(i, s)
	want := []seg.Term{{A: i}, {A: s}, {A: i, B: s}}
	if len(x) != len(want) {
		t.Fatalf("%v", x)
	}
	for k := range want {
		if x[k] != want[k] {
			t.Errorf("term %d is %v, want %v", k, x[k], want[k])
		}
	}
}
