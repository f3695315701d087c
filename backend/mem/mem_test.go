package mem

import (
	"errors"
	"math"
	"testing"

	"raido/lang/prim"
)

// fake is a device with some room.
type fake struct {
	room, used int64
	next       Handle
	size       map[Handle]int64
	made       int
}

func newFake(room int64) *fake { return &fake{room: room, size: map[Handle]int64{}} }

func (f *fake) NewBuffer(n int64) (Handle, error) {
	if f.used+n > f.room {
		return 0, errors.New("no room")
	}
	f.used += n
	f.next++
	f.made++
	f.size[f.next] = n
	return f.next, nil
}

func (f *fake) FreeBuffer(h Handle) {
	f.used -= f.size[h]
	delete(f.size, h)
}

func TestClass(t *testing.T) {
	for _, c := range [][2]int64{{0, 256}, {1, 256}, {256, 256}, {257, 288}, {288, 288}, {289, 320}, {1000, 1024}, {1025, 1152}} {
		if got := Class(c[0]); got != c[1] {
			t.Errorf("Class(%d) = %d, want %d", c[0], got, c[1])
		}
	}
	for n := int64(1); n < 1<<40; n = n*9/7 + 1 {
		if c := Class(n); c < n || c > 256 && c > n+n/8+1 || Class(c) != c {
			t.Fatalf("Class(%d) = %d", n, c)
		}
	}
}

func TestPool(t *testing.T) {
	f := newFake(1 << 20)
	p := NewPool(f, 1<<20, 1<<19)
	a, _ := p.Alloc(1000)
	b, _ := p.Alloc(1000)
	if p.InUse() != 2048 {
		t.Errorf("%d in use", p.InUse())
	}
	p.Free(a, 1000)
	if c, _ := p.Alloc(970); c != a || f.made != 2 {
		t.Errorf("a freed buffer of the class was not used again: %d made", f.made)
	}
	p.Free(a, 970)
	p.Free(b, 1000)
	if p.InUse() != 0 || p.Peak() != 2048 {
		t.Errorf("in use %d, peak %d", p.InUse(), p.Peak())
	}
	if _, err := p.Alloc(1<<19 + 1); err != ErrFull {
		t.Errorf("more than the largest buffer: %v", err)
	}
	if h, err := p.Alloc(1<<19 - 5); err != nil { // its class is no larger than the largest buffer
		t.Error(err)
	} else {
		p.Free(h, 1<<19-5)
	}
	p.Drop()
	if f.used != 0 {
		t.Errorf("%d bytes of the device are kept", f.used)
	}
}

// TestPressure: kept buffers of other classes make room, and the budget holds.
func TestPressure(t *testing.T) {
	f := newFake(1 << 20)
	p := NewPool(f, 1<<30, 1<<20)
	var hs []Handle
	for range 7 {
		h, err := p.Alloc(1 << 17)
		if err != nil {
			t.Fatal(err)
		}
		hs = append(hs, h)
	}
	for _, h := range hs {
		p.Free(h, 1<<17)
	}
	if _, err := p.Alloc(1 << 20); err != nil {
		t.Errorf("kept buffers were not dropped: %v", err)
	}
	p = NewPool(newFake(1<<40), 10000, 1<<30)
	if _, err := p.Alloc(6000); err != nil {
		t.Error(err)
	}
	if _, err := p.Alloc(6000); err != ErrFull {
		t.Errorf("over the budget: %v", err)
	}
}

// TestOdd: a request whose class is over the limit is made to measure and not kept.
func TestOdd(t *testing.T) {
	f := newFake(1 << 20)
	p := NewPool(f, 1<<20, 1100)
	h, err := p.Alloc(1050)
	if err != nil || f.used != 1050 || p.InUse() != 1050 {
		t.Fatalf("%v, used %d, in use %d", err, f.used, p.InUse())
	}
	p.Free(h, 1050)
	if f.used != 0 || p.InUse() != 0 {
		t.Errorf("used %d, in use %d", f.used, p.InUse())
	}
}

func TestBytes(t *testing.T) {
	for _, c := range []struct {
		dims []int64
		n    int64
		ok   bool
	}{
		{nil, 8, true}, {[]int64{3, 4}, 96, true}, {[]int64{0, math.MaxInt64, 5}, 0, true},
		{[]int64{1 << 31, 1 << 31}, 0, false}, {[]int64{1 << 62, 1 << 62, 1 << 62}, 0, false}, {[]int64{-1}, 0, false},
	} {
		n, ok := Bytes(prim.F64, c.dims)
		if ok != c.ok || ok && n != c.n {
			t.Errorf("%v: %d %v", c.dims, n, ok)
		}
	}
}
