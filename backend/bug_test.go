package backend_test

import (
	"context"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/backend/interp"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/diag"
)

// panics are what a pass may do wrong.
var panics = map[string]func(*core.Prog) *core.Prog{
	"text":    func(*core.Prog) *core.Prog { panic("it fell") },
	"runtime": func(*core.Prog) *core.Prog { var v *core.Var; return &core.Prog{Funs: []*core.Fun{{Name: v.Name}}} },
	"bug":     func(*core.Prog) *core.Prog { diag.Bugf("it fell"); return nil },
	// what it gives is so broken that it cannot even be printed
	"broken": func(p *core.Prog) *core.Prog {
		q, f := *p, *p.Entry()
		for i, old := range p.Funs {
			if old == p.Entry() {
				q.Funs = append([]*core.Fun{}, p.Funs...)
				q.Funs[i] = &f
			}
		}
		f.Body.Stms = append([]core.Stm{{Pat: []*core.Var{nil}, Exp: &core.Rearrange{Perm: []int{1, 0}}}}, f.Body.Stms...)
		return &q
	},
}

// engine is one with other passes.
type engine struct {
	backend.Engine
	passes []backend.Pass
}

func (e engine) Passes() []backend.Pass { return e.passes }

// TestBugsInPasses: whatever a pass does wrong, the panic is a Bug with the name of a pass and something in the place of the program.
func TestBugsInPasses(t *testing.T) {
	p := coretest.Parse(t, enginetest.Program("(r: i64)", "let (r: i64) = reduce n (xs) (0i64) "+enginetest.AddI+" in (r)"))
	for _, verify := range []string{"0", "1", "all"} {
		t.Setenv("RAIDO_VERIFY", verify)
		for at, pass := range backend.Pipeline {
			for name, fails := range panics {
				passes := append([]backend.Pass{}, backend.Pipeline...)
				passes[at].Fn = fails
				bug := bugOf(func() {
					if q, err := backend.Prepare(engine{passes: passes}, p); err == nil { // the last pass is not followed by one that trips
						interp.New().Compile(context.Background(), q)
					}
				})
				switch {
				case bug == nil && name == "broken" && verify != "all": // dead code, which a later pass removed
				case bug == nil:
					t.Errorf("%s in %s is no Bug", name, pass.Name)
				case (name != "broken" || verify != "0") && bug.Pass != pass.Name, bug.Pass == "", bug.Msg == "", bug.Dump == "":
					t.Errorf("%s in %s: pass %q, message %q, program of %d bytes", name, pass.Name, bug.Pass, bug.Msg, len(bug.Dump))
				case !strings.HasPrefix(bug.Error(), "this is a bug in Raido, in the pass "+bug.Pass+": "):
					t.Errorf("%s in %s: %s", name, pass.Name, bug.Error())
				}
			}
		}
	}
}

// bugOf is the Bug that f panics with, nil if it does not or with something else.
func bugOf(f func()) (bug *diag.Bug) {
	defer func() { bug, _ = recover().(*diag.Bug) }()
	f()
	return nil
}
