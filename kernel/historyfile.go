package kernel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"raido/install"
	"raido/lang/file"
	"raido/lang/system"
)

// This file keeps the history of all sessions on disk: one file of JSON lines for all kernels of the user, which each appends to
// under a lock. A line is a cell, or the output of a cell before. It is read when a front end asks for history, and by the first
// cell, which gives the session its number; nothing waits for its writing.

// Bounds of the file. It is cut to the first when it has grown to twice as much.
const (
	maxHistoryFile = 4 << 20
	maxInput       = 256 << 10 // of a cell that is kept
	maxResult      = 16 << 10  // of an output; the rest is cut
	absurdFile     = 64 << 20  // is not read, but set aside
)

// record is a line of the file.
type record struct {
	Session int     `json:"session"`
	Line    int     `json:"line"`
	Input   *string `json:"input,omitempty"` // nil: Output is that of a cell before
	Output  string  `json:"output,omitempty"`
}

// historyFile is the file as one session uses it. A nil file keeps nothing.
type historyFile struct {
	path   string
	notice func(format string, args ...any)

	mu      sync.Mutex
	wake    sync.Cond // anything changed
	pending []record
	started bool // the writer runs
	writing bool
	closed  bool
	failed  bool // the file cannot be used
	session int  // number of the running session; 0 before it is in the file

	read struct { // what others found last
		info    os.FileInfo
		entries []entry
	}
}

// openHistory is the history of the user, unless RAIDO_HISTORY names another file or says off.
func openHistory(notice func(format string, args ...any)) *historyFile {
	name := os.Getenv("RAIDO_HISTORY")
	if name == "off" || name == os.DevNull {
		return nil
	}
	if name == "" {
		folder, err := install.DataFolder()
		if err != nil {
			return nil
		}
		name = filepath.Join(folder, "history.jsonl")
	}
	f := &historyFile{path: name, notice: notice}
	f.wake.L = &f.mu
	return f
}

// put has a record written.
func (f *historyFile) put(r record) {
	if f == nil || r.Input != nil && len(*r.Input) > maxInput {
		return
	}
	if len(r.Output) > maxResult {
		r.Output = strings.ToValidUTF8(r.Output[:maxResult], "") + "..."
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || f.failed {
		return
	}
	f.pending = append(f.pending, r)
	f.wake.Broadcast()
	if !f.started {
		f.started = true
		go f.writer()
	}
}

// writer writes what is pending until the file is closed.
func (f *historyFile) writer() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		for len(f.pending) == 0 && !f.closed {
			f.wake.Wait()
		}
		if len(f.pending) == 0 {
			return
		}
		batch, session := f.pending, f.session
		f.pending, f.writing = nil, true
		f.mu.Unlock()
		session, err := f.write(batch, session)
		f.mu.Lock()
		f.writing, f.session = false, session
		if err != nil {
			f.failed, f.pending = true, nil
			f.notice("history is not kept: %v", err)
		}
		f.wake.Broadcast()
	}
}

// flush waits until everything is written, for at most so long.
func (f *historyFile) flush(limit time.Duration) {
	end := time.Now().Add(limit)
	timer := time.AfterFunc(limit, f.wake.Broadcast)
	defer timer.Stop()
	for (len(f.pending) > 0 || f.writing) && time.Now().Before(end) {
		f.wake.Wait()
	}
}

// close has written what is pending, and takes no more.
func (f *historyFile) close() {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.wake.Broadcast()
	f.flush(linger)
}

// write appends records under the lock. Without a session number yet it takes the next one, after a look at the whole file.
func (f *historyFile) write(batch []record, session int) (int, error) {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return session, err
	}
	lock := flock.New(f.path+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return session, err
	}
	defer lock.Close() // which unlocks
	if session == 0 {
		last, err := f.tidy()
		if err != nil {
			return session, err
		}
		session = last + 1
	}
	for i := range batch {
		batch[i].Session = session
	}
	if err := f.append(lines(batch)); err != nil {
		return session, err
	}
	if info, err := os.Stat(f.path); err == nil && info.Size() > 2*maxHistoryFile {
		_, err = f.tidy()
		return session, err
	}
	return session, nil
}

// append adds lines to the file, all or none: what a full disk has taken of them is cut off again. So is the tail that a kernel has left
// that ended within a line.
func (f *historyFile) append(text []byte) error {
	out, err := os.OpenFile(f.path, os.O_CREATE|os.O_APPEND|os.O_RDWR|system.ReadAtOnce, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	info, err := out.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is %w", f.path, file.ErrKind)
	}
	if err != nil {
		return err
	}
	size := info.Size()
	tail := make([]byte, min(size, 8*maxInput))
	if _, err := out.ReadAt(tail, size-int64(len(tail))); err != nil {
		return err
	}
	if end := int64(bytes.LastIndexByte(tail, '\n') + 1); end < int64(len(tail)) {
		size -= int64(len(tail)) - end
		if err := out.Truncate(size); err != nil {
			return err
		}
	}
	if _, err = out.Write(text); err != nil {
		return errors.Join(err, out.Truncate(size))
	}
	return nil
}

func lines(records []record) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for _, r := range records {
		e.Encode(r) // a buffer takes everything, and a record can be encoded
	}
	return out.Bytes()
}

// tidy reads the file under the lock and gives the number of its last session. It sets a broken file aside, and cuts one that is
// too long; what is good stays.
func (f *historyFile) tidy() (last int, err error) {
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if info.Size() > absurdFile {
		return 0, f.setAside("it has %d MB", info.Size()>>20)
	}
	text, err := file.Read(f.path, absurdFile)
	if err != nil {
		return 0, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1] // append cuts the rest
	entries, bad := parseHistory(text)
	for _, e := range entries {
		last = max(last, e.session)
	}
	if bad == 0 && len(text) <= 2*maxHistoryFile && len(entries) <= 2*maxHistory {
		return last, nil
	}
	next := f.path + ".new" // first of all: the disk may be full
	if err := os.WriteFile(next, lines(newest(entries)), 0o600); err != nil {
		return last, errors.Join(err, os.Remove(next))
	}
	if bad > 0 {
		if err := f.setAside("%d lines are broken", bad); err != nil {
			return last, err
		}
	}
	return last, os.Rename(next, f.path)
}

// newest are the records of the last entries, as many as the file is to have.
func newest(entries []entry) []record {
	size, from := 0, len(entries)
	for from > 0 && len(entries)-from < maxHistory && size < maxHistoryFile {
		from--
		size += len(entries[from].input) + len(entries[from].output) + 50
	}
	var out []record
	for _, e := range entries[from:] {
		out = append(out, record{e.session, e.line, &e.input, e.output})
	}
	return out
}

// setAside renames the file, so that what is in it is not lost, and nothing that was set aside before.
func (f *historyFile) setAside(format string, args ...any) error {
	aside := f.path + ".broken"
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); err != nil {
			break
		}
		aside = fmt.Sprintf("%s.broken-%d", f.path, n)
	}
	f.notice("the history file %s was set aside as %s: %s", f.path, aside, fmt.Sprintf(format, args...))
	return os.Rename(f.path, aside)
}

// parseHistory reads the lines of a file, and counts those that are none of ours.
func parseHistory(text []byte) (entries []entry, bad int) {
	at := map[[2]int]int{}
	for line := range bytes.Lines(text) {
		var r record
		err := json.Unmarshal(line, &r)
		if err != nil || r.Session < 1 || line[len(line)-1] != '\n' {
			bad++
			continue
		}
		key := [2]int{r.Session, r.Line}
		if r.Input != nil {
			at[key] = len(entries)
			entries = append(entries, entry{r.Session, r.Line, *r.Input, r.Output})
		} else if i, ok := at[key]; ok {
			entries[i].output = r.Output
		}
	}
	return entries, bad
}

// others are the cells of other sessions, and the number of this one. Lines that are being written are not there yet.
func (f *historyFile) others() ([]entry, int) {
	if f == nil {
		return nil, 1
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.flush(linger)
	info, err := os.Stat(f.path)
	if err != nil || info.Size() > absurdFile {
		return nil, max(f.session, 1)
	}
	if old := f.read.info; old == nil || !os.SameFile(old, info) || old.Size() != info.Size() || old.ModTime() != info.ModTime() {
		text, err := file.Read(f.path, absurdFile)
		if err != nil {
			return nil, max(f.session, 1)
		}
		f.read.info = info
		f.read.entries, _ = parseHistory(text)
	}
	var out []entry
	session := f.session
	for _, e := range f.read.entries {
		if e.session != f.session {
			out = append(out, e)
		}
		if f.session == 0 {
			session = max(session, e.session)
		}
	}
	if f.session == 0 {
		session++
	}
	return out, session
}
