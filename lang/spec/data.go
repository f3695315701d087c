package spec

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// Values reads the values; files lie relative to dir, and may be compressed with gzip. Random values are the
// same each time.
func (d *Data) Values(dir string) ([]value.Value, error) {
	text, err := d.read(dir)
	switch {
	case err != nil:
		return nil, err
	case d.Bytes:
		return []value.Value{value.FromSlice(prim.U8, text)}, nil
	case d.Random:
		return Random(string(text), rand.New(rand.NewPCG(42, 0)))
	}
	return value.ReadAll(text)
}

// Script reads the expression of a script.
func (d *Data) Script(dir string) (string, error) {
	text, err := d.read(dir)
	return string(text), err
}

func (d *Data) read(dir string) ([]byte, error) {
	if d.File == "" {
		return []byte(d.Text), nil
	}
	return readFile(filepath.Join(dir, filepath.FromSlash(d.File)))
}

func readFile(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return io.ReadAll(z)
}

// maxRandom bounds the bytes of a random array.
const maxRandom = 1 << 32

// Random makes values for types such as [10][2]f32 and i64; constants stand for themselves.
func Random(text string, rng *rand.Rand) ([]value.Value, error) {
	var out []value.Value
	for _, w := range strings.Fields(text) {
		v, err := randomValue(rng, w)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func randomValue(rng *rand.Rand, typ string) (value.Value, error) {
	var shape []int64
	elem, size := typ, int64(1)
	for strings.HasPrefix(elem, "[") {
		dim, rest, ok := strings.Cut(elem[1:], "]")
		n, err := strconv.ParseInt(strings.TrimSuffix(dim, "i64"), 10, 64)
		if !ok || err != nil || n < 0 || n > 0 && size > maxRandom/8/n {
			return nil, fmt.Errorf("random input: %q is no type with sizes", typ)
		}
		shape, elem, size = append(shape, n), rest, size*n
	}
	t, ok := prim.ByName(elem)
	if !ok && shape == nil {
		vs, err := value.ReadAll([]byte(typ))
		if err == nil && len(vs) == 1 {
			return vs[0], nil
		}
	}
	if !ok {
		return nil, fmt.Errorf("random input: %q is no type and no constant", typ)
	}
	if shape == nil {
		return value.Scalar{Scalar: randomScalar(rng, t)}, nil
	}
	a := value.NewArray(t, shape...)
	a.Data = a.Data[:0]
	for range a.Size() {
		s := randomScalar(rng, t)
		bits := s.Bits
		if t.IsFloat() {
			bits = prim.FloatBits(t, s.Float64())
		}
		for range t.Size() {
			a.Data = append(a.Data, byte(bits))
			bits >>= 8
		}
	}
	return a, nil
}

// randomScalar is an integer of all values, a float from 0 to 1, or a truth value.
func randomScalar(rng *rand.Rand, t prim.Type) prim.Scalar {
	switch {
	case t == prim.Bool:
		return prim.BoolOf(rng.IntN(2) == 1)
	case t.IsFloat():
		return prim.Float(t, rng.Float64())
	}
	return prim.Int(t, int64(rng.Uint64()))
}
