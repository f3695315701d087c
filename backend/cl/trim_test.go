package cl

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTrim(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{"AA/old": 9 * time.Hour, "AB/older": 20 * time.Hour, "AA/young": 2 * time.Hour, "AC/fresh": time.Minute} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(p, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, f := range []string{"program.bc", "last_accessed"} {
			if err := os.WriteFile(filepath.Join(p, f), make([]byte, 500), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		at := now.Add(-age)
		if err := os.Chtimes(filepath.Join(p, "last_accessed"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	left := func() int {
		m, _ := filepath.Glob(filepath.Join(dir, "??", "*"))
		return len(m)
	}
	trim(dir, 4000, now)
	if left() != 4 {
		t.Errorf("%d entries are left though all fit", left())
	}
	trim(dir, 2500, now)
	if _, err := os.Stat(filepath.Join(dir, "AA/young")); err != nil || left() != 2 {
		t.Errorf("%d entries are left, young: %v", left(), err)
	}
	trim(dir, 0, now)
	if _, err := os.Stat(filepath.Join(dir, "AC/fresh")); err != nil || left() != 1 {
		t.Errorf("%d entries are left, fresh: %v", left(), err)
	}
	for _, hours := range []struct{ at, mark time.Duration }{{0, 0}, {1, 0}, {7, 7}} { // when it looks, it leaves a mark
		trimAtTimes(dir, now.Add(hours.at*time.Hour))
		info, err := os.Stat(filepath.Join(dir, "trimmed"))
		if err != nil || info.ModTime().Sub(now.Add(hours.mark*time.Hour)).Abs() > time.Second {
			t.Errorf("after %d hours: %v, %v", hours.at, info, err)
		}
	}
}
