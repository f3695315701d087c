// Package turns says which cases of slow tests have their turn in this run.
//
// Only tests import it.
package turns

import (
	"fmt"
	"hash/fnv"
	"os"
)

// Note [Turns]
//
// Most of the suite's time is that of the OpenCL driver's compiler. So cases that other engines run anyway, which compile in milliseconds, take turns on
// OpenCL. So do, wherever they run, long proofs of which a part tells nearly as much: the GPU shape on the device, costs of derivatives, ordinary programs at small sizes, fits of NIST's data, sums of many
// constructors, derivatives as text, the release's bytes. With RAIDO_TURN=k/n those are done whose turn it is in run k, a different nth of them for each k from 0 to n-1.
// tests/run.sh takes k from the commit, and says at the end that a fourth ran. Without RAIDO_TURN, and with RAIDO_FULL=1 there, all have their turn.

// Has reports whether a case, known by a name or text that is its own, has its turn in this run. Note [Turns].
func Has(name string) bool { return has(name, 1) }

// Seldom is Has for a case that costs as much as many others: it has one turn where they have three.
func Seldom(name string) bool { return has(name, 3) }

func has(name string, rare uint64) bool {
	var k, n uint64
	if _, err := fmt.Sscanf(os.Getenv("RAIDO_TURN"), "%d/%d", &k, &n); err != nil || n == 0 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	return (h.Sum64()>>32+k)%(rare*n) == 0
}
