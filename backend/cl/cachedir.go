package cl

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// CacheDir is a folder of the user's cache for compiled programs, made if it is not there. What lies in it is run: one that others can
// write, or that belongs to somebody else, is not used. The problem says why there is none.
func CacheDir(name string) (dir, problem string) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", err.Error()
	}
	dir = filepath.Join(base, "raido", name)
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

// unsafeDir says why what lies in a folder may come from somebody else; empty if it does not.
func unsafeDir(dir string) string {
	info, err := os.Stat(dir)
	if err != nil {
		return err.Error()
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && int(s.Uid) != os.Geteuid() {
		return fmt.Sprintf("the cache folder %s belongs to another user, and is not used: what lies in it would be run", dir)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Sprintf("others can write the cache folder %s (%v), so it is not used: what lies in it would be run; chmod go-w %s, after a look at what is there", dir, info.Mode(), dir)
	}
	return ""
}

// CacheProblems are the reasons for which compiled programs are not kept, each once.
func CacheProblems() (out []string) {
	for _, name := range []string{"opencl", "pocl"} {
		if _, problem := CacheDir(name); problem != "" && (len(out) == 0 || out[0] != problem) {
			out = append(out, problem)
		}
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

// driverCache sets PoCL's cache: the user's if nobody else can write it, else a folder of this process alone.
func driverCache() (dir string, err error) {
	if dir = os.Getenv("POCL_CACHE_DIR"); dir != "" && unsafeDir(dir) == "" {
		return dir, nil
	}
	dir, problem := CacheDir("pocl")
	if problem != "" {
		if dir, err = own(); err != nil {
			return "", err
		}
	}
	return dir, os.Setenv("POCL_CACHE_DIR", dir)
}

// inWork is for how long nobody touches what a process has put into the driver's cache: other processes may be compiling there, and
// PoCL ends a process whose folders vanish.
const inWork = time.Hour

// DropDriverCache empties PoCL's cache of all that was not written within the last hour, where it is one of ours: something in it may be damaged.
// It gives the folder.
func DropDriverCache() string {
	dir := os.Getenv("POCL_CACHE_DIR")
	if ours, _ := CacheDir("pocl"); (dir == "" || dir == ours) && ours != "" {
		dir = ours
		programs, _ := filepath.Glob(filepath.Join(dir, "??", "*"))
		for _, p := range programs {
			if time.Since(lastWritten(p)) > inWork {
				os.RemoveAll(p)
			}
		}
	}
	return dir
}

// lastWritten is when a file of a folder was last written; now if there is none yet, or if that cannot be told. PoCL notes uses in a file,
// too, which do not count.
func lastWritten(dir string) time.Time {
	var last time.Time
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "last_accessed" {
			return err
		}
		info, err := e.Info()
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return err
	})
	if err != nil || last.IsZero() {
		return time.Now()
	}
	return last
}
