package irtext

import (
	"fmt"
	"strconv"
)

// Cursor goes through tokens, the last of which is End. What does not fit is a panic with a *Fault, which Caught recovers.
type Cursor struct {
	Toks []Token
	Pos  int
}

// Caught is deferred: it makes an error of the Fault that the function panics with.
func Caught(fault **Fault) {
	switch r := recover().(type) {
	case nil:
	case *Fault:
		*fault = r
	default:
		panic(r)
	}
}

// Peek is the next token.
func (c *Cursor) Peek() Token { return c.Toks[c.Pos] }

// Next is the next token, and goes past it; not past End.
func (c *Cursor) Next() Token {
	t := c.Peek()
	if t.Kind != End {
		c.Pos++
	}
	return t
}

// FailAt says what is wrong with a token.
func (c *Cursor) FailAt(t Token, format string, args ...any) {
	panic(&Fault{t.At, t.At + max(1, len(t.Text)), fmt.Sprintf(format, args...)})
}

// Fail says what is wrong with the next token.
func (c *Cursor) Fail(format string, args ...any) { c.FailAt(c.Peek(), format, args...) }

// Is reports whether the next token is a certain name or punctuation.
func (c *Cursor) Is(text string) bool {
	t := c.Peek()
	return t.Text == text && (t.Kind == Punct || t.Kind == Name)
}

// Accept goes past the next token if it is that name or punctuation, and reports whether it was.
func (c *Cursor) Accept(text string) bool {
	if !c.Is(text) {
		return false
	}
	c.Pos++
	return true
}

// Expect goes past the next token, which must be that.
func (c *Cursor) Expect(text string) {
	if c.Accept(text) {
		return
	}
	if t := c.Peek(); t.Kind != End {
		c.Fail("expected %q, found %q", text, t.Text)
	}
	c.Fail("expected %q before the end", text)
}

// Int is the next token, a number without suffix.
func (c *Cursor) Int() int {
	t := c.Next()
	n, err := strconv.Atoi(t.Text)
	if t.Kind != Number || err != nil {
		c.FailAt(t, "expected a number, found %q", t.Text)
	}
	return n
}

// Str is the next token, a string, without its quotes.
func (c *Cursor) Str() string {
	t := c.Next()
	s, err := strconv.Unquote(t.Text)
	if t.Kind != String || err != nil {
		c.FailAt(t, "expected a string, found %q", t.Text)
	}
	return s
}
