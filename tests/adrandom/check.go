package adrandom

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"raido/ad/gradcheck"
	"raido/backend"
	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/syntax/parser"
	"raido/lang/value"
)

// outcome is what a check found: kind is empty where all agree.
type outcome struct{ kind, text string }

// failed says that it is a fault. A kink is none of ours, and a program may take long.
func (o outcome) failed() bool {
	return o.kind != "" && o.kind != "kink" && o.kind != "slow" && o.kind != "fallback"
}

// limit is the time for a program; what takes longer is counted, and no failure.
const limit = 10 * time.Second

// compile checks and lowers the text of a program. Faults are by kind: no text of the generator may have any.
func compile(text string) (p *core.Prog, sizes int, bad outcome) {
	file, ds := parser.File(&diag.Source{Name: "random.fut", Text: text})
	if len(ds.Errors()) > 0 {
		return nil, 0, outcome{"parse " + ds.Errors()[0].Code, diag.RenderList(ds, false)}
	}
	prog, ds := check.File(check.Prelude(), file, nil)
	if len(ds.Errors()) > 0 {
		return nil, 0, outcome{"check " + ds.Errors()[0].Code, diag.RenderList(ds, false)}
	}
	p, iface, err := lower.Program(prog.Entries[0])
	if err != nil {
		return nil, 0, outcome{"lower", err.Error()}
	}
	if err := verify.Prog(p); err != nil {
		return nil, 0, outcome{"verify", err.Error()}
	}
	return p, iface.NumSizes, outcome{}
}

// inspect compares the derivatives of a program in all ways.
func inspect(p *program) (out outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = panicked(r)
		}
	}()
	prog, sizes, bad := compile(p.String())
	if bad.kind != "" {
		return bad
	}
	out = compare(prog, sizes, p, p.point)
	if out.kind != "differences" && !(p.digits() < 15 && (out.kind == "forward" || out.kind == "dual")) {
		return out
	}
	for point := range uint64(4) { // kinks and steep places are elsewhere at other points
		if again := compare(prog, sizes, p, p.point+1000+point); again.kind == "" || p.rough && out.kind == "differences" {
			return outcome{kind: "kink"}
		}
	}
	return out
}

func panicked(r any) outcome {
	var b *diag.Bug
	if e, ok := r.(error); ok && errors.As(e, &b) {
		head, _, _ := strings.Cut(b.Msg, "\n")
		return outcome{"bug in " + b.Pass, head}
	}
	return outcome{"panic", fmt.Sprint(r)}
}

func compare(prog *core.Prog, sizes int, p *program, point uint64) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	r, err := gradcheck.Run(ctx, prog, arguments(prog, sizes, p.n, point), backend.Passes)
	if ctx.Err() != nil {
		return outcome{kind: "slow"}
	}
	if err != nil {
		return outcome{"error", err.Error()}
	}
	for _, a := range r.Args {
		for _, w := range []struct {
			kind  string
			worst gradcheck.Worst
			floor float64
		}{{"forward", a.Forward, p.tolerance()}, {"dual", a.Dual, p.tolerance()}, {"differences", a.Differences, 1e-5}} {
			if w.kind == "differences" && p.digits() < 15 {
				continue
			}
			// a gradient that is zero but for rounding has no digits to compare
			if !w.worst.OK && w.worst.Deviation > p.tolerance() && !(math.Abs(w.worst.Reverse-w.worst.Other) <= w.floor) {
				return outcome{w.kind, r.Text()}
			}
		}
	}
	if r.Origin != nil && !p.rough && p.digits() == 15 {
		return outcome{"not finite", fmt.Sprint(*r.Origin)}
	}
	return outcome{}
}

// digits are those that numbers have everywhere in a program.
func (p *program) digits() int {
	switch {
	case p.float == "f16" || p.coarse:
		return 3
	case p.float == "f32":
		return 6
	}
	return 15
}

// tolerance is how far apart derivatives may be.
func (p *program) tolerance() float64 {
	return map[int]float64{3: 0.1, 6: 1e-3, 15: 1e-9}[p.digits()]
}

// arguments are those of the entry at a point: sizes n, floats between -1 and 1 with zeros and
// neighbours that are equal, small integers.
func arguments(prog *core.Prog, sizes int, n int64, point uint64) []value.Value {
	rng := rand.New(rand.NewPCG(point, 3))
	var args []value.Value
	for i, x := range prog.Entry().Params {
		if i < sizes {
			args = append(args, value.Scalar{Scalar: prim.Int(prim.I64, n)})
			continue
		}
		shape, size := []int64{}, int64(1)
		for _, d := range x.Type.Dims {
			s := n
			if c, ok := d.(core.Const); ok {
				s = c.Int64()
			}
			shape, size = append(shape, s), size*s
		}
		elems := make([]prim.Scalar, size)
		for k := range elems {
			if x.Type.Elem == prim.I64 {
				elems[k] = prim.Int(prim.I64, rng.Int64N(5))
			} else {
				elems[k] = prim.Float(x.Type.Elem, 2*rng.Float64()-1)
				switch r := rng.IntN(10); {
				case r == 0:
					elems[k] = prim.Zero(x.Type.Elem)
				case r == 1 && k > 0:
					elems[k] = elems[k-1]
				}
			}
		}
		if len(shape) == 0 {
			args = append(args, value.Scalar{Scalar: elems[0]})
			continue
		}
		args = append(args, value.FromScalars(x.Type.Elem, shape, elems))
	}
	return args
}
