package adrandom

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestRandomDerivatives checks random programs: RAIDO_RANDOM is their number, RAIDO_SEED the first seed.
func TestRandomDerivatives(t *testing.T) {
	count, seed := number("RAIDO_RANDOM", 60), number("RAIDO_SEED", 1)
	kinds := map[string]int{}
	var mutex sync.Mutex
	seeds := make(chan int)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for s := range seeds {
				p := generate(uint64(s))
				out := inspect(p)
				mutex.Lock()
				kinds[out.kind]++
				mutex.Unlock()
				switch out.kind {
				case "", "kink", "slow":
					continue
				}
				small := shrink(p, func(c *program) bool {
					now := inspect(c)
					return now.kind == out.kind && strings.Contains(now.text, "E0301") == strings.Contains(out.text, "E0301")
				}, 10*time.Second)
				t.Errorf("seed %d: %s\n%s-- n = %d, point %d\n%s", s, out.kind, small, small.n, small.point, inspect(small).text)
			}
		})
	}
	for s := range count {
		seeds <- seed + s
	}
	close(seeds)
	workers.Wait()
	t.Logf("%d programs: %v", count, kinds)
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}
