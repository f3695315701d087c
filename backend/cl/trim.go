package cl

import (
	"os"
	"path/filepath"
	"sort"
	"time"
)

// cacheLimit bounds PoCL's kernel cache, which PoCL itself lets grow for ever.
const cacheLimit = 512 << 20

// cacheRest is how long an entry is left alone after its last use: some process may have it open.
const cacheRest = time.Hour

// trimEvery is how often the cache is looked through: that takes half a second when it is full, while the first cell runs.
const trimEvery = 6 * time.Hour

// trimAtTimes trims the cache, unless that was done not long ago.
func trimAtTimes(dir string, now time.Time) {
	stamp := filepath.Join(dir, "trimmed")
	if info, err := os.Stat(stamp); err == nil && now.Sub(info.ModTime()) < trimEvery {
		return
	}
	if os.WriteFile(stamp, nil, 0o600) == nil {
		os.Chtimes(stamp, now, now)
		trim(dir, cacheLimit, now)
	}
}

// trim removes the programs used longest ago until the rest fits. PoCL keeps a folder for each program,
// two levels down, and touches the file last_accessed in it.
func trim(dir string, limit int64, now time.Time) {
	type entry struct {
		path string
		used time.Time
		size int64
	}
	var all []entry
	total := int64(0)
	paths, _ := filepath.Glob(filepath.Join(dir, "??", "*"))
	for _, p := range paths {
		info, err := os.Stat(filepath.Join(p, "last_accessed"))
		if err != nil {
			continue
		}
		e := entry{p, info.ModTime(), treeSize(p)}
		all = append(all, e)
		total += e.size
	}
	sort.Slice(all, func(i, j int) bool { return all[i].used.Before(all[j].used) })
	for _, e := range all {
		if total <= limit || now.Sub(e.used) < cacheRest {
			return
		}
		if os.RemoveAll(e.path) == nil {
			total -= e.size
		}
	}
}

func treeSize(dir string) (n int64) {
	// An entry that can't be read counts nothing: another process may be removing it.
	_ = filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}
