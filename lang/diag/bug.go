package diag

import (
	"errors"
	"fmt"
)

// Bug is what a compiler fault panics with; the session and the command line recover it, name the
// pass and print the program. It is never a user's fault.
type Bug struct {
	Pass string // name of the pass that was running, if known
	Msg  string
	Dump string // smallest program text that shows it, if known
}

// Error implements error.
func (b *Bug) Error() string { return "this is a bug in Raido" + b.Where() + ": " + b.Msg }

// Where names the pass, if it is known.
func (b *Bug) Where() string {
	if b.Pass == "" {
		return ""
	}
	return ", in the pass " + b.Pass
}

// Bugf panics with a Bug.
func Bugf(format string, args ...any) { panic(&Bug{Msg: fmt.Sprintf(format, args...)}) }

// Caught is the Bug that what a pass panicked with is; dump gives the program at that point. It never fails: of a program that is so
// broken that it cannot be printed the Bug says that.
func Caught(r any, pass string, dump func() string) *Bug {
	b := &Bug{}
	if err, ok := r.(error); !ok || !errors.As(err, &b) {
		b = &Bug{Msg: fmt.Sprint(r)}
	}
	if b.Pass == "" {
		b.Pass = pass
	}
	if b.Dump == "" && dump != nil {
		b.Dump = tried(dump)
	}
	return b
}

func tried(dump func() string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprintf("(the program at that point cannot be printed: %v)", r)
		}
	}()
	return dump()
}

// InPass runs f, which is a pass over a program that dump prints. What it panics with, unless it is a fault of the user or an interrupt,
// is a Bug that has the name of the pass and the program.
func InPass(pass string, dump func() string, f func()) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Diag, List:
			panic(r)
		default:
			panic(Caught(r, pass, dump))
		}
	}()
	f()
}
