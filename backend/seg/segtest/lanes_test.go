package segtest_test

import (
	"strings"
	"testing"

	"raido/backend/chunk"
	"raido/backend/lanes"
	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/seggen"
	"raido/backend/seg/segtest"
	"raido/backend/simplify"
)

var lanePasses = []func(*seg.Prog) *seg.Prog{lanes.Fork, lanes.Width, lanes.Jam, lanes.Packed, lanes.Interchange, lanes.Copies, lanes.Epilogue,
	lanes.Strips, lanes.Vectorise, lanes.Skew, lanes.Turn, lanes.Inner}

// TestLanes: kernels in lanes do what they mean, with and without a last block.
func TestLanes(t *testing.T) {
	seeds := uint64(150)
	if testing.Short() {
		seeds = 30
	}
	made := 0
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		out := *p
		out.Target = seg.Target{CPU: true, Lanes: []int{2, 4, 8, 16}[len(p.Body)%4]}
		p = &out
		for _, f := range lanePasses {
			p = f(p)
		}
		for _, k := range p.Kernels {
			if k.Lanes != nil {
				made++
			}
		}
		return p
	}, segtest.Options{Seeds: seeds, Tolerance: 1e-12, Gen: seggen.Options{Exact: true}, Launches: []segeval.Launch{{}, {Lanes: true}}})
	if made < int(seeds) {
		t.Errorf("only %d kernels in lanes", made)
	}
}

// TestLengths: sequences of different lengths, a lane each, do what they mean, with rows that are packed on the way and strips under masks.
func TestLengths(t *testing.T) {
	packed, strips := 0, 0
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		out := *p
		out.Target = seg.Target{CPU: true, Lanes: []int{2, 4, 8}[len(p.Body)%3]}
		p = &out
		strip := false
		for _, f := range lanePasses {
			p = f(p)
			strip = strip || strings.Contains(seg.Print(p), " strip")
		}
		if strip {
			strips++
		}
		if strings.Contains(seg.Print(p), "rows#") {
			packed++
		}
		return p
	}, segtest.Options{Seeds: 80, Tolerance: 1e-12, Gen: seggen.Options{Exact: true, Lengths: true}, Launches: []segeval.Launch{{}, {Lanes: true}}})
	if packed < 40 || strips < 25 {
		t.Errorf("of 80 programs only %d pack rows, and %d have strips", packed, strips)
	}
}

// TestPoints: loops of one thread whose iterations go in lanes do what they mean, with matrices column by column too.
func TestPoints(t *testing.T) {
	made, turned := 0, 0
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		out := *p
		out.Target = seg.Target{CPU: true}
		turn := lanes.Turn(&out)
		if seg.Print(turn) != seg.Print(&out) {
			turned++
		}
		in := lanes.Inner(turn)
		if strings.Contains(seg.Print(in), " lanes 8") {
			made++
		}
		return in
	}, segtest.Options{Seeds: 600, Tolerance: 1e-12, Gen: seggen.Options{Exact: true}})
	if made < 40 || turned < 10 {
		t.Errorf("only %d programs have points in lanes, and %d a matrix that is turned", made, turned)
	}
}

// TestAppends: scans that write elements into parts do in lanes what they mean, to the bit, in several threads too, and most forms go in lanes.
func TestAppends(t *testing.T) {
	seeds, made := uint64(600), 0
	if testing.Short() {
		seeds = 100
	}
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		out := *p
		out.Target = seg.Target{CPU: true, Lanes: []int{2, 4, 8, 16}[len(p.Body)%4]}
		q := chunk.Chunks(lanes.Appends(&out))
		for _, k := range q.Kernels {
			if k.Lanes != nil {
				made++
			}
		}
		return q
	}, segtest.Options{Seeds: seeds, Gen: seggen.Options{Exact: true, Parts: true}, Launches: []segeval.Launch{{}, {Threads: 3}, {Lanes: true}, {Lanes: true, Threads: 3}}})
	if made < int(seeds) {
		t.Errorf("only %d scans in lanes", made)
	}
}

// TestSkew: cells that go along diagonals do what they mean, to the bit.
func TestSkew(t *testing.T) {
	skewed := 0
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		out := *p
		out.Target = seg.Target{CPU: true}
		q := lanes.Skew(&out)
		for _, k := range q.Kernels {
			if len(k.Body) > 1 {
				skewed++
			}
		}
		return q
	}, segtest.Options{Seeds: 1500, Gen: seggen.Options{Kernels: 1, Nests: true}})
	t.Logf("%d nests are skewed", skewed)
	if skewed < 100 {
		t.Errorf("only %d nests are skewed", skewed)
	}
}

// TestRowsOfSums: sums of rows of sums that are vectors, which change places after each row, do what they mean.
func TestRowsOfSums(t *testing.T) {
	rows := 0
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		out := *p
		out.Target = seg.Target{CPU: true, Vector: []int{0, 16, 64}[len(p.Body)%3], Registers: 16}
		q := lanes.Inner(&out)
		for _, k := range q.Kernels {
			seg.Walk(k.Body, func(s seg.Stm) {
				if d, ok := s.(*seg.Decl); ok && d.V.Name == "first" { // of the sets that change places
					rows++
				}
			})
		}
		return q
	}, segtest.Options{Seeds: 1500, Tolerance: 1e-12, Gen: seggen.Options{Kernels: 1, Products: true}})
	t.Logf("%d sums of rows are vectors", rows)
	if rows < 50 {
		t.Errorf("only %d sums of rows are vectors", rows)
	}
}

// TestJammedRows: loops of which four iterations go together along the row that they share do what they mean.
func TestJammedRows(t *testing.T) {
	jammed := 0
	segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
		out := *p
		out.Target = seg.Target{CPU: true, Vector: 64, Registers: 32}
		q := lanes.Inner(&out)
		for _, k := range q.Kernels {
			if strings.Contains(seg.Print(&seg.Prog{Body: seg.Host{&seg.HLaunch{Kernel: k}}}), "groups") {
				jammed++
			}
		}
		return q
	}, segtest.Options{Seeds: 600, Tolerance: 1e-12, Gen: seggen.Options{Kernels: 1, Rows: true, Exact: true}})
	t.Logf("%d loops are jammed", jammed)
	if jammed < 100 {
		t.Errorf("only %d loops are jammed", jammed)
	}
}

// TestInPlace: loops that change arrays in place do what they mean where they are independent, from the last iteration on and in lanes too.
func TestInPlace(t *testing.T) {
	for _, inner := range []bool{false, true} {
		parallel, sums := 0, 0
		segtest.Pass(t, func(p *seg.Prog) *seg.Prog {
			out := *p
			out.Target = seg.Target{CPU: true, Vector: 64, Registers: 32}
			q := simplify.InPlace(&out)
			text := seg.Print(q)
			if strings.Contains(text, " par\n") {
				parallel++
			}
			if strings.Contains(text, " apart\n") {
				sums++
			}
			if inner {
				q = lanes.Inner(q)
			}
			return q
		}, segtest.Options{Seeds: 1500, Tolerance: 1e-5, Gen: seggen.Options{Kernels: 1, InPlace: true}})
		if t.Logf("%d loops are independent, and %d but for sums", parallel, sums); parallel < 200 || sums < 200 {
			t.Errorf("only %d loops are independent, and %d but for sums", parallel, sums)
		}
	}
}
