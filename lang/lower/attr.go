package lower

import (
	"strings"

	"raido/lang/core"
	"raido/lang/types"
)

// traceRow: trace x shows x on the side, where an engine can.
func traceRow(l *lowerer, c *call) val {
	l.trace("Trace", c.args[0])
	return c.args[0]
}

// traceAttr: #[trace] e shows e, #[trace(tag)] e with a tag before it.
func (l *lowerer) traceAttr(attr string, v val) {
	tag, ok := strings.CutPrefix(attr, "trace")
	switch {
	case ok && tag == "":
		l.trace("Trace", v)
	case ok && strings.HasPrefix(tag, "(") && strings.HasSuffix(tag, ")"):
		l.trace(tag[1:len(tag)-1], v)
	}
}

func (l *lowerer) trace(tag string, v val) {
	var b strings.Builder
	b.WriteString(escape(tag) + ": ")
	args := traceText(&b, nil, v)
	l.Add(nil, &core.Assert{Cond: core.BoolC(true), Msg: b.String(), Args: args, Trace: true})
}

// traceText writes a value as Futhark does, with a place for each leaf. An array of records is written as a record
// of arrays; sums and functions are opaque.
func traceText(b *strings.Builder, args []core.Atom, v val) []core.Atom {
	switch v := v.(type) {
	case scalar:
		b.WriteString("%d")
		return append(args, v.a)
	case array:
		if r, ok := v.elem.(rRec); ok {
			leaves := v.leaves
			fields := record{names: r.names}
			for _, f := range r.fields {
				n := len(leafTypes(f))
				fields.fields = append(fields.fields, ofRows(v.dim, f, leaves[:n]))
				leaves = leaves[n:]
			}
			return traceText(b, args, fields)
		}
		if len(v.leaves) == 1 {
			b.WriteString("%d")
			return append(args, v.leaves[0])
		}
	case record:
		left, right := "{", "}"
		if tupled := len(v.names) == 0 || v.names[0] == "0"; tupled {
			left, right = "(", ")"
		}
		b.WriteString(left)
		for i, f := range v.fields {
			if i > 0 {
				b.WriteString(", ")
			}
			if left == "{" {
				b.WriteString(v.names[i] + " = ")
			}
			args = traceText(b, args, f)
		}
		b.WriteString(right)
		return args
	default: // has no text
	}
	b.WriteString("#<opaque>")
	return args
}

// Tuning are values of tuning parameters: n takes the place of e in #[param(name)] e, which is not computed then.
// Names that a program does not have do nothing.
type Tuning map[string]int64

// tuned is the value that was set for a tuning parameter, nil if none was, or if the attribute is another one.
func (l *lowerer) tuned(e *types.Attr) val {
	name := e.Param()
	if name == "" {
		return nil
	}
	l.tunable[name] = true
	if n, ok := l.tuning[name]; ok {
		return scalar{a: core.IntC(n)}
	}
	return nil
}
