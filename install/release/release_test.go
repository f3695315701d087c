package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"raido/kernel/session"
	"raido/tests/turns"
)

// TestVersion: the list of changes and the command name the same version.
func TestVersion(t *testing.T) {
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := versionOf(string(changes)); err != nil || v != session.Version {
		t.Errorf("CHANGELOG.md begins with %q (%v), the command is %s", v, err, session.Version)
	}
	if v, err := versionOf("# Changes\n"); err == nil {
		t.Errorf("no version, and yet %q", v)
	}
}

// unpacked are the files of an archive. It fails if anything but their names, contents and modes is in it.
func unpacked(t *testing.T, data []byte, when time.Time) []entry {
	t.Helper()
	var out []entry
	add := func(name string, mode fs.FileMode, r io.Reader, at time.Time) {
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if !at.Equal(when) || at.Location() != time.UTC && at.UTC() != when {
			t.Errorf("%s is of %v", name, at)
		}
		out = append(out, entry{name: name, data: text, runs: mode == 0o755})
	}
	if archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
		for _, f := range archive.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, f.Mode(), r, f.Modified)
		}
		return out
	}
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if !packed.ModTime.IsZero() || packed.Name != "" {
		t.Errorf("gzip says %+v", packed.Header)
	}
	archive := tar.NewReader(packed)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" {
			t.Errorf("%s belongs to somebody: %+v", h.Name, h)
		}
		add(h.Name, fs.FileMode(h.Mode), archive, h.ModTime)
	}
}

// TestArchives: files come in the order of their names, whatever order they were given in, and alone in a folder.
func TestArchives(t *testing.T) {
	r := release{version: "1.2.3", time: time.Unix(1_800_000_002, 0).UTC()}
	files := []entry{{name: "raido", data: []byte("\x7fELF"), runs: true}, {name: "a/b", data: []byte("x")}, {name: "README.md"}}
	for _, to := range targets {
		var first []byte
		for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}} {
			given := []entry{files[order[0]], files[order[1]], files[order[2]]}
			path := filepath.Join(t.TempDir(), "archive"+extension(to))
			if err := r.archive(path, to, given); err != nil {
				t.Fatal(err)
			}
			data, _ := os.ReadFile(path)
			if first != nil && !bytes.Equal(first, data) {
				t.Errorf("%v: another order gives other bytes", to)
			}
			first = data
		}
		for i, e := range unpacked(t, first, r.time) {
			want := files[[]int{2, 1, 0}[i]]
			if e.name != r.name(to)+"/"+want.name || !bytes.Equal(e.data, want.data) || e.runs != want.runs {
				t.Errorf("%v: %+v, want %+v", to, e, want)
			}
		}
	}
}

// TestModuleWithoutLicence: what has no text, or one that says nothing, is found out.
func TestModuleWithoutLicence(t *testing.T) {
	m := module{name: "x", version: "v1", dir: t.TempDir()}
	for range 2 {
		if err := m.read(); err == nil || !strings.Contains(err.Error(), "x v1 has no licence") {
			t.Errorf("%v", err)
		}
		os.WriteFile(filepath.Join(m.dir, "LICENSE"), []byte("See elsewhere.\n"), 0o644)
	}
}

// repository makes a repository of the files as they are here, with one commit that is the same wherever it is made.
func repository(t *testing.T, dir string, env []string) {
	t.Helper()
	const script = `git init -q . && git -C "$FROM" ls-files -z -co --exclude-standard | (cd "$FROM" && xargs -0 sh -c 'for f; do [ -e "$f" ] && echo "$f"; done' sh) |
		tar -cf - -C "$FROM" -T - | tar -xf - && git add -A && git -c user.name=r -c user.email=r@example.org commit -q -m release`
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", "umask $MASK; "+script)
	cmd.Dir, cmd.Env = dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestSameBytes builds an archive twice, as two users in two places with other clocks would, and looks at what is in it.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds the command twice")
	}
	if !turns.Seldom("release") {
		t.Skip("not its turn: builds the command twice")
	}
	for _, tool := range []string{"bash", "git", "tar", "xargs"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s on this machine", tool)
		}
	}
	from, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	caches, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache := strings.Fields(string(caches))
	var made [][]byte
	for _, user := range [][]string{
		{"MASK=022", "TZ=UTC", "LC_ALL=C", "DIR=a", "GOFLAGS="},
		{"MASK=077", "TZ=Asia/Tokyo", "LC_ALL=de_DE.UTF-8", "DIR=another place/ü", "GOFLAGS=-buildvcs=true", "GOAMD64=v3", "GOARM64=v9.0", "CGO_ENABLED=1"},
	} {
		dir := filepath.Join(t.TempDir(), user[3][len("DIR="):])
		out := filepath.Join(t.TempDir(), "out")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		env := append(os.Environ(), user...)
		env = append(env, "FROM="+from, "GOCACHE="+cache[0], "GOMODCACHE="+cache[1], "HOME="+t.TempDir(), "TMPDIR="+t.TempDir(),
			"GIT_AUTHOR_DATE=1800000001 +0000", "GIT_COMMITTER_DATE=1800000001 +0000")
		repository(t, dir, env)
		os.WriteFile(filepath.Join(dir, "README.md"), []byte("not committed"), 0o644)
		cmd := exec.Command("bash", "-c", `umask $MASK; exec install/release.sh -out "$OUT" -target linux/arm64`)
		cmd.Dir, cmd.Env = dir, append(env, "OUT="+out)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		files, _ := filepath.Glob(filepath.Join(out, "*"))
		if len(files) != 2 || filepath.Base(files[0]) != "SHA256SUMS" {
			t.Fatalf("it makes %v", files)
		}
		data, err := os.ReadFile(files[1])
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, data)
	}
	if !bytes.Equal(made[0], made[1]) {
		for i, e := range unpacked(t, made[1], time.Unix(1800000001, 0).UTC()) {
			if one := unpacked(t, made[0], time.Unix(1800000001, 0).UTC())[i]; !bytes.Equal(one.data, e.data) {
				t.Errorf("%s differs (%d and %d bytes)", e.name, len(one.data), len(e.data))
			}
		}
		t.Fatal("the same commit gives other bytes in another place")
	}
	contents(t, unpacked(t, made[0], time.Unix(1800000001, 0).UTC()))
}

// contents holds an archive to what the binary in it says of itself.
func contents(t *testing.T, files []entry) {
	find := func(name string) entry {
		i := slices.IndexFunc(files, func(e entry) bool { return e.name == "raido-"+session.Version+"-linux-arm64/"+name })
		if i < 0 {
			t.Fatalf("no %s in the archive", name)
		}
		return files[i]
	}
	if strings.Contains(string(find("README.md").data), "not committed") {
		t.Error("what is not committed is in the archive")
	}
	find("notebooks/01-first-light.ipynb")
	binary := find("raido")
	info, err := buildinfo.Read(bytes.NewReader(binary.data))
	if err != nil || !binary.runs {
		t.Fatalf("%v, runs: %v", err, binary.runs)
	}
	list := string(find("THIRD-PARTY.txt").data)
	linked := append(info.Deps, &debug.Module{Path: "std", Version: info.GoVersion})
	if len(linked) < 10 {
		t.Errorf("the binary names only %d modules", len(linked))
	}
	for _, m := range linked {
		head := "\n" + m.Path + " " + m.Version + ": "
		_, text, found := strings.Cut(list, strings.Repeat("=", 80)+head)
		text, _, _ = strings.Cut(text, strings.Repeat("=", 80))
		if strings.Count(list, head) < 2 || !found || len(text) < 500 {
			t.Errorf("no licence of %s %s, but %q", m.Path, m.Version, text)
		}
	}
}
