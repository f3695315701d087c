package backend

import (
	"fmt"
	"os"
	"strings"

	"raido/ad"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/opt"
)

// Pass is one pass over core programs. Fn is pure: it gives a new program.
type Pass struct {
	Name string
	Fn   func(*core.Prog) *core.Prog
}

// Pipeline is the ordered list of passes between lowering and an engine. Derivatives are taken on plain
// SOACs, before fusion.
var Pipeline = []Pass{
	{"inline", opt.Inline},
	{"dce", opt.DCE},
	{"ad", ad.Apply},
	{"dce-ad", opt.DCE},
}

// Switches of the environment: RAIDO_VERIFY=1 checks the program after each pass, RAIDO_DUMP=pass,pass prints
// it to stderr.
var (
	verify = os.Getenv("RAIDO_VERIFY") == "1"
	dump   = strings.Split(os.Getenv("RAIDO_DUMP"), ",")
)

// Optimise runs the pipeline. A pass that panics, or with RAIDO_VERIFY=1 leaves an ill-formed program, is a
// *diag.Bug that names the pass and holds the program before it.
func Optimise(p *core.Prog) *core.Prog { return OptimiseUpTo(p, "") }

// OptimiseUpTo runs the pipeline up to and including the pass of that name; with none of that name, all.
func OptimiseUpTo(p *core.Prog, last string) *core.Prog {
	for _, pass := range Pipeline {
		p = pass.run(p)
		if pass.Name == last {
			break
		}
	}
	return p
}

func (pass Pass) run(p *core.Prog) (out *core.Prog) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		b := &diag.Bug{Msg: fmt.Sprint(r)}
		if known, ok := r.(*diag.Bug); ok {
			*b = *known
		}
		b.Pass, b.Dump = pass.Name, core.Print(p)
		panic(b)
	}()
	out = pass.Fn(p)
	for _, name := range dump {
		if name == pass.Name {
			fmt.Fprintf(os.Stderr, "-- after %s\n%s\n", name, core.Print(out))
		}
	}
	if verify {
		if err := core.Verify(out); err != nil {
			diag.Bugf("the program is ill-formed: %v\n%s", err, core.Print(out))
		}
	}
	return out
}
