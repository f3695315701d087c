package backend

import (
	"crypto/sha256"
	"fmt"
	"io"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"raido/lang/core"
)

// Cache keeps what is made of programs by key, a bounded number, those that were used last.
type Cache[T any] struct {
	items *lru.Cache[string, *cached[T]]
}

// cached is the place for a value.
type cached[T any] struct {
	making sync.Mutex // held while the value is made
	val    T
	made   bool
}

// NewCache is an empty cache for size values, at least one.
func NewCache[T any](size int) *Cache[T] {
	items, err := lru.New[string, *cached[T]](size)
	if err != nil {
		panic(err)
	}
	return &Cache[T]{items}
}

// Get finds the value of a key or makes it; who asks for the same meanwhile waits, others do not. Errors are not kept.
func (c *Cache[T]) Get(key string, make func() (T, error)) (T, error) {
	it := c.item(key)
	it.making.Lock()
	defer it.making.Unlock()
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
func (c *Cache[T]) item(key string) *cached[T] {
	if it, ok := c.items.Get(key); ok {
		return it
	}
	it := &cached[T]{}
	if first, ok, _ := c.items.PeekOrAdd(key, it); ok { // somebody else was faster
		return first
	}
	return it
}

// Len is the number of values and of those that are being made.
func (c *Cache[T]) Len() int { return c.items.Len() }

// Key identifies a program by its text and by the places that its failures would name.
func Key(p *core.Prog) string {
	h := sha256.New()
	io.WriteString(h, core.Key(p))
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			fmt.Fprintf(h, "%p %d %d;", s.Src.Source, s.Src.Start, s.Src.End)
		})
	}
	return string(h.Sum(nil))
}
