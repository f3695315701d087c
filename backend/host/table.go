package host

// table holds values by the numbers of variables or memories, of which a form's are close together: two looks into arrays. What is
// noted once has a place in it, which stays over runs.
type table[V any] struct {
	first int64
	place []int32 // of the number first + k, from 1 on; 0 is none
	at    []entry[V]
}

type entry[V any] struct {
	there bool
	val   V
}

// where is the entry of a number, nil if it never had a value.
func (t *table[V]) where(id int64) *entry[V] {
	k := id - t.first
	if k < 0 || k >= int64(len(t.place)) || t.place[k] == 0 {
		return nil
	}
	return &t.at[t.place[k]-1]
}

// get is the value of a number, if it has one.
func (t *table[V]) get(id int64) (v V, ok bool) {
	if e := t.where(id); e != nil {
		return e.val, e.there
	}
	return v, false
}

// put gives a number a value.
func (t *table[V]) put(id int64, v V) {
	e := t.where(id)
	if e == nil {
		t.reach(id)
		t.at = append(t.at, entry[V]{})
		t.place[id-t.first] = int32(len(t.at))
		e = &t.at[len(t.at)-1]
	}
	*e = entry[V]{true, v}
}

// reach makes room for a number.
func (t *table[V]) reach(id int64) {
	if len(t.place) == 0 {
		t.first = id
	}
	first, end := min(t.first, id), max(t.first+int64(len(t.place)), id+1)
	if first < t.first || end > t.first+int64(len(t.place)) {
		room := (end - first) / 2 // the next ones are near
		if first < t.first {
			first -= room
		}
		place := make([]int32, end-first+room)
		copy(place[t.first-first:], t.place)
		t.first, t.place = first, place
	}
}

// drop takes a number's value away.
func (t *table[V]) drop(id int64) {
	if e := t.where(id); e != nil {
		*e = entry[V]{}
	}
}

// clear takes all values away.
func (t *table[V]) clear() {
	clear(t.at)
}

// all calls f with each value.
func (t *table[V]) all(f func(v V)) {
	for i := range t.at {
		if t.at[i].there {
			f(t.at[i].val)
		}
	}
}
