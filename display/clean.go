package display

import (
	"encoding/json"
	"math"
	"reflect"
)

// Clean is the bundle as JSON can carry it: NaN and infinities, for which JSON has no words, are null, and a representation that
// cannot be encoded is left out. Text and pictures are as they were.
func (b Bundle) Clean() Bundle { return Bundle{Data: cleanMap(b.Data), Metadata: cleanMap(b.Metadata)} }

func cleanMap(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		switch v.(type) {
		case string, []byte:
			out[k] = v
			continue
		}
		if _, err := json.Marshal(v); err != nil {
			v = finite(reflect.ValueOf(v))
			if _, err := json.Marshal(v); err != nil {
				continue
			}
		}
		out[k] = v
	}
	return out
}

// finite copies maps and lists with null for numbers that are not finite.
func finite(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil
		}
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return finite(v.Elem())
	case reflect.Slice, reflect.Array:
		out := make([]any, v.Len())
		for i := range out {
			out[i] = finite(v.Index(i))
		}
		return out
	case reflect.Map:
		if v.Type().Key().Kind() != reflect.String {
			break
		}
		out := make(map[string]any, v.Len())
		for it := v.MapRange(); it.Next(); {
			out[it.Key().String()] = finite(it.Value())
		}
		return out
	}
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}
