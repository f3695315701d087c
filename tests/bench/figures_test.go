package main

import "testing"

// TestWithSection replaces sections of a text and adds one.
func TestWithSection(t *testing.T) {
	const text = "# Figures\n\nBy hand.\n\n## Group a\n\n1\n\n## Group b\n\n2\n"
	for _, c := range []struct{ title, want string }{
		{"Group a", "# Figures\n\nBy hand.\n\n## Group a\n\nnew\n\n## Group b\n\n2\n"},
		{"Group b", "# Figures\n\nBy hand.\n\n## Group a\n\n1\n\n## Group b\n\nnew\n"},
		{"Group c", text + "\n## Group c\n\nnew\n"},
	} {
		if got := withSection(text, c.title, "new\n"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
	}
}
