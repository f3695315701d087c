package files

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// format is one kind of file.
type format struct {
	endings []string
	read    func(data []byte, as *Type) (v value.Value, note string, err error)
	write   func(v value.Value) ([]byte, error)
}

var formats = []format{
	{[]string{".npy"}, plain(readNpy), writeNpy},
	{[]string{".csv"}, csvReader(','), csvWriter(',')},
	{[]string{".tsv"}, csvReader('\t'), csvWriter('\t')},
	{[]string{".txt", ".in"}, plain(readFuthark), writeText},
	{[]string{".bin", ".out"}, plain(readFuthark), writeBinary},
	{[]string{".png"}, plain(readPNG), writePNG},
}

// plain is a reader that has nothing to remark.
func plain(read func(data []byte, as *Type) (value.Value, error)) func([]byte, *Type) (value.Value, string, error) {
	return func(data []byte, as *Type) (value.Value, string, error) {
		v, err := read(data, as)
		return v, "", err
	}
}

// Endings lists the endings of names that have a format.
func Endings() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.endings...)
	}
	return out
}

func formatOf(path string) (*format, error) {
	ending := strings.ToLower(filepath.Ext(path))
	for i, f := range formats {
		if slices.Contains(f.endings, ending) {
			return &formats[i], nil
		}
	}
	return nil, fmt.Errorf("the ending %q says no format; there are %s", ending, strings.Join(Endings(), ", "))
}

// Read makes a value of a file's contents: a scalar, an array, or a record or tuple of them. as may be nil: then the file
// says the type. The note, if there is one, says what the numbers mean that stand for texts.
func Read(path string, data []byte, as *Type) (v value.Value, note string, err error) {
	f, err := formatOf(path)
	if err != nil {
		return nil, "", err
	}
	return f.read(data, as)
}

// Write makes a file's contents of a value.
func Write(path string, v value.Value) ([]byte, error) {
	f, err := formatOf(path)
	if err != nil {
		return nil, err
	}
	return f.write(v)
}

// readFuthark reads values in Futhark's text or binary form; several are a tuple.
func readFuthark(data []byte, as *Type) (value.Value, error) {
	r := value.NewReader(data)
	r.What = ""
	all, err := r.All()
	var d *diag.Diag
	switch {
	case errors.As(err, &d):
		return nil, errors.New(d.Msg)
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, errors.New("there is no value in it")
	case len(all) == 1:
		return as.convert(all[0])
	case as != nil:
		return nil, fmt.Errorf("there are %d values in it; --as takes one", len(all))
	}
	out := &value.Record{Fields: all}
	for i := range all {
		out.Names = append(out.Names, strconv.Itoa(i))
	}
	return out, nil
}

// simple lists the scalars and arrays of a value: itself, or the fields of a tuple.
func simple(v value.Value) ([]value.Value, error) {
	switch v := v.(type) {
	case value.Scalar, *value.Array:
		return []value.Value{v}, nil
	case *value.Record:
		if len(v.Shape) == 0 && v.IsTuple() && len(v.Fields) > 0 {
			var out []value.Value
			for _, f := range v.Fields {
				if _, ok := f.(*value.Record); ok {
					return nil, errNotSimple
				}
				one, err := simple(f)
				if err != nil {
					return nil, err
				}
				out = append(out, one...)
			}
			return out, nil
		}
	default: // not simple
	}
	return nil, errNotSimple
}

var errNotSimple = errors.New("this format takes numbers, arrays of them, and tuples of those")

func writeText(v value.Value) ([]byte, error) {
	all, err := simple(v)
	var out []byte
	for _, v := range all {
		out = append(out, value.Print(v)+"\n"...)
	}
	return out, err
}

func writeBinary(v value.Value) ([]byte, error) {
	all, err := simple(v)
	var out []byte
	for _, v := range all {
		if err == nil {
			out, err = value.AppendBinary(out, v)
		}
	}
	return out, err
}

// Type is what a file is to be read as: an element type with a number of dimensions, or the element type alone.
type Type struct {
	Elem prim.Type
	Rank int    // -1: any
	text string // as it was written
}

// ParseType reads f32, or [][]f32; sizes between the brackets are not looked at, but for the 3 of [][][3]u8.
func ParseType(text string) (*Type, error) {
	t := &Type{Rank: -1, text: text}
	rest := strings.TrimSpace(text)
	for strings.HasPrefix(rest, "[") {
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return nil, fmt.Errorf("%q is no type: a bracket is open", text)
		}
		rest = strings.TrimSpace(rest[end+1:])
		t.Rank = max(t.Rank, 0) + 1
	}
	elem, ok := prim.ByName(rest)
	if !ok {
		return nil, fmt.Errorf("%q is no type of numbers; for example: f32, or [][]f64", text)
	}
	t.Elem = elem
	return t, nil
}

// convert gives a value in the type that was asked for; what does not fit is an error.
func (t *Type) convert(v value.Value) (value.Value, error) {
	if t == nil {
		return v, nil
	}
	switch v := v.(type) {
	case value.Scalar:
		s, err := convert(v.Scalar, t.Elem)
		if err == nil && t.Rank > 0 {
			err = fmt.Errorf("it is one number, and no %s", t.text)
		}
		return value.Scalar{Scalar: s}, err
	case *value.Array:
		if t.Rank >= 0 && t.Rank != len(v.Shape) {
			return nil, fmt.Errorf("its shape is %v, which has %d dimension(s), and %s has %d", v.Shape, len(v.Shape), t.text, t.Rank)
		}
		if v.Elem == t.Elem {
			return v, nil
		}
		out := value.NewArray(t.Elem, v.Shape...)
		for i := range v.Size() {
			s, err := convert(v.At(i), t.Elem)
			if err != nil {
				return nil, fmt.Errorf("element %d: %w", i, err)
			}
			set(out, i, s)
		}
		return out, nil
	default: // several values in one
	}
	return nil, fmt.Errorf("it holds several values, and no %s", t.text)
}

// convert gives a scalar as another type. Integers must keep their value; floats are rounded.
func convert(s prim.Scalar, to prim.Type) (prim.Scalar, error) {
	diag.Poll()
	if s.Type == to {
		return s, nil
	}
	f := number(s)
	var out prim.Scalar
	switch {
	case to.IsFloat():
		return prim.Float(to, f), nil
	case to == prim.Bool && (f == 0 || f == 1):
		return prim.BoolOf(f == 1), nil
	case to == prim.Bool:
		return out, fmt.Errorf("%s is not 0 or 1", s)
	case s.Type == prim.Bool:
		return prim.Int(to, int64(f)), nil
	case s.Type.IsFloat():
		bits := prim.FloatToInt(f, to)
		out = prim.Int(to, int64(bits))
	default:
		out = prim.Int(to, s.Int64())
		if s.Type.IsUnsigned() {
			out = prim.Int(to, int64(s.Bits))
		}
	}
	if negative := number(out) < 0; number(out) != f || negative != (f < 0) {
		return out, fmt.Errorf("%s is no %s", s, to)
	}
	return out, nil
}

// number is a scalar as float64.
func number(s prim.Scalar) float64 {
	switch {
	case s.Type.IsFloat():
		return s.Float64()
	case s.Type == prim.Bool:
		if s.Bool() {
			return 1
		}
		return 0
	case s.Type.IsUnsigned():
		return float64(s.Bits)
	}
	return float64(s.Int64())
}

// set writes element i of an array.
func set(a *value.Array, i int64, s prim.Scalar) {
	bits := s.Bits
	if s.Type.IsFloat() {
		bits = prim.FloatBits(s.Type, s.Float64())
	}
	size := a.Elem.Size()
	for k := range size {
		a.Data[int(i)*size+k] = byte(bits >> (8 * k))
	}
}
