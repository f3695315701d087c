package gen

import (
	"regexp"
	"strconv"

	"raido/backend/seg"
	"raido/lang/prim"
)

// ownUse finds the functions of the library in text: rd_NAME_TYPE, with xW after it for those on vectors, and those without a type.
var ownUse = regexp.MustCompile(`\brd_([a-z0-9_]+?)(?:_([iuf][0-9]+)(?:x([0-9]+))?)?\b`)

// demandsOf is what a text needs.
func demandsOf(text string, target seg.Target) *demands {
	n := newDemands(target)
	for _, m := range ownUse.FindAllStringSubmatch(text, -1) {
		t, _ := prim.ByName(m[2])
		w, err := strconv.Atoi(m[3])
		switch {
		case m[2] != "" && err == nil:
			n.function(m[1], t, w)
		case m[2] != "":
			n.function(m[1], t, 1)
		case m[1] != "pages":
			n.constant(m[1])
		}
	}
	return n
}
