package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"raido/ad/gradcheck"
	"raido/backend"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/value"
)

// gradcheckCmd is raido gradcheck.
type gradcheckCmd struct {
	Entry string `default:"main" placeholder:"NAME" help:"The entry point."`
	At    string `placeholder:"INPUT" help:"The arguments as text, or @FILE; random numbers if not given."`
	tuningArgs
	File string `arg:"" help:"The program."`
}

// Run implements kong's command. Ways that do not agree are a fault of the program or of Raido: status 1.
func (c *gradcheckCmd) Run(e *env) error {
	p, err := e.compile(c.File, c.Entry, &c.tuningArgs)
	if err != nil {
		return err
	}
	args := randomArguments(p.iface, p.prog.Entry())
	if c.At != "" {
		text := c.At
		if path, ok := strings.CutPrefix(text, "@"); ok {
			data, err := os.ReadFile(path)
			if err != nil {
				return usage("cannot read the input: %v", err)
			}
			text = string(data)
		}
		if args, err = arguments(p.iface, []byte(text)); err != nil {
			return err
		}
	}
	r, err := gradcheck.Run(e.ctx, p.prog, args, backend.Passes)
	if err != nil {
		return err
	}
	fmt.Fprint(e.stdout, r.Text())
	for _, w := range r.Warnings() {
		e.print(diag.List{w})
	}
	if !r.OK {
		return failure{fmt.Errorf("raido gradcheck: the derivatives of %s do not agree", c.Entry)}
	}
	return nil
}

// randomSize is the size of random arrays.
const randomSize = 5

// randomArguments are arguments of the entry function: floats from 0.1 to 1, small integers, sizes that agree.
func randomArguments(f *iface.Iface, entry *core.Fun) []value.Value {
	rng := rand.New(rand.NewPCG(42, 0))
	scalar := func(t prim.Type) prim.Scalar {
		switch {
		case t == prim.Bool:
			return prim.BoolOf(rng.IntN(2) == 1)
		case t.IsFloat():
			return prim.Float(t, 0.1+0.9*rng.Float64())
		}
		return prim.Int(t, rng.Int64N(randomSize))
	}
	var args []value.Value
	for i, x := range entry.Params {
		if i < f.NumSizes {
			args = append(args, value.Scalar{Scalar: prim.Int(prim.I64, randomSize)})
			continue
		}
		shape, n := []int64{}, int64(1)
		for _, d := range x.Type.Dims {
			size := int64(randomSize)
			if k, ok := d.(core.Const); ok {
				size = k.Int64()
			}
			shape, n = append(shape, size), n*size
		}
		elems := make([]prim.Scalar, n)
		for k := range elems {
			elems[k] = scalar(x.Type.Elem)
		}
		args = append(args, value.FromScalars(x.Type.Elem, shape, elems))
	}
	return args
}
