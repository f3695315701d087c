package backend

import (
	"crypto/sha256"
	"fmt"
	"io"
	"sync"

	"raido/lang/core"
)

// progCache keeps compiled programs by key, the most recently used ones.
type progCache[T any] struct {
	mu    sync.Mutex
	size  int
	tick  int64
	items map[string]*cached[T]
}

type cached[T any] struct {
	val  T
	used int64
}

func newProgCache[T any](size int) *progCache[T] {
	return &progCache[T]{size: size, items: map[string]*cached[T]{}}
}

// get finds the value of a key or makes it. Errors are not kept.
func (c *progCache[T]) get(key string, make func() (T, error)) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tick++
	if it, ok := c.items[key]; ok {
		it.used = c.tick
		return it.val, nil
	}
	v, err := make()
	if err != nil {
		return v, err
	}
	c.items[key] = &cached[T]{v, c.tick}
	if len(c.items) > c.size {
		c.evict()
	}
	return v, nil
}

// evict forgets the item that was used longest ago.
func (c *progCache[T]) evict() {
	oldest, at := "", c.tick+1
	for k, it := range c.items {
		if it.used < at {
			oldest, at = k, it.used
		}
	}
	delete(c.items, oldest)
}

// programKey identifies a program by its text and by the places that its failures would name.
func programKey(p *core.Prog) string {
	h := sha256.New()
	io.WriteString(h, core.Canon(p))
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			fmt.Fprintf(h, "%p %d %d;", s.Src.Source, s.Src.Start, s.Src.End)
		})
	}
	return string(h.Sum(nil))
}
