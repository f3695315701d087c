package cl

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"raido/lang/system"
)

// cacheBase is the folder of the user's cache for compiled programs, made if it is not there. What lies in it is run: one that others can
// write, or that belongs to somebody else, is not used. The problem says why there is none.
func cacheBase() (dir, problem string) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", err.Error()
	}
	dir = filepath.Join(base, "raido", "compiled")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Sprintf("the cache folder %s cannot be made: %v", dir, err)
	}
	for _, d := range []string{filepath.Dir(dir), dir} {
		if problem := unsafeDir(d); problem != "" {
			return "", problem
		}
	}
	if !writable(dir) {
		return "", fmt.Sprintf("the cache folder %s cannot be written, or its disk is full: programs are compiled anew in each session", dir)
	}
	return dir, ""
}

// CacheDir is a folder for compiled programs of one kind, in the generation that this process uses. It gives false where there is none;
// CacheProblems says why.
func CacheDir(kind string) (string, bool) {
	base, problem := cacheBase()
	if problem != "" {
		return "", false
	}
	used.Lock()
	defer used.Unlock()
	dir := used.generations[base]
	if _, err := os.Stat(dir); err != nil { // none yet, or the user has removed it
		if dir, err = generation(base); err != nil {
			return "", false
		}
		used.generations[base] = dir
	}
	dir = filepath.Join(dir, kind)
	return dir, os.MkdirAll(dir, 0o700) == nil
}

// used has the generation of each cache that this process uses.
var used = struct {
	sync.Mutex
	generations map[string]string
}{generations: map[string]string{}}

// unsafeDir says why what lies in a folder may come from somebody else; empty if it does not.
func unsafeDir(dir string) string {
	info, err := os.Stat(dir)
	if err != nil {
		return err.Error()
	}
	if system.Foreign(info) {
		return fmt.Sprintf("the cache folder %s belongs to another user, and is not used: what lies in it would be run", dir)
	}
	if system.OthersWrite(info) {
		return fmt.Sprintf("others can write the cache folder %s (%v), so it is not used: what lies in it would be run; chmod go-w %s, after a look at what is there", dir, info.Mode(), dir)
	}
	return ""
}

// CacheProblems are the reasons for which compiled programs are not kept.
func CacheProblems() (out []string) {
	if _, problem := cacheBase(); problem != "" {
		out = append(out, problem)
	}
	if dir := os.Getenv("POCL_CACHE_DIR"); dir != "" {
		if problem := unsafeDir(dir); problem != "" {
			out = append(out, problem)
		}
	}
	return out
}

// own is a folder of this process alone, for where there is no cache.
var own = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "raido-pocl-") })

// driverCache sets PoCL's cache: what the user wants, or a folder of ours, if nobody else can write it; else one of this process alone.
func driverCache() (dir string, err error) {
	if dir = os.Getenv("POCL_CACHE_DIR"); dir != "" && !ours(dir) && unsafeDir(dir) == "" {
		return dir, nil
	}
	dir, ok := CacheDir("pocl")
	if !ok {
		if dir, err = own(); err != nil {
			return "", err
		}
	}
	return dir, os.Setenv("POCL_CACHE_DIR", dir)
}

// ours reports whether a folder is one that driverCache has set, here or in the process that has started this one.
func ours(dir string) bool {
	base, problem := cacheBase()
	return problem == "" && strings.HasPrefix(dir, base+string(filepath.Separator))
}

// Note [Generations]
//
// PoCL runs whatever lies in its cache, damaged or not, makes the binaries of programs of it, and ends a process whose folders there
// vanish. So nothing is taken out of a cache in which something may be damaged: the next process begins a new one, of all that is compiled. Generations are folders with numbers, and the highest is the
// one to use. A process has a shared lock on the one that it uses; whoever comes next removes those before it that nobody uses.

// lockName is the file of a generation that is locked. It is made with it, and never written.
const lockName = "lock"

// generation is the newest generation of a cache. This process has it from now on.
func generation(base string) (string, error) {
	for {
		all, err := generations(base)
		if err != nil {
			return "", err
		}
		newest := slices.Max(append(all, 1))
		dir := filepath.Join(base, strconv.Itoa(newest))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", err
		}
		lock := lockOf(dir)
		mine, err := lock.TryRLock() // until this process ends
		if err != nil {
			return "", err
		}
		if !mine { // somebody removes it, so there is another one
			continue
		}
		if now, _ := generations(base); slices.Max(append(now, 0)) != newest { // another one came, and this one may go
			lock.Close()
			continue
		}
		held.Lock()
		held.locks = append(held.locks, lock)
		held.Unlock()
		for _, g := range all {
			if g != newest {
				sweep(filepath.Join(base, strconv.Itoa(g)))
			}
		}
		return dir, nil
	}
}

// generations are the numbers of the generations of a cache.
func generations(base string) (out []int, err error) {
	entries, err := os.ReadDir(base)
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && n > 0 && e.IsDir() {
			out = append(out, n)
		}
	}
	return out, err
}

// held are the locks of this process: one that nobody has any more is let go.
var held struct {
	sync.Mutex
	locks []*flock.Flock
}

// lockOf is the lock of a generation, which nobody has yet.
func lockOf(dir string) *flock.Flock {
	return flock.New(filepath.Join(dir, lockName), flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
}

// sweep removes a generation that nobody uses.
func sweep(dir string) {
	lock := lockOf(dir)
	if mine, err := lock.TryLock(); err == nil && mine {
		os.RemoveAll(dir)
		lock.Close()
		os.RemoveAll(dir) // where a file that is open is not removed
	}
}

// RenewCache has processes that start from now on use a new generation: something in the cache may be damaged. Where that was done since
// a time, it is not done again. It gives the folder that someone may delete in whose cache something is still damaged.
func RenewCache(since time.Time) string {
	base, problem := cacheBase()
	all, err := generations(base)
	if problem != "" || err != nil {
		return ""
	}
	newest := slices.Max(append(all, 0))
	if made, err := os.Stat(filepath.Join(base, strconv.Itoa(newest), lockName)); err == nil && made.ModTime().Before(since) {
		next := filepath.Join(base, strconv.Itoa(newest+1))
		if os.Mkdir(next, 0o700) == nil { // else somebody else has
			lock := lockOf(next) // which makes its file
			lock.TryRLock()
			lock.Close()
		}
	}
	if dir := os.Getenv("POCL_CACHE_DIR"); dir != "" && !ours(dir) {
		return dir
	}
	return base
}
