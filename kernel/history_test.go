//go:build unix

package kernel

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"raido/kernel/wire"
)

func TestHistory(t *testing.T) {
	var h history
	for i, code := range []string{"a", "b", "a/b", "a", "abc"} {
		h.add(i+1, code)
	}
	h.result(5, "out")
	two, three, zero, minus := 2, 3, 0, -1
	for _, tc := range []struct {
		q    wire.HistoryRequest
		want string
	}{
		{wire.HistoryRequest{Access: "tail", N: &two}, "[[1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "tail", N: &zero}, "[]"},
		{wire.HistoryRequest{Access: "tail", N: &two, Output: true}, "[[1 4 [a <nil>]] [1 5 [abc out]]]"},
		{wire.HistoryRequest{Access: "range", Start: 2, Stop: &three}, "[[1 2 b]]"},
		{wire.HistoryRequest{Access: "range", Session: 1, Start: 4}, "[[1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "range", Start: 4, Stop: &zero}, "[[1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "range", Start: -2, Stop: &minus}, "[[1 4 a]]"},
		{wire.HistoryRequest{Access: "range", Session: 7}, "[]"},
		{wire.HistoryRequest{Access: "range", Session: -1}, "[]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a*"}, "[[1 1 a] [1 3 a/b] [1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a*", Unique: true}, "[[1 3 a/b] [1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a*", Unique: true, N: &two}, "[[1 4 a] [1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "a?c"}, "[[1 5 abc]]"},
		{wire.HistoryRequest{Access: "search", Pattern: "["}, "[]"},
	} {
		if got := fmt.Sprint(h.answer(&tc.q)); got != tc.want {
			t.Errorf("%+v\n got %s\nwant %s", tc.q, got, tc.want)
		}
	}
	for i := range maxHistory {
		h.add(i+6, "x")
	}
	if n := len(h.own); n != maxHistory {
		t.Errorf("%d entries are kept", n)
	}
}

// disk is the history of a new session with its file in a folder, and what it noticed.
func disk(t *testing.T, folder string) (*history, *strings.Builder) {
	t.Helper()
	t.Setenv("RAIDO_HISTORY", filepath.Join(folder, "deep", "history.jsonl"))
	said := &strings.Builder{}
	h := &history{file: openHistory(func(format string, args ...any) { fmt.Fprintf(said, format, args...) })}
	t.Cleanup(h.file.close)
	return h, said
}

func (h *history) ask(q wire.HistoryRequest) string { return fmt.Sprint(h.answer(&q)) }

func wantText(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestHistoryOnDisk(t *testing.T) {
	folder := t.TempDir()
	first, _ := disk(t, folder)
	first.add(1, "one\n\"quoted\" ü <&>")
	first.result(1, "1")
	first.add(2, "two")
	first.file.close()
	second, _ := disk(t, folder)
	wantText(t, second.ask(wire.HistoryRequest{Access: "tail"}), "[[1 1 one\n\"quoted\" ü <&>] [1 2 two]]")
	wantText(t, second.ask(wire.HistoryRequest{Access: "range", Session: -1, Start: 1, Output: true}), "[[1 1 [one\n\"quoted\" ü <&> 1]] [1 2 [two <nil>]]]")
	wantText(t, second.ask(wire.HistoryRequest{Access: "range"}), "[]")
	if _, err := os.Stat(second.file.path); err != nil {
		t.Error(err)
	}
	third, _ := disk(t, folder) // at the same time
	third.add(1, "three")
	third.file.close()
	second.add(1, "four")
	two := 2
	wantText(t, second.ask(wire.HistoryRequest{Access: "tail", N: &two}), "[[2 1 three] [3 1 four]]")
	wantText(t, second.ask(wire.HistoryRequest{Access: "range", Session: -2}), "[[1 1 one\n\"quoted\" ü <&>] [1 2 two]]")
	wantText(t, second.ask(wire.HistoryRequest{Access: "range", Session: -3}), "[]")
	wantText(t, second.ask(wire.HistoryRequest{Access: "range"}), "[[3 1 four]]")
	wantText(t, second.ask(wire.HistoryRequest{Access: "search", Pattern: "t*"}), "[[1 2 two] [2 1 three]]")
}

// TestHistoryOfManyKernels: kernels that write at the same time lose nothing and have numbers of their own.
func TestHistoryOfManyKernels(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		h, said := disk(t, folder)
		all.Go(func() {
			for i := range 50 {
				h.add(i+1, strings.Repeat("x", 1000))
				h.result(i+1, "out")
			}
			h.file.mu.Lock()
			h.file.flush(10 * time.Second)
			h.file.mu.Unlock()
			if said.Len() > 0 {
				t.Error(said)
			}
		})
	}
	all.Wait()
	h, _ := disk(t, folder)
	entries, session := h.all()
	if len(entries) != 400 || session != 9 {
		t.Errorf("%d cells, session %d", len(entries), session)
	}
	for i, e := range entries {
		if e.session != i/50+1 || e.line != i%50+1 || e.output != "out" {
			t.Fatalf("cell %d is %+v", i, e)
		}
	}
}

// TestBrokenHistory: what is good in a broken file stays, the file is set aside, and a history without a file works.
func TestBrokenHistory(t *testing.T) {
	for name, text := range map[string]string{
		"garbage": "\x00\x01 not ours\n" + `{"session":3,"line":1,"input":"good"}` + "\n" + `{"session":"x"}` + "\n[]\n",
		"torn":    `{"session":3,"line":1,"input":"good"}` + "\n" + `{"session":4,"line":1,"inp`,
		"no end":  `{"session":3,"line":1,"input":"good"}` + "\n" + `{"session":3,"line":2,"output":"no input"}`,
	} {
		folder := t.TempDir()
		h, said := disk(t, folder)
		os.MkdirAll(filepath.Dir(h.file.path), 0o700)
		os.WriteFile(h.file.path, []byte(text), 0o600)
		wantText(t, h.ask(wire.HistoryRequest{Access: "tail"}), "[[3 1 good]]")
		h.add(1, "new")
		wantText(t, h.ask(wire.HistoryRequest{Access: "tail"}), "[[3 1 good] [4 1 new]]")
		kept, _ := os.ReadFile(h.file.path + ".broken")
		if name != "garbage" { // a kernel ended, or the disk was full: the tail is cut
			wantText(t, said.String()+string(kept), "")
		} else if !strings.Contains(said.String(), "was set aside") || string(kept) != text {
			t.Errorf("it says %q, and keeps %q", said, kept)
		}
		next, said := disk(t, folder)
		next.add(1, "newer")
		wantText(t, next.ask(wire.HistoryRequest{Access: "tail"}), "[[3 1 good] [4 1 new] [5 1 newer]]")
		wantText(t, said.String(), "")
	}
	h, said := disk(t, t.TempDir())
	os.MkdirAll(h.file.path, 0o700) // a folder where the file should be
	h.add(1, "a")
	h.add(2, "b")
	wantText(t, h.ask(wire.HistoryRequest{Access: "tail"}), "[[1 1 a] [1 2 b]]")
	if strings.Count(said.String(), "not kept") != 1 {
		t.Errorf("it says %q", said)
	}
}

// TestBrokenHistories: what was set aside is never overwritten.
func TestBrokenHistories(t *testing.T) {
	folder := t.TempDir()
	for i := range 3 {
		h, _ := disk(t, folder)
		os.MkdirAll(filepath.Dir(h.file.path), 0o700)
		os.WriteFile(h.file.path, fmt.Appendf(nil, "garbage %d\n", i), 0o600)
		h.add(1, "new")
		h.file.close()
		for k, suffix := range []string{".broken", ".broken-2", ".broken-3"}[:i+1] {
			if text, _ := os.ReadFile(h.file.path + suffix); string(text) != fmt.Sprintf("garbage %d\n", k) {
				t.Errorf("%s holds %q", suffix, text)
			}
		}
	}
}

// TestHistoryOnFullDisk: nothing is lost, no line is torn, and it is said once.
func TestHistoryOnFullDisk(t *testing.T) {
	if !inChild(t) {
		return
	}
	folder := t.TempDir()
	h, said := disk(t, folder)
	h.add(1, "kept")
	h.file.mu.Lock()
	h.file.flush(10 * time.Second)
	h.file.mu.Unlock()
	before, _ := os.ReadFile(h.file.path)
	var old syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old)
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(len(before)) + 1000, Max: old.Max})
	for i := range 5 {
		h.add(i+2, strings.Repeat("x", 600))
	}
	h.file.close()
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old)
	if n := strings.Count(said.String(), "history is not kept"); n != 1 {
		t.Errorf("it says %q", said)
	}
	after, _ := os.ReadFile(h.file.path)
	if _, bad := parseHistory(after); bad > 0 || !strings.HasPrefix(string(after), string(before)) {
		t.Errorf("the file holds %q", after)
	}
}

// inChild runs the test in a process of its own, since limits of a process would reach what the testing package writes, too. It
// reports whether this is that process.
func inChild(t *testing.T) bool {
	t.Helper()
	if os.Getenv("RAIDO_TEST_CHILD") == t.Name() {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "RAIDO_TEST_CHILD="+t.Name())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return false
}

// TestHistoryIsBounded: a file that has grown is cut to its newest cells.
func TestHistoryIsBounded(t *testing.T) {
	folder := t.TempDir()
	h, _ := disk(t, folder)
	h.add(1, strings.Repeat("x", maxInput+1)) // not kept
	for i := range 120 {
		h.add(i+2, strings.Repeat("x", maxInput))
	}
	h.file.mu.Lock()
	h.file.flush(10 * time.Second)
	h.file.mu.Unlock()
	info, err := os.Stat(h.file.path)
	if err != nil || info.Size() > 2*maxHistoryFile {
		t.Fatal(info.Size(), err)
	}
	next, _ := disk(t, folder)
	next.add(1, "new")
	entries, session := next.all()
	if n := len(entries); n < 10 || n > 40 || session != 2 || entries[n-1].input != "new" || entries[n-2].line != 121 {
		t.Errorf("%d cells, session %d, the last but one is %d", n, session, entries[n-2].line)
	}
}

func TestBrokenTail(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 0, "ü": 0, "a\xc3": 1, "\xe2\x82": 2, "€": 0, "\xf0\x9f\x98": 3, "\xff": 0, "\x80\x80": 0,
	} {
		if got := brokenTail([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
