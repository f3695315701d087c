package magic

import (
	"fmt"
	"time"

	"raido/backend"
	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/lower"
	"raido/lang/types"
)

// magicProfile is %profile: what each kernel of an expression takes and moves.
func magicProfile(c *Call) (display.Bundle, error) {
	t := time.Now()
	def, err := c.check(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	check := lap(&t)
	prog, err := c.Compile(def)
	if err != nil {
		return display.Bundle{}, err
	}
	ctx := eval.WithTrace(c.Context(), func(string) {}) // it runs several times
	var prof *backend.Profile
	err = prog.With(func(args []backend.Value) error {
		var results []backend.Value
		var err error
		if results, prof, err = backend.Profiled(ctx, prog.Compiled(), args); err != nil {
			return err
		}
		t = time.Now()
		for _, v := range results {
			if _, e := v.Host(c.Context()); e != nil {
				err = e
			}
			v.Release()
		}
		return err
	})
	if err != nil {
		return display.Bundle{}, err
	}
	ph := prog.Times()
	notes := prof.Notes(backend.Phase{Name: "check", Time: check}, backend.Phase{Name: "lower", Time: ph.Lower},
		backend.Phase{Name: "passes and AD", Time: ph.Passes}, backend.Phase{Name: "compile", Time: ph.Compile})
	table := &display.Table{Head: backend.ProfileHead, Rows: prof.Rows(c.ID()), Notes: notes, Numbers: backend.ProfileNumbers}
	table.Note("the result comes to the host in " + backend.Duration(lap(&t)))
	kept, err := keptBy(def)
	if err != nil {
		return display.Bundle{}, err
	}
	for _, line := range kept {
		table.Note(line)
	}
	if len(table.Rows) == 0 {
		return table.Bundle(), nil
	}
	pic, err := plot.Kernels(fmt.Sprintf("one run: %s, device %s", backend.Duration(prof.Total), backend.Duration(prof.Busy())), plot.Roof(prof.Peaks), bars(prof, c.ID())...)
	if err != nil {
		return display.Bundle{}, err
	}
	c.picture(pic, pic.Text)
	return table.Bundle(), nil
}

// keptBy tells what the derivatives in a definition keep.
func keptBy(def *types.Def) ([]string, error) {
	prog, _, err := lower.Program(def)
	if err != nil {
		return nil, err
	}
	return backend.Kept(prog)
}

// bars are the kernels and transfers of a profile for the chart.
func bars(p *backend.Profile, own diag.ID) []plot.Kernel {
	var out []plot.Kernel
	for _, k := range p.Sorted() {
		b := plot.Kernel{Name: k.Name, Place: backend.Place(k.Src, own), Seconds: k.Time.Seconds(),
			Ops: float64(k.Ops), Bytes: float64(k.Read + k.Written), F64: 2*k.Ops64 > k.Ops}
		if b.Note = p.Roof(&k); b.Note != "" {
			b.Needed, _ = p.Peaks.Needs(&k)
		}
		out = append(out, b)
	}
	return out
}
