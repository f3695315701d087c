package backend

import (
	"os"

	"raido/lang/diag"
)

// Note [Verified passes]
//
// With RAIDO_VERIFY=all programs are verified after each pass. That takes half as long as the passes themselves, and the tests run thousands of
// programs through a hundred passes: with RAIDO_VERIFY=1 a program is verified after every fourth of them, which ones depends on its size, and after the last, so
// that every pass has its turn with many programs. If something is wrong then, or a pass panics, the passes run again with a look after each:
// the one that is named is the one that did it.

// everyPass is how many passes there are for each after which a program is verified with RAIDO_VERIFY=1.
const everyPass = 4

// Verifying reports whether RAIDO_VERIFY asks for checks of what Raido makes.
func Verifying() bool { v := os.Getenv("RAIDO_VERIFY"); return v == "1" || v == "all" }

// looks says after which passes a program is verified.
type looks struct {
	all bool
	at  int // the turn of a program in everyPass; -1: never
}

// after reports whether pass i is one of them.
func (l looks) after(i int, last bool) bool {
	return l.all || l.at >= 0 && (last || (i+l.at)%everyPass == 0)
}

// verified runs passes over a program of a size as RAIDO_VERIFY says.
func verified[P any](size int, run func(l looks) P) P {
	if !Verifying() {
		return run(looks{at: -1})
	}
	if os.Getenv("RAIDO_VERIFY") == "all" {
		return run(looks{all: true})
	}
	defer func() {
		r := recover()
		if _, ours := r.(*diag.Bug); ours {
			run(looks{all: true})
		}
		if r != nil {
			panic(r)
		}
	}()
	return run(looks{at: size % everyPass})
}
