package session

import (
	"context"
	"strings"
	"testing"
)

// TestSeveralArguments: magics that differentiate F X take functions of several arguments, and give the derivative in all that have floats.
func TestSeveralArguments(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def g (a: f64) (b: f64) = a * b ** 2\ndef net [n] (w: [n]f64) (k: i64) (b: f64) = f64.sum (map (\\x -> x * b + f64.i64 k) w)", "")
	n.want("def app (f: f64 -> f64) (x: f64) = f x\ndef pow (x: f64) (k: i64) = x ** f64.i64 k\nlet raido_0_ = 7f64", "")
	n.wants(map[string]string{
		"%grad g 2 3":            "gradient = {a = 9.0, b = 12.0}",
		"%grad (g 2) 3":          "gradient = 12.0",
		"%grad (\\a -> g a 3) 2": "gradient = 9.0",
		"%grad net [1.0, 2] 3 4": "gradient = {w = [4.0, 4.0], b = 3.0}",
		"%grad (\\x {u = y, v} -> x * y * v) 2f64 {u = 3f64, v = 5f64}": "gradient = {x = 15.0, x2 = {u = 10.0, v = 6.0}}",
		"%grad app f64.sin 0":        "gradient = 1.0",
		"%grad app (\\x -> x * x) 3": "gradient = 6.0",
		"%grad pow 3 2":              "gradient = 6.0",
		"%grad g raido_0_ 3":         "gradient = {a = 9.0, b = 42.0}",
		"%gradcheck g 2 3":           "\nb: f64",
		"%grad net [1.0, 2] 3 true":  "argument 3 of net should have type f64",
		"%grad g 2":                  "function",
	})
	for code, want := range map[string]string{
		"%jacobian (\\x y -> [x * y, x + y, x]) 2f64 3f64": "[[3.0, 2.0],",
		"%hessian g 2 3":     "[[0.0, 6.0],",
		"%time --grad g 2 3": "vjp",
	} {
		s := &shown{}
		n.count++
		if r := n.nb.Execute(context.Background(), code, ExecuteOptions{Count: n.count}, s); r.Err != nil || !strings.Contains(strings.Join(s.texts, "\n"), want) {
			t.Errorf("%s\nshows %q, %+v", code, s.texts, r.Err)
		}
	}
}
