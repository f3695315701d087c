package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// largePrograms are array programs over n elements, for sizes at which the device takes all of its forms by itself. Their
// results are small, or summed up with weights, so that an element at a wrong place shows.
const largePrograms = `
def weigh [n] (xs: [n]i64): i64 = i64.sum (map2 (\i x -> (i % 1009 + 1) * x) (iota n) xs)
def weigh64 [n] (xs: [n]f64): f64 = f64.sum (map2 (\i x -> f64.i64 (i % 13 + 1) * x) (iota n) xs)
def ints (n: i64): [n]i64 = map (\i -> i * 7919 % 10007 - 5000) (iota n)
def reals (n: i64): [n]f64 = map (\x -> f64.i64 x / 5003) (ints n)
def keys (k: i64) (n: i64): [n]i64 = map (\i -> (i * 7919 + i / 17) % k) (iota n)

entry sums (n: i64) = let xs = ints n in (i64.sum xs, i64.maximum xs, reduce (\a b -> a + b + a * b) 0 xs, f64.sum (reals n))
entry scans (n: i64) =
  let xs = ints n
  in weigh (map3 (\a b c -> a - b + c) (scan (+) 0 xs) (scan i64.max i64.lowest xs) (reverse (scan (+) 0 (reverse xs))))
entry pairs (n: i64) = let (a, b) = unzip (scan (\(a, b) (c, d) -> (a * c % 101, (b * c + d) % 101)) (1, 0) (zip (map (+ 1) (keys 7 n)) (keys 11 n))) in (weigh a, weigh b)
entry histograms (n: i64) =
  let h k = weigh (reduce_by_index (replicate k 1) (+) 0 (keys k n) (ints n)) + weigh (reduce_by_index (replicate k (-1)) i64.max i64.lowest (keys k n) (iota n))
  in (h 3, h 1021, h (n / 2 + 1))
entry scattered (n: i64) = weigh (scatter (replicate n (-1)) (map (\i -> if i % 3 == 0 then -1 else n - 1 - i) (iota n)) (ints n))
entry filtered (n: i64) = let (a, b) = partition (\x -> x % 3 == 0) (ints n) in (length a, weigh a, weigh b, weigh (filter (> 100) (map (\x -> x * x % 211) b)))
entry sorted (n: i64) =
  let pass [n] (b: i64) (ks: [n]i64, vs: [n]i64): ([n]i64, [n]i64) =
    let ones = map (\k -> (k >> b) & 1) ks
    let zeros = map (1 -) ones
    let left = i64.sum zeros
    let is = map3 (\o p q -> if o == 0 then p - 1 else left + q - 1) ones (scan (+) 0 zeros) (scan (+) 0 ones)
    in (scatter (replicate n 0) is ks, scatter (replicate n 0) is vs)
  let (ks, vs) = loop s = (keys 509 n, iota n) for b < 9 do pass b s
  in (weigh ks, weigh vs)
entry products (n: i64) =
  let m = i64.f64 (f64.sqrt (f64.i64 n)) / 4 + 1
  let a = map (\i -> map (\j -> (i * 3 + j * 7) % 19) (iota m)) (iota (m + 2))
  let b = map (\i -> map (\j -> (i + j * 5) % 23) (iota (m + 3))) (iota m)
  in weigh (flatten (map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose b)) a))
entry rows (n: i64) = let m = n / 7 in weigh (reduce (map2 (+)) (replicate 7 0) (map (\i -> map (\j -> (i * j + 3) % 11) (iota 7)) (iota m)))
entry moved (n: i64) = let xs = rotate 3 (ints n) let ys = copy (reverse xs) with [n / 2] = 5 in weigh (ys ++ xs[1:n:3]) + weigh (map2 (+) ys xs)
entry slopes (n: i64) =
  let xs = reals n
  in ( weigh64 (vjp (\x -> f64.sum (map (\y -> y * f64.sin y) x)) xs 1), weigh64 (vjp f64.maximum xs 1), weigh64 (vjp f64.product (map (\x -> 1 + x / 1e6) xs) 1)
     , weigh64 (vjp (scan (+) 0) xs xs), weigh64 (vjp (\x -> map2 (*) (scan (+) 0 x) (scan f64.max (-9) x)) xs (map (/ 1000) xs)) )
entry slopes_by_index (n: i64) =
  let xs = reals n
  let h k op ne x = reduce_by_index (replicate k ne) op ne (keys k n) x
  in ( weigh64 (vjp (h 31 (+) 0) xs (map f64.i64 (iota 31))), weigh64 (vjp (h 31 f64.max (-9)) xs (map f64.i64 (iota 31)))
     , weigh64 (vjp (h 1021 (*) 1) (map (\x -> 1 + x / 1e6) xs) (map f64.i64 (iota 1021)))
     , weigh64 (vjp (\x -> scatter (replicate n 0) (map (\i -> n - 1 - i) (iota n)) x) xs xs) , weigh64 (vjp (\x -> map (\i -> x[i] * x[(i * 7) % n]) (keys n n)) xs xs) )
`

// TestLarge compares the engines on programs over many elements, OpenCL by turns (turns.Has). RAIDO_LARGE has the numbers of elements, as 100003,1000003,10000019:
// take prime ones, of which no part divides evenly. The interpreter takes a minute and some GB for the largest.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	t.Parallel()
	needDevice(t)
	sizes := "30011"
	if s := os.Getenv("RAIDO_LARGE"); s != "" {
		sizes = s
	}
	var entries []string
	for line := range strings.SplitSeq(largePrograms, "\n") {
		if name, ok := strings.CutPrefix(line, "entry "); ok {
			name, _, _ = strings.Cut(name, " ")
			entries = append(entries, name)
		}
	}
	run := func(backend, shape string, entries []string) {
		if len(entries) == 0 {
			return
		}
		var head strings.Builder
		for _, name := range entries {
			fmt.Fprintf(&head, "-- entry: %s\n", name)
			for n := range strings.SplitSeq(sizes, ",") {
				fmt.Fprintf(&head, "-- input { %si64 } auto output\n", n)
			}
		}
		file := filepath.Join(t.TempDir(), "large.fut")
		if err := os.WriteFile(file, []byte("-- Programs over many elements.\n-- ==\n"+head.String()+largePrograms), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(build(t), "test", "--timeout", "20m", "--backend", backend, file)
		cmd.Env = append(os.Environ(), "RAIDO_SHAPE="+shape)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s, %s: %v\n%s", backend, shape, err, out)
		}
	}
	run("wasm", "cpu", entries)
	for _, shape := range []string{"cpu", "gpu"} {
		turn, _ := byTurn("large "+shape, entries)
		run("opencl", shape, turn)
	}
}
