package backend_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"raido/backend"
)

// TestCache: a value is made once however many ask for it, those used last stay, and errors are not kept.
func TestCache(t *testing.T) {
	c := backend.NewCache[string](3)
	var made atomic.Int32
	get := func(key string) string {
		v, err := c.Get(key, func() (string, error) { return fmt.Sprint(key, made.Add(1)), nil })
		if err != nil {
			t.Error(err)
		}
		return v
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { get("a") })
	}
	wait.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
	for _, key := range []string{"b", "c", "a", "d"} { // b is the one used longest ago
		get(key)
	}
	if v := get("a"); v != "a1" || c.Len() != 3 {
		t.Errorf("%s, %d values", v, c.Len())
	}
	if v := get("b"); v != "b5" {
		t.Errorf("the value used longest ago is still there: %s", v)
	}
	fault := errors.New("no")
	if _, err := c.Get("e", func() (string, error) { return "", fault }); err != fault {
		t.Error(err)
	}
	if v := get("e"); v != "e6" {
		t.Errorf("an error was kept: %s", v)
	}
}
