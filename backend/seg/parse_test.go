package seg

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// everything is a program with all that the text form has.
const everything = `
target cpu small gpu atomics64 functions lanes 4
param n: i64
param c: bool
param xs#1: [n]f64
m = add.i64 n 1 @"a b" 3 14
var k = m
k2: i32 = to_i32.i64 k
set k = 3
small = small
  w = mul.i64 n m
  q = times w 12
  r = plus q 3
  s = most r q
  work s slower 0i64 launches 1
alloc ys#2: [n][2i64]f64 blank @"a b" 1 2
alloc is#9: [n]i64
own ys#2 @"" 5 6
check c site 1 "E1201" "index %v out of \"bounds\"" i64 f64 hint "count" @"f" 1 2 with n 1.5f64
if small
  move zs#3 = xs#1
else
  copy ys#2[0] = xs#1[k + n*2] for n
  move zs#3 (us#77: f64 lanes 4) = ys#2 xs#1
while
  e = lt.i64 k n
  break unless e
  fill ys#2[] = -0.0f64 for n
for j < n
  x = read zs#3[j*n]
free zs#3
map points serial @"f" 7 9
  updates ys#2
  over i < n
  over j < m
  mem acc#4: f64 in private len 10 lanes 8
  mem sc#5: f64 in scratch grow
  mem has#6: bool in scratch len n
  mem cp#12: f64 in scratch len n
  width 8
  below 64 n m
  enter
    acc#4[] = 0.0f64
  v: f64x8 = xs#1[i]
  v2: f64x8 = add.f64 v 1.0f64
  at = add.i64 i 1 idx
  t = if c then at else i
  d = xs#1[t] ordered
  var sum = 0.0f64
  var vs: f64x8 = 0.0f64
  for q from 1 < n step 4 par elems unroll single quiet interchange sums
    set sum = d
    acc#4[q] add= d ordered
  fold q from 1 < n interchange rows into sum vs by add max
    z = xs#1[q]
    yield z v2
  while quiet
    go = lt.f64 sum d
    break unless go
    check go site 1 with n sum
  if c unlikely
    ys#2[i*2 + 1] = d
  else
    ys#2[i] = v2 first n
  reserve sc#5 for [n][m]
  pointwise
    ys#2[i] = d
  accumulate ys#2[n] by cp#12 start 0.0f64 has has#6
    operator a: f64, b: f64 is add neutral 0.0f64
      s = add.f64 a b
      in s
  last left
    ys#2[i] = v2 first left
  leave
    ys#2[i] = sum
  lanes
    map lane4
      over i < n
      ys#2[i] = 1.0f64
  form groups squares 2
    param stage st: i32
    param halt halt: bool
    param size size
    param partial count 1 mem part#7: f64
    param local count 2 mem loc#8: f64 in local
    param copies of cp#12 mem copies#10: f64
    rows 1 bound m along
    mem alias#11: f64
    mem alias#13: f64
    stage
      poll
      r: i64x4 = ramp st
      s8 = extract r lane 3
      any = any c
      g: f64x4 = gather xs#1 at r where c
      h: f64x4 = gather xs#1 at size by 2
      scatter ys#2 at size by 3 where c = g
      scatter ys#2 at r add = g
      w: boolx4 = spread true
      squeeze ys#2 at size where w = g
      n9 = count w
      t: i64x4 = sums r
      pack part#7 = xs#1[1] by 3 where c for n
      copy part#7[0] = xs#1[1] for n
      atomic ys#2[0] add= 1.0f64
      bind alias#11 = if c then part#7[0] else copies#10[size*3]
      tell of n
      tell -1
    stage barriers
      bind alias#13 = part#7[]
      try
        alias#13[0] = 1.0f64
      barrier
scan back back
  over p < n
  f = xs#1[p]
  yield f p
  operator a: f64 b: i64, e: f64 g: i64 arg max
    in a g
  into ys#2 is#9 from 0.0f64 0 unread no yes
  after w, o: f64 u: i64
    ys#2[w] = o
task "a task"
  ys#2[0] = 1.0f64
result k: i64
result ys#2: [n][2]f64 as f32
kernels 3 2 1
`

// TestParsePrint: what is printed reads back as what it was.
func TestParsePrint(t *testing.T) {
	p, err := Parse(everything)
	if err != nil {
		t.Fatal(err)
	}
	again(t, p)
}

// again parses what is printed, and compares.
func again(t *testing.T, p *Prog) {
	t.Helper()
	text := Print(p)
	q, err := Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if got := Print(q); got != text {
		t.Fatalf("printed\n%s\nread and printed\n%s", text, got)
	}
	if d := (&same{}).diff("program", reflect.ValueOf(p), reflect.ValueOf(q)); d != "" {
		t.Fatalf("%s in\n%s", d, text)
	}
}

// same compares programs: variables, memories, kernels and sites are the same if they stand for each other everywhere.
type same struct{ pairs [][2]any }

func (s *same) diff(at string, a, b reflect.Value) string {
	switch a.Kind() {
	case reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return diffIf(at, a.IsNil() != b.IsNil())
		}
		if a.Elem().Type() != b.Elem().Type() {
			return diffIf(at, true)
		}
		return s.diff(at, a.Elem(), b.Elem())
	case reflect.Pointer:
		return s.pointers(at, a, b)
	case reflect.Slice:
		if a.Len() != b.Len() {
			return diffIf(at, true)
		}
		for i := range a.Len() {
			if d := s.diff(at, a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
		return ""
	case reflect.Struct:
		for i := range a.NumField() {
			f := a.Type().Field(i)
			if f.Name == "ID" || f.Type == reflect.TypeFor[*diag.Source]() && !a.Field(i).IsNil() {
				continue
			}
			if d := s.diff(at+"."+f.Name, a.Field(i), b.Field(i)); d != "" {
				return d
			}
		}
		return ""
	case reflect.Func, reflect.Map:
		return ""
	}
	return diffIf(at, !a.Equal(b))
}

func diffIf(at string, differs bool) string {
	if differs {
		return at + " differs"
	}
	return ""
}

func (s *same) pointers(at string, a, b reflect.Value) string {
	if a.IsNil() || b.IsNil() {
		return diffIf(at, a.IsNil() != b.IsNil())
	}
	if _, ok := a.Interface().(*prim.Op); ok {
		return diffIf(at, a.Interface() != b.Interface())
	}
	switch a.Interface().(type) {
	case *core.Var, *Mem, *Kernel, *Site:
		pair := [2]any{a.Interface(), b.Interface()}
		for _, p := range s.pairs {
			if p[0] == pair[0] || p[1] == pair[1] {
				return diffIf(at, p != pair)
			}
		}
		s.pairs = append(s.pairs, pair)
	}
	return s.diff(at, a.Elem(), b.Elem())
}

// TestParseErrors: a mistake is said with its place.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x = add.i64 1 y", "2:15: "},
		{"x = add.i64 1 2 3i3", "not an integer"},
		{"free m#1", "not declared"},
		{"  foo", "expected"},
		{"poll", "host"},
		{"map k\n  over i < 4\n  m#1[i] = 1", "not declared"},
		{"map k\n  var x: f7 = 1", "type"},
		{"while\n  x = add.i64 1 2", "no break"},
		{"if true\nfree", "memory"},
		{"map k\n  check true site 2", "no site"},
		{"x = ?", "unexpected character"},
		{`check true site 1 "E`, "without end"},
		{"alloc a#1: [4]f64\nalloc a#1: [4]i64", "elements of type"},
	} {
		_, err := Parse("\n" + c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestNoOperatorIsKeyword: names of operators stand where keywords end lists.
func TestNoOperatorIsKeyword(t *testing.T) {
	for _, op := range prim.Ops {
		if keywords[op.Name] {
			t.Errorf("%s is a keyword", op.Name)
		}
	}
}

// FuzzParse: no text makes the parser panic, and what it reads reads back.
func FuzzParse(f *testing.F) {
	f.Add(everything)
	for _, part := range strings.Split(everything, "\n") {
		f.Add(part)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := Parse(text); err == nil {
			again(t, p)
		}
	})
}

// TestPrintsEverything: whatever changes in a program changes its text.
func TestPrintsEverything(t *testing.T) {
	p, err := Parse(everything)
	if err != nil {
		t.Fatal(err)
	}
	text := Print(p)
	seen := map[any]bool{}
	var look func(at string, v reflect.Value)
	try := func(at string, v, other reflect.Value) {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		v.Set(other.Convert(v.Type()))
		defer v.Set(old)
		defer func() { _ = recover() }() // no program may be like that
		if Print(p) == text {
			t.Errorf("%s is not printed", at)
		}
	}
	look = func(at string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface:
			look(at, v.Elem())
		case reflect.Pointer:
			if v.IsNil() || v.Type() == reflect.TypeFor[*prim.Op]() || v.Type() == reflect.TypeFor[*diag.Source]() || seen[v.Interface()] {
				return
			}
			seen[v.Interface()] = true
			look(v.Type().String(), v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				look(at, v.Index(i))
			}
		case reflect.Struct:
			if s, ok := v.Interface().(diag.Span); ok && s.Source == nil {
				return
			}
			if s, ok := v.Interface().(WorkStep); ok && s.Kind != WorkSize {
				return
			}
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.Name != "ID" && v.Field(i).CanSet() {
					look(at+"."+f.Name, v.Field(i))
				}
			}
		case reflect.Bool:
			try(at, v, reflect.ValueOf(!v.Bool()))
		case reflect.String:
			try(at, v, reflect.ValueOf(v.String()+"q"))
		case reflect.Int, reflect.Int64:
			try(at, v, reflect.ValueOf(v.Int()+1))
		case reflect.Uint8:
			other := uint64(1)
			if v.Uint() > 0 {
				other = v.Uint() - 1
			}
			try(at, v, reflect.ValueOf(other))
		}
	}
	look("program", reflect.ValueOf(p).Elem())
}

// TestMapEach: the parts that Map changes are those that Each shows, and a copy with nothing changed is the same.
func TestMapEach(t *testing.T) {
	p, err := Parse(everything)
	if err != nil {
		t.Fatal(err)
	}
	stms := 0
	for _, k := range p.Kernels {
		shown := func(each func(v Visitor)) (out []any) {
			each(Visitor{Atom: func(a core.Atom) { out = append(out, a) }, Bind: func(v *core.Var) { out = append(out, v) },
				Mem: func(m *Mem, _ Access) { out = append(out, m) }, Code: func(c Code) { out = append(out, len(c)) }})
			return out
		}
		check := func(s Stm) {
			stms++
			var mapped []any
			mem := func(m *Mem) *Mem { mapped = append(mapped, m); return m }
			n := s.Map(Mapper{Atom: func(a core.Atom) core.Atom { mapped = append(mapped, a); return a },
				Bind: func(v *core.Var) *core.Var { mapped = append(mapped, v); return v }, Mem: mem, Name: mem,
				Code: func(c Code) Code { mapped = append(mapped, len(c)); return c }})
			if !reflect.DeepEqual(n, s) {
				t.Errorf("%T: a copy is %v, not %v", s, n, s)
			}
			for _, x := range shown(s.Each) {
				if x != 0 && !slices.Contains(mapped, x) {
					t.Errorf("%T: Each shows %v, Map does not", s, x)
				}
			}
			if n := len(shown(s.Each)); len(mapped) > n {
				t.Errorf("%T: Map changes %d parts, Each shows %d", s, len(mapped), n)
			}
		}
		WalkKernel(k, check)
		if k.Form != nil {
			for _, s := range k.Form.Stages {
				Walk(s.Body, check)
			}
		}
	}
	if stms < 40 {
		t.Errorf("%d statements", stms)
	}
	q := MapKernels(p, func(k *Kernel) *Kernel { return (&Renaming{}).Kernel(k) })
	if Print(q) != Print(p) {
		t.Errorf("a copy with other variables is\n%s", Print(q))
	}
}
