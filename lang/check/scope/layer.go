package scope

import (
	"strings"
)

// layer is a persistent map: a chain of maps whose sizes grow at least by half towards the end, so
// that a look-up visits few of them and adding copies little. A zero value takes a name away.
type layer[V comparable] struct {
	m    map[string]V
	next *layer[V]
}

func (l *layer[V]) get(name string) (V, bool) {
	var none V
	for ; l != nil; l = l.next {
		if v, ok := l.m[name]; ok {
			return v, v != none
		}
	}
	return none, false
}

func (l *layer[V]) add(m map[string]V) *layer[V] {
	if len(m) == 0 {
		return l
	}
	for l != nil && len(l.m) <= 2*len(m) {
		merged := make(map[string]V, len(l.m)+len(m))
		for k, v := range l.m {
			merged[k] = v
		}
		for k, v := range m {
			merged[k] = v
		}
		m, l = merged, l.next
	}
	return &layer[V]{m, l}
}

// all gives every binding that is not shadowed.
func (l *layer[V]) all() map[string]V { return l.begins("") }

// begins are the names with that prefix.
func (l *layer[V]) begins(prefix string) map[string]V {
	out := map[string]V{}
	for ; l != nil; l = l.next {
		for k, v := range l.m {
			if _, ok := out[k]; !ok && strings.HasPrefix(k, prefix) {
				out[k] = v
			}
		}
	}
	var none V
	for k, v := range out {
		if v == none {
			delete(out, k)
		}
	}
	return out
}
