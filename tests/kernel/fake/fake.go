// Package fake is a session.Session of a toy language, so that the protocol can be tested apart from
// Futhark. A cell has one command a line:
//
//	print TEXT     print a line          warn TEXT     print a line on stderr
//	part TEXT      print without newline lines N       print N lines, one call each
//	pause MS       wait, uninterruptible sleep MS      wait, interruptible
//	spin           wait for an interrupt value TEXT    the cell's value
//	set NAME TEXT  bind a name           get NAME      value of a name; unbound is an error
//	show ID TEXT   display with an id    update ID TEXT
//	clear          clear output          ask PROMPT    read a line, it is the value
//	fail           an error              panic         a bug
//	progress TEXT  how far it is         numbers        show and give numbers that are not finite, as JSON
//	late           print after the end   big N         print N bytes at once
//	look           an error unless it runs beside other cells
//	halves         print a letter of two bytes byte by byte, with a pause between them
//
// Completion of "panic" is a bug, of "slow" takes three seconds.
package fake

import (
	"context"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"raido/display"
	"raido/kernel/session"
)

// Session is the toy. The zero value is ready.
type Session struct {
	mu    sync.Mutex
	names map[string]string // never changes: a cell that succeeds puts another in its place
	looks bool
	// Down is closed by Shutdown if it is not nil.
	Down chan struct{}
}

// New makes a session.
func New() *Session { return &Session{names: map[string]string{}, Down: make(chan struct{})} }

func (s *Session) bound() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names
}

// Look implements session.Session.
func (s *Session) Look() session.Session { return &Session{names: s.bound(), looks: true} }

// Execute implements session.Session. Bindings are committed only if the whole cell succeeds.
func (s *Session) Execute(ctx context.Context, code string, opts session.ExecuteOptions, out session.Output) session.Result {
	next := map[string]string{}
	for k, v := range s.bound() {
		next[k] = v
	}
	var res session.Result
	for i, line := range strings.Split(code, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "" {
			continue
		}
		value, err := command(ctx, word, rest, next, out)
		if s.looks && word == "set" || !s.looks && word == "look" {
			err = &session.Error{Name: "UsageError", Value: word + " is not possible here"}
		}
		if err != nil {
			err.Traceback = []string{err.Name + ": " + err.Value, fmt.Sprintf("In [%d]:%d:1", opts.Count, i+1)}
			return session.Result{Status: session.StatusError, Err: err}
		}
		if word == "numbers" {
			out.Display(odd(), "")
			res.Value = odd()
		}
		if value != "" {
			res.Value = display.Text(value).With(display.MIMEHTML, "<b>"+value+"</b>")
		}
	}
	s.mu.Lock()
	s.names = next
	s.mu.Unlock()
	res.Status = session.StatusOK
	return res
}

// odd is a bundle with numbers for which JSON has no words.
func odd() display.Bundle {
	b := display.Text("NaN").With(display.MIMEJSON, []any{math.NaN(), math.Inf(1), 1.5}).
		With("application/vnd.vega-lite.v5+json", map[string]any{"data": map[string]any{"values": []map[string]float64{{"y": math.Inf(-1)}}}})
	b.Metadata = map[string]any{"scale": math.NaN()}
	return b
}

func command(ctx context.Context, word, rest string, names map[string]string, out session.Output) (string, *session.Error) {
	name, arg, _ := strings.Cut(rest, " ")
	n, _ := strconv.Atoi(rest)
	switch word {
	case "print":
		out.Stream("stdout", rest+"\n")
	case "part":
		out.Stream("stdout", rest)
	case "warn":
		out.Stream("stderr", rest+"\n")
	case "lines":
		for i := range n {
			out.Stream("stdout", fmt.Sprintf("line %d\n", i))
		}
	case "halves":
		out.Stream("stdout", "a\xc3")
		time.Sleep(120 * time.Millisecond)
		out.Stream("stdout", "\xbc\n")
	case "big":
		out.Stream("stdout", strings.Repeat("x", n))
	case "pause":
		time.Sleep(time.Duration(n) * time.Millisecond)
	case "sleep", "spin":
		return "", wait(ctx, word, n)
	case "value":
		return rest, nil
	case "set":
		names[name] = arg
	case "get":
		v, ok := names[name]
		if !ok {
			return "", &session.Error{Name: "NameError", Value: "no name " + name}
		}
		return v, nil
	case "show":
		out.Display(display.Text(arg), name)
	case "update":
		out.Update(display.Text(arg), name)
	case "progress":
		if p, ok := out.(session.ProgressOutput); ok {
			p.Progress(display.Text(rest))
		}
	case "clear":
		out.Clear(true)
	case "ask":
		line, err := out.Input(ctx, rest, false)
		if err != nil {
			return "", &session.Error{Name: "InputError", Value: err.Error()}
		}
		return line, nil
	case "late":
		time.AfterFunc(30*time.Millisecond, func() { out.Stream("stdout", "too late\n") })
	case "look", "numbers":
	case "fail":
		return "", &session.Error{Name: "RuntimeError", Value: "failed as told"}
	case "panic":
		panic("told to")
	default:
		return "", &session.Error{Name: "SyntaxError", Value: "unknown command " + word}
	}
	return "", nil
}

func wait(ctx context.Context, word string, ms int) *session.Error {
	var timer <-chan time.Time
	if word == "sleep" {
		timer = time.After(time.Duration(ms) * time.Millisecond)
	}
	select {
	case <-timer:
		return nil
	case <-ctx.Done():
		return &session.Error{Name: "Interrupted", Value: context.Cause(ctx).Error()}
	}
}

// Evaluate implements session.Session: an expression is a name.
func (s *Session) Evaluate(_ context.Context, expr string) (display.Bundle, *session.Error) {
	if expr == "panic" {
		panic("told to")
	}
	if expr == "numbers" {
		return odd(), nil
	}
	v, ok := s.bound()[expr]
	if !ok {
		return display.Bundle{}, &session.Error{Name: "NameError", Value: "no name " + expr}
	}
	return display.Text(v), nil
}

// Complete implements session.Session: names that begin with the word before the cursor.
func (s *Session) Complete(code string, cursor int) session.Completion {
	text := []rune(code)
	start := cursor
	for start > 0 && text[start-1] != ' ' && text[start-1] != '\n' {
		start--
	}
	prefix := string(text[start:cursor])
	if prefix == "panic" {
		panic("told to")
	}
	if prefix == "slow" {
		time.Sleep(3 * time.Second)
	}
	c := session.Completion{Start: start, End: cursor}
	for name := range s.bound() {
		if strings.HasPrefix(name, prefix) {
			c.Matches = append(c.Matches, session.Match{Text: name, Kind: "value", Signature: "text"})
		}
	}
	sort.Slice(c.Matches, func(i, j int) bool { return c.Matches[i].Text < c.Matches[j].Text })
	return c
}

// Inspect implements session.Session.
func (s *Session) Inspect(code string, _, level int) (display.Bundle, bool) {
	v, ok := s.bound()[strings.TrimSpace(code)]
	return display.Text(fmt.Sprintf("%s (level %d)", v, level)), ok
}

// IsComplete implements session.Session: a backslash at the end continues, "bad" is invalid.
func (s *Session) IsComplete(code string) (session.Completeness, string) {
	switch {
	case strings.HasSuffix(code, "\\"):
		return session.Incomplete, "  "
	case strings.HasPrefix(code, "bad"):
		return session.Invalid, ""
	}
	return session.Complete, ""
}

// Info implements session.Session.
func (s *Session) Info() session.Info {
	return session.Info{
		Implementation: "fake", Version: "1", Banner: "a toy",
		Language: session.Language{Name: "toy", Version: "1", MIMEType: "text/plain", FileExtension: ".toy"},
	}
}

// Shutdown implements session.Session.
func (s *Session) Shutdown(bool) {
	if s.Down != nil {
		close(s.Down)
	}
}
