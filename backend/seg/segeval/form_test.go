package segeval_test

import (
	"fmt"
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/verify"
	"raido/lang/prim"
	"raido/lang/value"
)

const head = `
param n: i64
param xs#1: [n]i64
alloc ys#2: [n]i64
`

// run parses, verifies and runs a program on the first numbers.
func run(t *testing.T, text string, n int64, how segeval.Launch) ([]value.Value, error) {
	t.Helper()
	p, err := seg.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify.Prog(p); err != nil {
		t.Fatal(err)
	}
	xs := make([]int64, n)
	for i := range xs {
		xs[i] = int64(i)
	}
	return segeval.Run(p, []value.Value{value.Scalar{Scalar: prim.Int(prim.I64, n)}, value.FromSlice(prim.I64, xs)}, how)
}

// TestFaults: what no program may do is found.
func TestFaults(t *testing.T) {
	point := func(code string) string {
		return head + "map k\n  over i < n\n  mem sc#3: i64 in scratch len n\n  " + strings.ReplaceAll(code, "\n", "\n  ") + "\nresult ys#2: [n]i64\n"
	}
	group := func(code string) string {
		return head + "map k\n  over i < n\n  ys#2[i] = 0\n  form groups\n    param item it\n    param size sz\n    param thread t\n    param local count 1 mem loc#4: i64 in local\n" +
			"    stage barriers\n      " + strings.ReplaceAll(code, "\n", "\n      ") + "\nresult ys#2: [n]i64\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"good", point("x = xs#1[i]\nys#2[i] = x"), ""},
		{"not written", point("b = lt.i64 i 2\nif b\n  ys#2[i] = i"), "element 2 of ys is read, which nobody has written"},
		{"depends", point("x = sc#3[i]\nb = lt.i64 x 2\nif b\n  ys#2[i] = i"), "depends on what nobody has written"},
		{"computed in vain", point("x = sc#3[i]\ny = add.i64 x 2\nys#2[i] = i"), ""},
		{"copied", point("x = sc#3[i]\nsc#3[i] = x\nys#2[i] = i"), ""},
		{"bounds", point("ys#2[i + 1] = i"), "element 4 of ys is written, which has 4"},
		{"below", point("x = xs#1[i + -1]\nys#2[i] = x"), "element -1 of xs"},
		{"behind the end", point("x: i64x4 = xs#1[i]\ny = extract x lane 0\nys#2[i] = y"), ""},
		{"far behind the end", point("x: i64x4 = xs#1[i*7]\ny = extract x lane 0\nys#2[i] = y"), "element 21 of xs is read"},
		{"race of writers", point("ys#2[0] = i\nys#2[i] = i"), "written by two threads"},
		{"race of a reader", point("j = sub.i64 3 i\nx = ys#2[j]\nys#2[i] = i"), "race: element"},
		{"division", point("x = div.i64 3 i\nys#2[i] = x"), "no check has looked"},
		{"freed block of another point", point("b = lt.i64 i 1\nif b\n  sc#3[0] = 3\nx = sc#3[0]\nys#2[i] = x"), "nobody has written"},
		{"serial", strings.Replace(point("ys#2[0] = i\nys#2[i] = i"), "map k", "map k serial", 1), ""},
		{"group", group("x = xs#1[t]\nloc#4[it] = x\nbarrier\nj = sub.i64 3 it\ny = loc#4[j]\nys#2[t] = y"), ""},
		{"no barrier", group("x = xs#1[t]\nloc#4[it] = x\nj = sub.i64 3 it\ny = loc#4[j]\nys#2[t] = y"), "race|nobody has written"},
		{"other group", group("x = xs#1[t]\nys#2[0] = x\nbarrier"), "two threads"},
		{"atomic", group("ys#2[t] = 0\nbarrier\natomic ys#2[0] add= 1"), ""},
	} {
		for _, backward := range []bool{false, true} {
			_, err := run(t, c.text, 4, segeval.Launch{GroupSize: 4, Threads: 1, Backward: backward})
			found := c.want == ""
			for _, want := range strings.Split(c.want, "|") {
				found = found || err != nil && strings.Contains(err.Error(), want)
			}
			if !found && !backward || (err == nil) != (c.want == "") {
				t.Errorf("%s: error %v, want %q", c.name, err, c.want)
			}
		}
	}
}

// sums is the sum of xs, in chunks and in groups.
const sums = `
param n: i64
param xs#1: [n]i64
alloc s#2: i64
reduce k
  over i < n
  x = xs#1[i]
  yield x
  operator a: i64, b: i64 is add neutral 0
    c = add.i64 a b
    in c
  into s#2 from 0
%s
result s#2: i64
`

const inChunks = `
  form
    param stage st: i32
    param chunks chunks
    param thread gid
    param partial mem part#3: i64
    stage
      poll
      first = eq.i32 st 0i32
      var sum = 0
      if first
        for j from gid < n step 1
          m = mod.i64 j chunks
          mine = eq.i64 m gid
          if mine
            y = xs#1[j]
            z = add.i64 sum y
            set sum = z
        one = eq.i64 chunks 1
        if one
          s#2[0] = sum
        else
          part#3[gid] = sum
      else
        for c < chunks
          y2 = part#3[c]
          z2 = add.i64 sum y2
          set sum = z2
        s#2[0] = sum`

const inGroups = `
  form groups
    param items items
    param thread gid
    param item it
    param size sz
    param group group
    param halt halt: bool
    param chunks groups
    param local count 1 mem loc#4: i64 in local
    param partial mem part#3: i64
    mem own#5: i64 in scratch len 2
    stage barriers
      own#5[items] = 0
      try
        poll
        for j from gid < n
          m = mod.i64 j items
          mine = eq.i64 m gid
          if mine
            y = xs#1[j]
            own#5[items] add= y
      v = own#5[items]
      loc#4[it] = v
      var half = sz
      while
        go = lt.i64 1 half
        break unless go
        barrier
        h = lshr.i64 half 1
        set half = h
        low = lt.i64 it half
        if low
          p = loc#4[it]
          q = loc#4[it + half]
          pq = add.i64 p q
          loc#4[it] = pq
      zero = eq.i64 it 0
      if zero
        all = loc#4[0]
        one = eq.i64 groups 1
        if one
          s#2[0] = all
        else
          part#3[group] = all
    stage barriers
      zero2 = eq.i64 it 0
      if zero2
        s#2[0] = 0
        for g < groups
          y3 = part#3[g]
          s#2[0] add= y3`

// TestForms: a reduction in chunks and in groups gives what its meaning is.
func TestForms(t *testing.T) {
	for name, form := range map[string]string{"meaning": "", "chunks": inChunks, "groups": inGroups} {
		for _, n := range []int64{1, 4, 100} {
			for _, how := range []segeval.Launch{{}, {Threads: 3, GroupSize: 4}, {Threads: 5, GroupSize: 8, Backward: true}} {
				got, err := run(t, fmt.Sprintf(sums, form), n, how)
				if err != nil || got[0].(value.Scalar).Int64() != n*(n-1)/2 {
					t.Errorf("%s of %d: %v, %v", name, n, got, err)
				}
			}
		}
	}
}

// TestRoom: a kernel whose block is too short runs again, and finds what it changes as it was.
func TestRoom(t *testing.T) {
	got, err := run(t, `
param n: i64
param xs#1: [n]i64
task k
  updates xs#1
  mem sc#2: i64 in scratch grow
  x = xs#1[0]
  y = add.i64 x 1
  xs#1[0] = y
  reserve sc#2 for [n]
  for i < n
    sc#2[i] = i
result xs#1: [n]i64
`, 9, segeval.Launch{Room: 1})
	if err != nil || got[0].(*value.Array).At(0).Int64() != 1 {
		t.Errorf("%v, %v", got, err)
	}
}
