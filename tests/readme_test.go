package tests

import (
	"os"
	"strings"
	"testing"
)

// TestReadmeCell: the first program that a visitor sees runs as it stands, and its gradient is right.
func TestReadmeCell(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```futhark\n")
	cell, _, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatal("README.md has no program")
	}
	for _, engine := range engineNames(t) {
		t.Run(engine, func(t *testing.T) {
			b := newBook(t, engine)
			b.run(cell)
			const gradient = "[109.0, -27.0, 314.0, -108.0] : [4]f64"
			if got := b.run("map f64.round (vjp rosenbrock [0.5, -0.3, 0.8, 0.1] 1)"); got != gradient {
				t.Errorf("the gradient is %s, want %s", got, gradient)
			}
		})
	}
}
