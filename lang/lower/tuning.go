package lower

import (
	"raido/lang/core"
	"raido/lang/types"
)

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
