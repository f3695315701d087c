package wasm

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"

	"raido/lang/prim"
)

// TestEngine: the engine's compiler gives what its interpreter gives where registers are short, in loops with branches: of the instructions that the printer writes, a
// few at a time in random code. RAIDO_FULL=1 takes twelve times as many.
func TestEngine(t *testing.T) {
	ctx := context.Background()
	runtimes := []wazero.Runtime{
		wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler()), wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter()),
	}
	n := uint64(10000)
	if os.Getenv("RAIDO_FULL") == "1" {
		n *= 12
	}
	all := instructions()
	steps := slices.DeleteFunc(instructions(), func(i instruction) bool {
		return !slices.Equal(i.code, simd(vecMul[3])) && !bytes.HasSuffix(i.code, choose)
	})
	for seed := range n {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := &pressed{rng: rng, used: []instruction{all[int(seed)%len(all)], all[rng.IntN(len(all))], all[rng.IntN(len(all))]}[:1+rng.IntN(3)]}
		if seed%4 == 0 { // what was wrong in one of two hundred
			g.used = steps[int(seed/4)%len(steps):][:1]
		}
		module := g.module()
		var out [2]uint64
		for i, r := range runtimes {
			m, err := r.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().WithName(""))
			if err != nil {
				t.Fatal(err)
			}
			x, err := m.ExportedFunction(kernelName).Call(ctx, 0x9e3779b97f4a7c15, 3)
			if err != nil {
				t.Fatal(err)
			}
			out[i] = x[0]
			m.Close(ctx)
		}
		if out[0] != out[1] {
			t.Errorf("seed %d, %v: %x, want %x", seed, g.used, out[0], out[1])
		}
	}
	for _, r := range runtimes {
		r.Close(ctx)
	}
}

// instruction is one without effects.
type instruction struct {
	code []byte
	in   []valtype
	out  valtype
	nan  uint64 // tells what is no nan, where there may be one, of which bits may differ: that of f64 for a number; 0 if there is none
}

// instructions are those that the printer writes, and that do not trap.
func instructions() (all []instruction) {
	add := func(n int, code []byte, in, out valtype, float bool) {
		i := instruction{code: code, in: slices.Repeat([]valtype{in}, n), out: out}
		if float {
			i.nan = vecEq[5]
		}
		all = append(all, i)
	}
	vectors := func(n int, codes ...simdAt) {
		for _, s := range codes {
			for kind, c := range s {
				if code := simd(c); c != 0 && !slices.ContainsFunc(all, func(i instruction) bool { return bytes.Equal(i.code, code) }) {
					all = append(all, instruction{code, slices.Repeat([]valtype{v128}, n), v128, []uint64{4: vecEq[4], 5: vecEq[5]}[kind]})
				}
			}
		}
	}
	vectors(2, vecAdd, vecSub, vecMul, vecEq, vecNe, vecLt, vecGt, vecLtU, vecLe, vecLeU, simdAt{vecAnd}, simdAt{vecBut}, simdAt{vecOr}, simdAt{vecXor}, simdAt{4: 231, 5: 243})
	vectors(1, vecAbs)
	for _, op := range prim.Ops {
		vectors(1, simple[op])
	}
	for _, c := range []uint64{135, 136, 137, 138, 167, 168, 169, 170, 199, 200, 201, 202} { // halves as wider lanes
		vectors(1, simdAt{c})
	}
	vectors(1, simdAt{4: 94, 5: 95}, simdAt{4: 250}, simdAt{4: 251}) // conversions
	for _, s := range []simdAt{vecShl, vecShr, vecShrU} {
		for _, c := range s[:4] {
			for _, by := range []byte{1, 7, 31, 32} {
				add(1, append([]byte{0x41, by}, simd(c)...), v128, v128, false)
			}
		}
	}
	for kind, out := range []valtype{3: i64, 5: f64} {
		if out != 0 {
			add(1, append(simd([]uint64{3: 29, 5: 33}[kind]), 1), v128, out, false)
			add(1, simd(vecSplat[kind]), out, v128, false)
		}
	}
	add(2, append(simd(13), 4, 5, 6, 7, 16, 17, 18, 19, 8, 9, 30, 31, 12, 3, 2, 1), v128, v128, false)
	add(1, append(simd(83), 0xad), v128, i64, false)  // any lane, as 64 bits
	add(1, append(simd(196), 0xad), v128, i64, false) // bits of lanes
	add(1, append(simd(195), 0xad), v128, i64, false) // all lanes
	for _, c := range []byte{0x7c, 0x7d, 0x7e, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a} {
		add(2, []byte{c}, i64, i64, false)
	}
	for _, c := range []byte{0x79, 0x7a, 0x7b, 0xc2, 0xc3, 0xc4} {
		add(1, []byte{c}, i64, i64, false)
	}
	for _, c := range []byte{0x51, 0x52, 0x53, 0x54, 0x57, 0x58} {
		add(2, []byte{c, 0xad}, i64, i64, false)
	}
	for _, c := range []byte{0x7f, 0x80, 0x81, 0x82} { // divided by what is neither 0 nor -1
		add(2, []byte{0x42, 1, 0x84, 0x42, 2, 0x88, 0x42, 3, 0x84, c}, i64, i64, false)
	}
	for _, c := range []byte{0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5} {
		add(2, []byte{c}, f64, f64, true)
	}
	for _, c := range []byte{0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e, 0x9f} {
		add(1, []byte{c}, f64, f64, true)
	}
	for _, c := range []byte{0x61, 0x62, 0x63, 0x64, 0x65} {
		add(2, []byte{c, 0xad}, f64, i64, false)
	}
	for _, c := range [][]byte{{0xb9}, {0xba}, {0xbf}} {
		add(1, c, i64, f64, true)
	}
	for _, c := range [][]byte{{0xfc, 6}, {0xfc, 7}, {0xbd}, {0xb6, 0xbc, 0xad}} {
		add(1, c, f64, i64, false)
	}
	return append(all, instruction{[]byte{0x50, 0x1b}, []valtype{v128, v128, i64}, v128, 0}, instruction{[]byte{0x50, 0x1b}, []valtype{f64, f64, i64}, f64, 0}, instruction{[]byte{0x50, 0x1b}, []valtype{i64, i64, i64}, i64, 0},
		instruction{[]byte{0x63, 0x1b}, []valtype{f64, f64, f64, f64}, f64, 0}, instruction{[]byte{0x53, 0x1b}, []valtype{i64, i64, i64, i64}, i64, 0})
}

// pressed makes functions with more values alive than there are registers.
type pressed struct {
	rng    *rand.Rand
	used   []instruction
	locals []valtype
	code   []byte
}

func (g *pressed) op(b ...byte)        { g.code = append(g.code, b...) }
func (g *pressed) get(l uint32)        { g.code = unsigned(append(g.code, 0x20), uint64(l)) }
func (g *pressed) simd(c uint64)       { g.op(simd(c)...) }
func (g *pressed) of(l uint32) valtype { return g.locals[l-2] }

// set keeps what lies on the stack.
func (g *pressed) set(t valtype) uint32 {
	g.locals = append(g.locals, t)
	l := uint32(1 + len(g.locals))
	g.code = unsigned(append(g.code, 0x21), uint64(l))
	return l
}

// some computes a few values of those that there are.
func (g *pressed) some(pool []uint32, n int) []uint32 {
	pool = slices.Clone(pool)
	plain := []instruction{{simd(vecXor), []valtype{v128, v128}, v128, 0}, {simd(vecAdd[3]), []valtype{v128, v128}, v128, 0}, {[]byte{0x85}, []valtype{i64, i64}, i64, 0}, {[]byte{0xbf}, []valtype{i64}, f64, vecEq[5]}}
	for range n {
		list := plain
		if g.rng.IntN(4) > 0 {
			list = g.used
		}
		s := list[g.rng.IntN(len(list))]
		for i, t := range s.in {
			var fit []uint32
			for _, l := range pool {
				if g.of(l) == t {
					fit = append(fit, l)
				}
			}
			l := fit[g.rng.IntN(len(fit))]
			g.get(l)
			switch { // Note [One step at a time]
			case slices.Equal(s.code, simd(vecMul[3])), i == 0 && t == v128 && bytes.HasSuffix(s.code, choose):
				g.get(l)
				g.simd(vecOr)
			case i == 0 && t == f64 && bytes.HasSuffix(s.code, choose):
				g.simd(vecSplat[5])
				g.op(append(simd(33), 0)...)
			}
		}
		g.op(s.code...)
		l := g.set(s.out)
		if s.nan != 0 { // zero for a nan
			g.get(l)
			if s.out == v128 {
				g.get(l)
				g.get(l)
				g.simd(s.nan)
				g.simd(vecAnd)
			} else {
				g.op(0x44, 0, 0, 0, 0, 0, 0, 0, 0)
				g.get(l)
				g.get(l)
				g.op(0x61, 0x1b)
			}
			l = g.set(s.out)
		}
		pool = append(pool, l)
	}
	return pool
}

// word adds the bits of a value into what lies on the stack.
func (g *pressed) word(l uint32) {
	switch g.get(l); g.of(l) {
	case v128:
		g.op(append(simd(29), 0)...)
		g.get(l)
		g.op(append(simd(29), 1)...)
		g.op(0x42, 1, 0x89, 0x85)
	case f64:
		g.op(0xbd)
	}
	g.op(0x85, 0x42, 1, 0x89)
}

func (g *pressed) module() []byte {
	var pool, sums []uint32
	for j := range 10 + g.rng.IntN(12) { // what does not change
		g.get(0)
		g.op(0x42, byte(7*j%64), 0x89)
		switch {
		case j%3 == 0 || j > 2 && g.rng.IntN(2) == 0:
			g.simd(vecSplat[3])
			g.op(append(simd(12), byte(j), 2, byte(3*j), 4, 5, 6, byte(7*j), 8, 9, byte(j), 11, 12, 13, byte(11*j), 15, 16)...)
			g.simd(vecXor)
			if g.rng.IntN(2) == 0 { // numbers below 2^32
				g.op(0x41, 32)
				g.simd(vecShrU[3])
			}
			pool = append(pool, g.set(v128))
		case j%3 == 1:
			pool = append(pool, g.set(i64))
		default:
			g.op(0xb9)
			pool = append(pool, g.set(f64))
		}
	}
	for range 1 + g.rng.IntN(6) {
		g.simd(12)
		g.op(make([]byte, 16)...)
		sums = append(sums, g.set(v128))
	}
	g.op(0x42, 0)
	word := g.set(i64)
	add := func(pool []uint32) {
		last := pool[max(0, len(pool)-6):]
		for _, s := range sums {
			if l := last[g.rng.IntN(len(last))]; g.of(l) == v128 {
				g.get(s)
				g.get(l)
				g.simd([]uint64{vecXor, vecAdd[3]}[g.rng.IntN(2)])
				g.code = unsigned(append(g.code, 0x21), uint64(s))
			}
		}
		g.get(word)
		g.word(last[g.rng.IntN(len(last))])
		g.code = unsigned(append(g.code, 0x21), uint64(word))
	}
	g.op(0x03, 0x40)
	inside := g.some(pool, g.rng.IntN(12))
	if g.rng.IntN(2) == 0 {
		g.get(1)
		g.op(0x42, 2, 0x51, 0x04, 0x40) // in the second iteration
		add(g.some(inside, 1+g.rng.IntN(12)))
		g.op(0x05)
		add(g.some(inside, 1+g.rng.IntN(12)))
		g.op(0x0b)
	}
	add(g.some(inside, 1+g.rng.IntN(12)))
	g.get(1)
	g.op(0x42, 1, 0x7d, 0x22, 1, 0x50, 0x45, 0x0d, 0, 0x0b) // a number less, until that is none
	g.get(word)
	for _, l := range slices.Concat(sums, pool) {
		g.word(l)
	}
	g.op(0x0b)
	return assembled(nil, []definition{{signature{[]valtype{i64, i64}, []valtype{i64}}, g.locals, g.code}}, 0)
}
