package session

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Faults of arguments, each marked with ‹› where it stands.
var (
	// of a function at a point
	faultsAtPoint = []string{
		"f ‹true›", "f ‹nope›", "‹nope› 1.0", "f 1.0 ‹2.0›", "f (‹nope› + 1)", "f (f ‹true›)", "f ‹xs›", "f ‹f›",
		"(\\x -> x + ‹true›) 1.0", "(\\(x: f64) -> ‹nope› x) 1.0", "(\\x y -> x * y * ‹z›) 1.0 2.0",
		"g 1.0 2 ‹true›", "g 1.0 ‹true› xs", "g ‹f› 1 xs", "(g 1.0 2) ‹true›", "s ‹[1.0, 2]›", "s ‹(iota 3)›", "r ‹{a = 1.0}›", "r {a = 1.0, b = ‹nope›}",
		"‹3.0› 4.0", "f\n  ‹true›", "(\\x ->\n  x * ‹nope›) 1.0", "s [1.0,\n  2.0, ‹true›]", "g 1.0\n  2 -- two\n  ‹true›", "g ‹true› 2 true",
		"f -- nope true\n  ‹nope›", "‹nope› nope", "(f ‹true›) (f true)", "f (1.0‹›", "f (xs[‹true›])", "(\\x -> let ü = \"ü\" in x + ‹true›) 1.0", "s ((xs)[‹nope›:3])",
	}
	// of an expression
	faultsOfExpression = []string{
		"‹nope›", "(f ‹true›)", "(f\n  ‹true›)", "(map f [1.0,\n   ‹true›])", "(xs‹›", "‹xs[7]›", "[f ‹true›, f true]", "(\\x -> x + ‹true›)",
	}
)

// TestPlacesOfFaults: what is wrong with an argument of a magic is said at the user's own characters.
func TestPlacesOfFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	n := newNotebookTest(t)
	n.want("def f (x: f64) = x * x\ndef g (x: f64) (n: i64) (ys: []f64) = x * f64.i64 n + f64.sum ys\ndef s (xs: [3]f64) = f64.sum xs\n"+
		"def r (p: {a: f64, b: []f64}) = p.a * f64.sum p.b\nlet xs = [1f64, 2, 3]\ndef vjp2 = 3i32\ndef jvp2 = true\ndef copy = false", "")
	var cells []string
	for _, m := range []string{"%grad", "%jacobian", "%hessian", "%gradcheck", "%time --grad", "%time"} {
		for _, a := range faultsAtPoint {
			cells = append(cells, m+" "+a, "xs[0]\n"+m+"  "+a+"\n1i32")
		}
	}
	for _, m := range []string{"%plot", "%plot xs", "%plot --label a xs\n  --title b", "%heatmap", "%hist", "%hist --bins 3", "%image", "%type", "%timeit", "%profile", "%dump fuse", "%time", "%time --alone", "%ad", "%ad --jvp"} {
		for _, a := range faultsOfExpression {
			if !strings.Contains(a, "xs[7]") || !strings.HasPrefix(m, "%type") && !strings.HasPrefix(m, "%dump") && !strings.HasPrefix(m, "%ad") {
				cells = append(cells, m+" "+a)
			}
		}
	}
	for _, a := range faultsOfExpression {
		cells = append(cells, "%save "+a+" a.npy")
	}
	for _, cell := range append(cells,
		"%grad f 1.0\n%grad f 1.0\n%grad f ‹true›\n%grad f true", "%plot (f ‹true›) (f true)", "%plot (map f xs) (map f xs) (f ‹true›)", "%type xs\n%type ‹nope›\n%type nope",
		"%grad ‹f›", "%jacobian ‹xs›", "%grad ‹map f xs›", "%grad ‹g 1.0 2›", "%hessian ‹map f xs›", "%plot ‹f64.sin›", "%plot xs ‹true›", "%heatmap ‹xs›", "%hist ‹1.0›", "%image ‹xs›", "%ad ‹xs›",
		"%hist --bins ‹x› xs", "%hist xs --bins=‹0›", "%plot ‹--titel› a xs", "%plot xs --label ‹a›", "%seed ‹x›", "%seed\n  ‹1.5›", "%load x ‹nothing.npy›", "%load ‹3› a.npy", "%load --as ‹foo› x a.npy",
		"%load x \"‹no thing.npy›\"", "%save xs ‹a.qqq›", "%save xs\n  ‹nowhere/a.npy›", "%reset xs ‹nope› s", "%dump ‹fues› xs", "%device ‹cuda›", "%help ‹nope›", "%cd ‹nope›", "%env ‹RAIDO_NOT_SET›", "%reactive ‹maybe›",
		"%who ‹xs›", "‹%nope› xs", "xs\n‹%seed›", "%jacobian ‹(\\(ys: *[3]f64) -> ys)› xs",
	) {
		n.fault(cell)
	}
}

// TestMagicsMeanTheLibrary: what a magic builds around its arguments means the library's functions, and captures no name of theirs.
func TestMagicsMeanTheLibrary(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def x = 5f64\ndef v = 7f64\ndef y = 11f64\ndef dy = 13f64\ndef vjp2 = 0i32\ndef vjp = 0i32\ndef jvp2 = 0i32\ndef copy = 0i32\ndef g (x: f64) (y: f64) (k: i64) = x * y * f64.i64 k", "")
	n.wants(map[string]string{
		"%grad (\\z -> z * x * v * y * dy) 1":    "gradient = 5005.0",
		"%grad g v y 2":                          "gradient = {x = 22.0, y = 14.0}",
		"%gradcheck g y x 2":                     "y: f64",
		"%ad (\\(xs: *[3]f64) -> xs[0] * x)":     "f_vjp (xs: [3]f64)",
		"%jacobian (\\z -> z * x * v) y":         "",
		"%hessian (\\z -> z * z * x * v * dy) y": "",
	})
}

var (
	errorPlace = regexp.MustCompile(`^\w+ \[E\d+\] In \[\d+\](?:, [^:]*)?:(\d+):(\d+): `)
	colours    = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

// fault runs a cell with a fault that is marked, and looks where the error says that it stands.
func (n *notebookTest) fault(marked string) {
	n.Helper()
	before, rest, _ := strings.Cut(marked, "‹")
	at, after, ok := strings.Cut(rest, "›")
	if !ok {
		n.Fatalf("%s has no mark", marked)
	}
	n.count++
	r := n.nb.Execute(n.Context(), before+at+after, ExecuteOptions{Count: n.count}, noOutput{})
	if r.Err == nil {
		n.Errorf("%s\nhas no fault", marked)
		return
	}
	said := colours.ReplaceAllString(strings.Join(r.Err.Traceback, "\n"), "")
	lines := strings.Split(said, "\n")
	line, col := strings.Count(before, "\n")+1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])+1
	first, _, _ := strings.Cut(at, "\n")
	carets := max(1, utf8.RuneCountInString(first))
	place := errorPlace.FindStringSubmatch(lines[0])
	if len(lines) < 3 || place == nil || place[1] != fmt.Sprint(line) || place[2] != fmt.Sprint(col) || strings.Count(lines[2], "^") != carets || strings.Contains(said, "raido_") {
		n.Errorf("%s\nsays %s\nwant it at %d:%d, %d long", marked, said, line, col, carets)
	}
}
