package value

import (
	"strconv"
	"unicode/utf8"

	"raido/lang/prim"
)

// maxRank bounds the nesting of arrays; the binary format has no more either.
const maxRank = 255

// arrayReader is an array being read. Its shape grows while the first elements of each dimension are
// read, and is checked after that.
type arrayReader struct {
	*Reader
	arr  *Array
	rank int // known with the first scalar; -1 before
}

func (r *Reader) array() (Value, error) {
	a := &arrayReader{r, &Array{}, -1}
	if err := a.rows(0); err != nil {
		return nil, err
	}
	return a.arr, nil
}

// rows reads "[" element, ... "]" of dimension depth.
func (a *arrayReader) rows(depth int) error {
	if depth == maxRank {
		return a.errf("an array of rank above %d", maxRank)
	}
	start := a.pos
	a.pos++
	if a.rank < 0 {
		a.arr.Shape = append(a.arr.Shape, -1)
	}
	n := int64(0)
	for {
		a.skip()
		if n == 0 && a.at(']') {
			return a.errf("an empty array is written empty([0]t), where t is its element type")
		}
		if err := a.elem(depth + 1); err != nil {
			return err
		}
		n++
		a.skip()
		if a.at(',') {
			a.pos++
			continue
		}
		if a.at(']') {
			a.pos++
			break
		}
		if a.pos == len(a.data) {
			return a.errf("the input ends within an array")
		}
		return a.errf("expected \",\" or \"]\", found %q", a.data[a.pos])
	}
	if want := a.arr.Shape[depth]; want >= 0 && want != n {
		a.pos = start
		return a.errf("irregular array: a row of %d elements, where the others have %d", n, want)
	}
	a.arr.Shape[depth] = n
	return nil
}

func (r *Reader) at(c byte) bool { return r.pos < len(r.data) && r.data[r.pos] == c }

// elem reads an element of dimension depth: a row or a scalar.
func (a *arrayReader) elem(depth int) error {
	if a.at('[') {
		if depth == a.rank {
			return a.errf("irregular array: an array where the others are scalars")
		}
		return a.rows(depth)
	}
	if a.pos == len(a.data) {
		return a.errf("the input ends within an array")
	}
	s, err := a.scalar(a.arr.Elem)
	if err != nil {
		return err
	}
	if a.rank < 0 {
		a.rank, a.arr.Elem = depth, s.Type
	}
	if depth != a.rank {
		return a.errf("irregular array: a scalar where the others are arrays")
	}
	a.arr.Data = appendElem(a.arr.Data, s)
	return nil
}

// empty reads empty([d]...t), at least one of whose sizes is 0.
func (r *Reader) empty() (Value, error) {
	r.pos += len("empty")
	if !r.at('(') {
		return nil, r.errf("expected \"(\" after empty")
	}
	r.pos++
	a := &Array{Data: []byte{}}
	zero := false
	for r.at('[') && len(a.Shape) < maxRank {
		r.pos++
		w := r.word()
		d, err := strconv.ParseUint(w, 10, 63)
		if err != nil {
			return nil, r.errf("%q is not the size of an array", clip(w))
		}
		r.pos += len(w)
		if !r.at(']') {
			return nil, r.errf("expected \"]\"")
		}
		r.pos++
		a.Shape = append(a.Shape, int64(d))
		zero = zero || d == 0
	}
	w := r.word()
	t, ok := prim.ByName(w)
	if !ok {
		return nil, r.errf("%q is not an element type", clip(w))
	}
	if !zero {
		return nil, r.errf("an empty array of shape %v would not be empty", a.Shape)
	}
	r.pos += len(w)
	if !r.at(')') {
		return nil, r.errf("expected \")\"")
	}
	r.pos++
	a.Elem = t
	return a, nil
}

// escapes are the characters after a backslash that stand for one byte.
var escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '0': 0, '\\': '\\', '"': '"', '\'': '\''}

// str reads "..." as the bytes of its UTF-8 text.
func (r *Reader) str() (Value, error) {
	start := r.pos
	data := []byte{}
	for r.pos++; r.pos < len(r.data); r.pos++ {
		c := r.data[r.pos]
		switch {
		case c == '"':
			r.pos++
			return &Array{Elem: prim.U8, Shape: []int64{int64(len(data))}, Data: data}, nil
		case c != '\\':
			data = append(data, c)
			continue
		}
		r.pos++
		if r.pos == len(r.data) {
			break
		}
		if b, ok := escapes[r.data[r.pos]]; ok {
			data = append(data, b)
			continue
		}
		var err error
		if data, err = r.codePoint(data); err != nil {
			return nil, err
		}
	}
	r.pos = start
	return nil, r.errf("the input ends within a string")
}

// codePoint reads the rest of \xHH... or \DDD..., a code point in hexadecimal or decimal.
func (r *Reader) codePoint(data []byte) ([]byte, error) {
	base, from := 10, r.pos
	if r.at('x') {
		base, from = 16, from+1
	}
	to := from
	for to < len(r.data) && to < from+7 {
		if _, err := strconv.ParseUint(string(r.data[to]), base, 8); err != nil {
			break
		}
		to++
	}
	n, err := strconv.ParseUint(string(r.data[from:to]), base, 32)
	if err != nil || n > utf8.MaxRune {
		return data, r.errf("unknown escape \\%c in a string", r.data[r.pos])
	}
	r.pos = to - 1
	return utf8.AppendRune(data, rune(n)), nil
}
