package gradcheck

import (
	"math"
	"math/rand/v2"

	"raido/lang/prim"
	"raido/lang/value"
)

func typeOf(v value.Value) (prim.Type, []int64) {
	if a, ok := v.(*value.Array); ok {
		return a.Elem, a.Shape
	}
	return v.(value.Scalar).Type, nil
}

func size(v value.Value) int64 {
	if a, ok := v.(*value.Array); ok {
		return a.Size()
	}
	return 1
}

// scalar is element k in row-major order.
func scalar(v value.Value, k int64) prim.Scalar {
	if a, ok := v.(*value.Array); ok {
		return a.At(k)
	}
	return v.(value.Scalar).Scalar
}

func at(v value.Value, k int64) float64 { return scalar(v, k).Float64() }

// build makes a value like v of f of each element.
func build(v value.Value, f func(k int64, t prim.Type) prim.Scalar) value.Value {
	t, shape := typeOf(v)
	elems := make([]prim.Scalar, size(v))
	for k := range elems {
		elems[k] = f(int64(k), t)
	}
	if shape == nil {
		return value.Scalar{Scalar: elems[0]}
	}
	return value.FromScalars(t, shape, elems)
}

// with is v with another element k.
func with(v value.Value, k int64, x float64) value.Value {
	return build(v, func(j int64, t prim.Type) prim.Scalar {
		if j == k {
			return prim.Float(t, x)
		}
		return scalar(v, j)
	})
}

// weights are chosen at random, the same ones for the same results; those of what is no float are zero. That of a
// single result is 1.
func weights(ys []value.Value) []value.Value {
	r := rand.New(rand.NewPCG(1, 2))
	floats := int64(0)
	for _, y := range ys {
		if t, _ := typeOf(y); t.IsFloat() {
			floats += size(y)
		}
	}
	var out []value.Value
	for _, y := range ys {
		out = append(out, build(y, func(_ int64, t prim.Type) prim.Scalar {
			switch {
			case !t.IsFloat():
				return prim.Zero(t)
			case floats == 1:
				return prim.One(t)
			}
			return prim.Float(t, math.Copysign(0.5+r.Float64(), r.Float64()-0.5))
		}))
	}
	return out
}

// unit are tangents of all arguments: 1 at element k of argument i.
func (c *checker) unit(i int, k int64) []value.Value {
	var out []value.Value
	for j, a := range c.args {
		out = append(out, build(a, func(e int64, t prim.Type) prim.Scalar {
			if j == i && e == k {
				return prim.One(t)
			}
			return prim.Zero(t)
		}))
	}
	return out
}

// combine is the sum of weights times values.
func (c *checker) combine(ys []value.Value) float64 {
	sum := 0.0
	c.each(ys, func(w, y float64) { sum += float64(w * y) })
	return sum
}

// magnitude bounds the terms of combine.
func (c *checker) magnitude(ys []value.Value) float64 {
	sum := 0.0
	c.each(ys, func(w, y float64) { sum += math.Abs(w * y) })
	return sum
}

func (c *checker) each(ys []value.Value, f func(w, y float64)) {
	for i, w := range c.weights {
		if t, _ := typeOf(w); !t.IsFloat() {
			continue
		}
		for k := range size(w) {
			f(at(w, k), at(ys[i], k))
		}
	}
}

// choose picks elements of n: all, or as many as are looked at, spread evenly from the first to the last.
func choose(n int64) []int64 {
	m := min(n, maxElements)
	out := make([]int64, m)
	for i := range out {
		out[i] = int64(i)
		if m < n {
			out[i] = int64(i) * (n - 1) / (m - 1)
		}
	}
	return out
}
