package eval_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"raido/lang/core/coretest"
	"raido/lang/eval"
)

const endless = `fun main (n: i64) : (r: i64) =
  let (r: i64) = loop (r: i64 = 0) while in (true) do
      let (s: i64) = add.i64 r n
      in (s)
  in (r)`

func TestInterrupt(t *testing.T) {
	for name, text := range map[string]string{
		"while": endless,
		"for": `fun main (n: i64) : (r: i64) =
  let (r: i64) = loop (r: i64 = 0) for (i: i64) < 9223372036854775807 do
      let (s: i64) = add.i64 r n
      in (s)
  in (r)`,
		"reduce in loop": `fun main (n: i64) : (r: i64) =
  let (xs: [1000000]i64) = replicate [1000000] n
  let (r: i64) = loop (r: i64 = 0) while in (true) do
      let (s: i64) = reduce 1000000 (xs) (0) (\(a: i64) (b: i64) : (i64) -> let (c: i64) = add.i64 a b in (c))
      in (s)
  in (r)`,
		"big map": `fun main (n: i64) : (r: i64) =
  let (r: i64) = loop (r: i64 = 0) while in (true) do
      let (xs: [10000000]i8) = replicate [10000000] 1i8
      let (ys: [10000000]i8) = reverse xs
      in (r)
  in (r)`,
	} {
		ctx, cancel := context.WithCancel(context.Background())
		var cancelled time.Time
		time.AfterFunc(30*time.Millisecond, func() { cancelled = time.Now(); cancel() })
		got := show(eval.Run(ctx, coretest.Parse(t, text), read(t, "1i64")))
		if late := time.Since(cancelled); got != "Interrupted: interrupted" || late > time.Second {
			t.Errorf("%s: %s, %v after the cancellation", name, got, late)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := show(eval.Run(ctx, coretest.Parse(t, endless), read(t, "1i64"))); got != "Interrupted: interrupted" {
		t.Errorf("cancelled before: %s", got)
	}
}

func TestMemoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	eval.Limit = 64 << 20
	defer func() { eval.Limit = 0 }()
	p := eval.Compile(coretest.Parse(t, `fun main (n: i64) (k: i64) : (r: i64) =
  let (r: i64) = loop (r: i64 = 0) for (i: i64) < k do
      let (xs: [n][2]f64) = replicate [n, 2] 1.0f64
      let (ys: [n][2]f64) = copy xs
      in (i)
  in (r)`))
	for in, want := range map[string]string{
		"1i64 1i64":                   "0i64",
		"1000000i64 30i64":            "29i64", // garbage is not counted
		"10000000i64 1i64":            "MemoryError: out of memory: an array of type [10000000][2]f64 needs 160000000 bytes, the limit is 67108864 bytes",
		"3500000i64 1i64":             "MemoryError: out of memory: an array of type [3500000][2]f64 needs 56000000 bytes, the limit is 67108864 bytes",
		"4611686018427387904i64 1i64": "MemoryError: out of memory: an array of type [4611686018427387904][2]f64 needs more bytes than can be addressed, the limit is 67108864 bytes",
		"-1i64 1i64":                  "RuntimeError: negative size -1 in shape [-1][2]",
	} {
		if got := show(p.Run(context.Background(), read(t, in))); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// The default limit follows the memory of the machine.
func TestDefaultLimit(t *testing.T) {
	p := coretest.Parse(t, `fun main (n: i64) : (r: [n]f64) = let (r: [n]f64) = replicate [n] 1.0f64 in (r)`)
	if got := show(eval.Run(context.Background(), p, read(t, "1000000000000i64"))); !strings.HasPrefix(got, "MemoryError: ") {
		t.Errorf("8 TB: %s", got)
	}
}

// Live arrays near the limit do not make every further allocation a garbage collection.
func TestNearTheLimit(t *testing.T) {
	eval.Limit = 64 << 20
	defer func() { eval.Limit = 0 }()
	p := eval.Compile(coretest.Parse(t, `fun main (n: i64) : (r: i8) =
  let (big: [50000000]i8) = replicate [50000000] 1i8
  let (r: i8) = loop (r: i8 = 0i8) for (i: i64) < n do
      let (xs: [1000]i8) = replicate [1000] r
      let (y: i8) = xs[1]
      in (y)
  let (s: i8) = big[0]
  let (q: i8) = add.i8 r s
  in (q)`))
	start := time.Now()
	got := show(p.Run(context.Background(), read(t, "100000i64")))
	if took := time.Since(start); got != "1i8" || took > 5*time.Second {
		t.Errorf("%s after %v", got, took)
	}
}
