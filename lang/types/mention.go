package types

import (
	"sort"
	"strconv"
)

// What a type mentions, and what values of it show.

// Mentions reports whether a type mentions a symbol.
func Mentions(t Type, sym *Symbol) bool {
	found := false
	TypeSyms(t, func(s *Symbol) { found = found || s == sym })
	return found
}

// Constructive reports whether a value of type t shows the size of sym: there is an array of it outside
// functions.
func Constructive(t Type, sym *Symbol) bool {
	switch x := Resolve(t).(type) {
	case *Array:
		v, ok := ResolveSize(x.Dim).(*SizeVar)
		return ok && v.Sym == sym || Constructive(x.Elem, sym)
	case *Record:
		for _, f := range x.Fields {
			if Constructive(f.Type, sym) {
				return true
			}
		}
	case *Sum:
		for _, k := range x.Constrs {
			for _, a := range k.Args {
				if Constructive(a, sym) {
					return true
				}
			}
		}
	case *Var:
		for _, s := range x.Sizes {
			if v, ok := ResolveSize(s).(*SizeVar); ok && v.Sym == sym {
				return true
			}
		}
		for _, a := range x.Args {
			if Constructive(a, sym) {
				return true
			}
		}
	case *Meta:
		return x.Class == nil || x.Class.Prims == nil // nothing is known yet
	default: // no arrays outside functions
	}
	return false
}

// IsOpen reports whether some part of a type is not decided yet, sizes aside.
func IsOpen(t Type) bool {
	found := false
	MapType(t, func(t Type) Type {
		if _, ok := t.(*Meta); ok {
			found = true
		}
		return nil
	}, func(s Size) Size { return s })
	return found
}

// HasMeta reports whether a type has unsolved parts.
func HasMeta(t Type) bool {
	found := false
	MapType(t, func(t Type) Type {
		if _, ok := t.(*Meta); ok {
			found = true
		}
		return nil
	}, func(s Size) Size {
		if _, ok := ResolveSize(s).(*SizeMeta); ok {
			found = true
		}
		return s
	})
	return found
}

// MentionsFunc reports whether a type is or has a function, also as a parameter or result of one.
func MentionsFunc(t Type) (found bool) {
	MapType(t, func(t Type) Type {
		_, is := t.(*Func)
		found = found || is
		return nil
	}, func(s Size) Size { return s })
	return found
}

// TupleOf is a tuple type.
func TupleOf(ts ...Type) *Record {
	r := &Record{Fields: make([]Field, len(ts))}
	for i, t := range ts {
		r.Fields[i] = Field{Name: strconv.Itoa(i), Type: t}
	}
	return r
}

// SortFields puts fields in the order that types use: by number for tuples, else by name.
func SortFields(r *Record) {
	sort.SliceStable(r.Fields, func(i, j int) bool { return FieldLess(r.Fields[i].Name, r.Fields[j].Name) })
}

// FieldLess tells which of two fields comes first.
func FieldLess(a, b string) bool {
	if IsNumber(a) && IsNumber(b) && len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

// IsNumber reports whether a name of a field is a number, as those of tuples are.
func IsNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
