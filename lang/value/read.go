package value

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unsafe"

	"raido/lang/diag"
	"raido/lang/prim"
)

// Reader reads values one after the other.
type Reader struct {
	What string // is read, for messages: line 1 of it; "" says just the line
	data []byte
	pos  int
	end  int // of the last value in text, which white space must follow; 0 after one in binary
	err  error
}

// NewReader reads from data, which must not change meanwhile.
func NewReader(data []byte) *Reader { return &Reader{What: "input", data: data} }

// ReadAll reads all values of an input. The error is a *diag.Diag of class Usage.
func ReadAll(data []byte) ([]Value, error) { return NewReader(data).All() }

// All reads all values that are left. The error is a *diag.Diag of class Usage.
func (r *Reader) All() ([]Value, error) {
	var out []Value
	for {
		v, err := r.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}

// Next is the next value, a Scalar or *Array, or io.EOF after the last.
func (r *Reader) Next() (Value, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.skip()
	binary := r.at(binaryMark)
	if r.pos > 0 && r.pos == r.end && r.pos < len(r.data) {
		r.err = r.errf("expected white space after a value, found %q", r.data[r.pos])
		return nil, r.err
	}
	v, err := r.value()
	r.err = err
	if r.end = r.pos; binary {
		r.end = 0
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (r *Reader) value() (Value, error) {
	if r.pos == len(r.data) {
		return nil, io.EOF
	}
	switch c := r.data[r.pos]; {
	case c == binaryMark:
		return r.binary()
	case c == '[':
		return r.array()
	case c == '"':
		return r.str()
	case bytes.HasPrefix(r.data[r.pos:], []byte("empty")):
		return r.empty()
	}
	s, err := r.scalar(prim.Invalid)
	return Scalar{s}, err
}

// errf is an error at the current position.
func (r *Reader) errf(format string, args ...any) error {
	before := r.data[:r.pos]
	line := 1 + bytes.Count(before, []byte("\n"))
	col := r.pos - bytes.LastIndexByte(before, '\n')
	what := r.What
	if what != "" {
		what += ", "
	}
	return &diag.Diag{Class: diag.Usage, Msg: fmt.Sprintf("%sline %d, column %d: %s", what, line, col, fmt.Sprintf(format, args...))}
}

// skip passes white space and comments.
func (r *Reader) skip() {
	for r.pos < len(r.data) {
		switch c := r.data[r.pos]; {
		case isSpace(c):
			r.pos++
		case c == '-' && r.pos+1 < len(r.data) && r.data[r.pos+1] == '-':
			nl := bytes.IndexByte(r.data[r.pos:], '\n')
			if nl < 0 {
				r.pos = len(r.data)
				return
			}
			r.pos += nl
		default:
			return
		}
	}
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'
}

// word is the text up to the next space, bracket, comma, quote or comment.
func (r *Reader) word() string {
	i := r.pos
	for i < len(r.data) {
		switch c := r.data[i]; c {
		case '[', ']', '(', ')', ',', '"':
			return view(r.data[r.pos:i])
		case '-':
			if i+1 < len(r.data) && r.data[i+1] == '-' {
				return view(r.data[r.pos:i])
			}
		default:
			if isSpace(c) {
				return view(r.data[r.pos:i])
			}
		}
		i++
	}
	return view(r.data[r.pos:i])
}

// view is the bytes as a string, not copied.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// scalar reads a scalar of type t, or of the type it says itself.
func (r *Reader) scalar(t prim.Type) (prim.Scalar, error) {
	diag.Poll()
	w := r.word()
	s, ok := plain(t, w)
	if !ok {
		var err error
		if s, err = prim.ParseScalarAs(t, w); err != nil {
			if w == "" && r.pos < len(r.data) {
				return s, r.errf("expected a value, found %q", r.data[r.pos])
			}
			return s, r.errf("expected a value: %s", clip(err.Error()))
		}
	}
	r.pos += len(w)
	return s, nil
}

// clip keeps a message from repeating a whole input.
func clip(s string) string {
	if len(s) > 100 {
		return s[:100] + "..."
	}
	return s
}

// plain reads the numbers of which long arrays consist, without looking for their type: decimals of a
// known type with or without its suffix.
func plain(t prim.Type, w string) (prim.Scalar, bool) {
	if t == prim.Invalid || t == prim.Bool || t == prim.F16 {
		return prim.Scalar{}, false
	}
	if n := len(t.String()); len(w) > n && w[len(w)-n:] == t.String() {
		w = w[:len(w)-n]
	}
	for i := range len(w) {
		c := w[i]
		digit := c >= '0' && c <= '9'
		if !digit && (i == 0 && c != '-' || i > 0 && (t.IsInt() || c != '.' && c != 'e' && c != '-')) {
			return prim.Scalar{}, false
		}
	}
	if t.IsFloat() {
		f, err := strconv.ParseFloat(w, 8*t.Size())
		return prim.Float(t, f), err == nil
	}
	if t.IsUnsigned() {
		u, err := strconv.ParseUint(w, 10, 8*t.Size())
		return prim.Scalar{Type: t, Bits: u}, err == nil
	}
	i, err := strconv.ParseInt(w, 10, 8*t.Size())
	return prim.Int(t, i), err == nil
}
