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
	used int64
	once sync.Mutex // held while the value is made
	val  T
	made bool
}

func newProgCache[T any](size int) *progCache[T] {
	return &progCache[T]{size: size, items: map[string]*cached[T]{}}
}

// get finds the value of a key or makes it; who asks for the same meanwhile waits, others do not. Errors are not kept.
func (c *progCache[T]) get(key string, make func() (T, error)) (T, error) {
	it := c.item(key)
	it.once.Lock()
	defer it.once.Unlock()
	if it.made {
		return it.val, nil
	}
	v, err := make()
	if err != nil {
		return v, err
	}
	it.val, it.made = v, true
	return v, nil
}

// item is the place for a key.
func (c *progCache[T]) item(key string) *cached[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tick++
	it := c.items[key]
	if it == nil {
		it = &cached[T]{}
		c.items[key] = it
	}
	it.used = c.tick
	if len(c.items) > c.size {
		c.evict()
	}
	return it
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
	io.WriteString(h, core.Key(p))
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			fmt.Fprintf(h, "%p %d %d;", s.Src.Source, s.Src.Start, s.Src.End)
		})
	}
	return string(h.Sum(nil))
}
