package tests

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"raido/ad/gradcheck"
	"raido/backend"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/spec"
	"raido/lang/types"
	"raido/lang/value"
)

// unlike are entry points whose derivatives differ for a reason.
var unlike = map[string]string{
	"composite.fut c1":   "its with_vjp is wrong on purpose",
	"composite.fut c8":   "its with_vjp is wrong on purpose",
	"operators.fut ties": "it is not smooth at its input",
	"unsized.fut seeded": "its result has another size beside its input",
}

// TestEntries takes derivatives of every entry point under ad that computes floats from floats, in all ways: by reverse mode, by forward
// mode, by dual numbers and tapes, by differences. A file that is put there needs nothing else; entry points without an
// input in the test blocks get numbers.
func TestEntries(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	files, err := filepath.Glob("ad/*.fut")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	checked := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := spec.Parse(string(text))
		if err != nil || blocks.Error != nil {
			continue
		}
		p, ds := load.New().Program(file, string(text))
		if es := ds.Errors(); len(es) > 0 {
			t.Errorf("%s: %v", file, es)
			continue
		}
		for _, def := range p.Entries {
			if checkEntry(t, file, blocks, def) {
				checked++
			}
		}
	}
	t.Logf("%d entry points", checked)
	if checked < 80 {
		t.Errorf("only %d entry points", checked)
	}
}

// checkEntry reports whether the entry point has derivatives to compare.
func checkEntry(t *testing.T, file string, blocks *spec.Spec, def *types.Def) bool {
	t.Helper()
	name := filepath.Base(file) + " " + def.Sym.Name
	p, iface, err := lower.Program(def)
	if err != nil || !takesFloats(p) || unlike[name] != "" {
		return false
	}
	args := someArguments(p, iface.NumSizes)
	for _, c := range blocks.Cases {
		if c.Entry != def.Sym.Name || c.Error != nil || c.Input.IsScript || c.Input.Random {
			continue
		}
		in, err := c.Input.Values(filepath.Dir(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return false
		}
		if args, err = iface.Args(in); err != nil {
			t.Errorf("%s: %v", name, err)
			return false
		}
		break
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r, err := gradcheck.Run(ctx, p, args, backend.Passes)
	var d *diag.Diag
	switch {
	case ctx.Err() != nil:
		return false
	case errors.As(err, &d) && d.Class == diag.Unsupported:
		return false
	case err != nil:
		t.Errorf("%s: %v", name, err)
		return false
	}
	for _, a := range r.Args {
		if !a.Forward.OK || !a.Dual.OK || !a.Differences.OK {
			t.Errorf("%s:\n%s", name, r.Text())
			break
		}
	}
	return true
}

func takesFloats(p *core.Prog) bool {
	floats := func(vs []*core.Var) bool {
		for _, v := range vs {
			if v.Type.Elem.IsFloat() {
				return true
			}
		}
		return false
	}
	return floats(p.Entry().Params) && floats(p.Entry().Ret)
}

// someArguments are arguments for a program: sizes and integers are 3, floats differ.
func someArguments(p *core.Prog, sizes int) []value.Value {
	var args []value.Value
	next := 0.3
	for i, x := range p.Entry().Params {
		shape, n := []int64{}, int64(1)
		for _, d := range x.Type.Dims {
			k := int64(3)
			if c, ok := d.(core.Const); ok {
				k = c.Int64()
			}
			shape, n = append(shape, k), n*k
		}
		elems := make([]prim.Scalar, n)
		for j := range elems {
			switch t := x.Type.Elem; {
			case t == prim.Bool:
				elems[j] = prim.BoolOf(true)
			case t.IsFloat():
				elems[j] = prim.Float(t, next)
				next = 1.3 - 0.77*next
			default:
				elems[j] = prim.Int(t, 3)
			}
		}
		if len(shape) == 0 || i < sizes {
			args = append(args, value.Scalar{Scalar: elems[0]})
		} else {
			args = append(args, value.FromScalars(x.Type.Elem, shape, elems))
		}
	}
	return args
}
