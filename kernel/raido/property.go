package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"raido/backend"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/spec"
	"raido/lang/types"
	"raido/lang/value"
)

// A property is an entry point of type t -> bool with the attribute #[prop] that must be true of every value.
// Candidates come from the generator that the attribute names, as in #[prop(gen(f), shrink(g), size(10))], or
// are random values of the type t. They grow from trial to trial, so that a counterexample found is small.

const (
	trials       = 100 // candidates that are tried
	shrinks      = 100 // how often a counterexample is made smaller, at most
	propertySize = 50  // of the largest candidate
)

// property is a property with its options.
type property struct {
	*programTest
	def         *types.Def
	gen, shrink string // entry points; may be empty
	size        int64
	fails       *testEntry // tells of a candidate that the property holds
	shows       *testEntry // gives the candidate; nil where candidates are random values
}

var propOption = regexp.MustCompile(`(gen|shrink|size)\s*\(\s*([\w']+)\s*\)`)

// property tests one property on the first engine.
func (p *programTest) property(name string) {
	err := guard(func() error {
		q, err := p.propertyOf(name)
		if err != nil {
			return err
		}
		return q.test()
	})
	if err != nil {
		p.fail("property %s: %s", name, text(err))
		return
	}
	p.passed++
}

// propertyOf reads the attribute of a property.
func (p *programTest) propertyOf(name string) (*property, error) {
	q := &property{programTest: p, def: p.find(name), size: propertySize}
	if q.def == nil {
		return nil, usage("there is no entry point %s", name)
	}
	marked := false
	for _, a := range q.def.Attrs {
		if a != "prop" && !strings.HasPrefix(a, "prop(") {
			continue
		}
		marked = true
		for _, m := range propOption.FindAllStringSubmatch(a, -1) {
			switch m[1] {
			case "gen":
				q.gen = m[2]
			case "shrink":
				q.shrink = m[2]
			default:
				q.size, _ = strconv.ParseInt(strings.TrimSuffix(m[2], "i64"), 10, 64)
			}
		}
	}
	if !marked {
		return nil, usage("the entry point has no attribute #[prop]")
	}
	return q, q.compile()
}

// compile makes the programs that try a candidate and show it.
func (q *property) compile() error {
	if q.gen == "" {
		q.fails = q.entry(q.def.Sym.Name)
		return q.fails.err
	}
	candidate := q.gen + " size seed"
	if q.shrink != "" {
		candidate = "loop x = " + candidate + " for r in shrinks do " + q.shrink + " x r"
	}
	head := `\(size: i64) (seed: i64) (shrinks: []i32) -> `
	q.fails = q.made(head + q.def.Sym.Name + " (" + candidate + ")")
	q.shows = q.made(head + candidate)
	return q.fails.err
}

// made compiles an expression.
func (q *property) made(text string) *testEntry {
	e := &testEntry{progs: map[string]backend.Program{}}
	e.err = guard(func() error {
		def, err := q.expression(text, q.def.Sym.Name)
		if err != nil {
			return err
		}
		e.prog, e.iface, err = lower.Tuned(def, q.tuning)
		return err
	})
	return e
}

// test tries candidates; the error has a counterexample.
func (q *property) test() error {
	for i := range int64(trials) {
		in, err := q.candidate(i)
		if err != nil {
			return err
		}
		if holds, err := q.holds(in); err != nil || !holds {
			return q.report(q.smaller(in), err)
		}
	}
	return nil
}

// candidate is the input of a trial.
func (q *property) candidate(i int64) ([]value.Value, error) {
	size := q.size * (i + 1) / trials
	if q.gen == "" {
		return q.random(size, rand.New(rand.NewPCG(uint64(i), 1)))
	}
	return []value.Value{i64Value(size), i64Value(i), value.NewArray(prim.I32, 0)}, nil
}

func i64Value(n int64) value.Value { return value.Scalar{Scalar: prim.Int(prim.I64, n)} }

// random makes values of the parameter's type; equal sizes in it are equal in the values.
func (q *property) random(size int64, rng *rand.Rand) ([]value.Value, error) {
	sizes := map[types.Size]int64{}
	var out []string
	var add func(t types.Type, dims string) error
	add = func(t types.Type, dims string) error {
		switch t := types.Reveal(t).(type) {
		case types.Prim:
			out = append(out, dims+t.Prim.String())
			return nil
		case *types.Array:
			n := types.ResolveSize(t.Dim)
			if c, ok := n.(types.SizeConst); ok {
				return add(t.Elem, dims+fmt.Sprintf("[%d]", c.N))
			}
			if _, known := sizes[n]; !known {
				sizes[n] = rng.Int64N(size + 1)
			}
			return add(t.Elem, dims+fmt.Sprintf("[%d]", sizes[n]))
		case *types.Record:
			if types.IsTuple(t) && dims == "" {
				for _, f := range t.Fields {
					if err := add(f.Type, ""); err != nil {
						return err
					}
				}
				return nil
			}
		default: // nothing generates values of it
		}
		return usage("nothing generates values of type %s: name a generator, #[prop(gen(f))]", types.Print(t))
	}
	f, ok := types.Resolve(q.def.Sym.Scheme.Type).(*types.Func)
	if !ok {
		return nil, usage("a property is a function of type t -> bool")
	}
	if err := add(f.Param, ""); err != nil {
		return nil, err
	}
	return spec.Random(strings.Join(out, " "), rng)
}

// holds reports whether the property is true of a candidate.
func (q *property) holds(in []value.Value) (bool, error) {
	out, err := q.run(q.fails, in)
	if err != nil {
		return false, err
	}
	if s, ok := out[0].(value.Scalar); ok && len(out) == 1 && s.Type == prim.Bool {
		return s.Bool(), nil
	}
	return false, usage("a property is a function of type t -> bool")
}

func (q *property) run(e *testEntry, in []value.Value) ([]value.Value, error) {
	if e.err != nil {
		return nil, e.err
	}
	return q.call(e, &spec.Case{Entry: q.def.Sym.Name}, q.engines[0].Name(), in)
}

// smaller shrinks a counterexample as long as it stays one.
func (q *property) smaller(in []value.Value) []value.Value {
	if q.shrink == "" {
		return in
	}
	rng := rand.New(rand.NewPCG(42, 2))
	var steps []int32
	for range shrinks {
		more := append(steps[:len(steps):len(steps)], rng.Int32())
		next := []value.Value{in[0], in[1], value.FromSlice(prim.I32, more)}
		if holds, err := q.holds(next); err == nil && !holds {
			steps, in = more, next
		}
	}
	return in
}

// report says of what candidate the property is false, or fails with an error.
func (q *property) report(in []value.Value, bad error) error {
	shown := in
	if q.shows != nil {
		var err error
		if shown, err = q.run(q.shows, in); err != nil {
			return err
		}
	}
	var lines []string
	for _, v := range shown {
		lines = append(lines, value.Lines(v)...)
	}
	what := "is false"
	if bad != nil {
		what = "fails: " + text(bad)
	}
	return fmt.Errorf("%s for\n%s", what, clip(strings.Join(lines, "\n")))
}
