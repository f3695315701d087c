package kernel_test

import (
	"strings"
	"testing"
)

// TestProgressIsGone: a line of progress is updated, and at the end everything else is shown without it.
func TestProgressIsGone(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	_, out := c.run("progress one\nprogress two")
	wantLines(t, out, "status busy", "execute_input [1]", "display_data one", "update_display_data two", "clear_output", "status idle")
	_, out = c.run("print a\npause 550\nprogress one\nshow id x\nupdate id y\nvalue 7")
	wantLines(t, out, "status busy", "execute_input [2]", `stdout "a\n"`, "display_data one", "display_data x", "update_display_data y",
		"clear_output", `stdout "a\n"`, "display_data y", "execute_result 7", "status idle")
	_, out = c.run("progress one\nprint a\npause 550\nprogress two\nprint b\nvalue 7")
	wantLines(t, out, "status busy", "execute_input [3]", "display_data one", "clear_output", `stdout "a\n"`, "display_data two", `stdout "b\n"`,
		"clear_output", `stdout "a\n"`, `stdout "b\n"`, "execute_result 7", "status idle")
	_, out = c.run("progress one\nshow id a\nprint b\nvalue 7") // nothing is sent twice
	wantLines(t, out, "status busy", "execute_input [4]", "display_data one", "clear_output", "display_data a", `stdout "b\n"`,
		"execute_result 7", "status idle")
	_, out = c.run("print a\nprogress one\nprint b\nprogress two\nvalue 7") // it shows enough by itself
	wantLines(t, out, "status busy", "execute_input [5]", `stdout "a\n"`, `stdout "b\n"`, "execute_result 7", "status idle")
	_, out = c.run("progress one\nfail")
	wantLines(t, out, "status busy", "execute_input [6]", "display_data one", "clear_output", "error RuntimeError: failed as told", "status idle")
	_, out = c.run("progress one\nclear\nprogress two")
	wantLines(t, out, "status busy", "execute_input [7]", "display_data one", "clear_output", "display_data two", "clear_output", "status idle")
}

// TestProgressAfterMuch: what is too long to be sent twice stays, with an empty line.
func TestProgressAfterMuch(t *testing.T) {
	c := start(t, "tcp", "k")
	_, out := c.run("print a\npause 550\nprogress one\nbig 2000000")
	if last := out[len(out)-2]; last != "update_display_data " {
		t.Errorf("ends with %q", last)
	}
	for _, line := range out {
		if strings.HasPrefix(line, "clear_output") {
			t.Error("two megabytes were cleared")
		}
	}
}

func TestSilentHasNoProgress(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.send(c.shell, "execute_request", fields{"code": "progress one", "silent": true})
	c.reply(c.shell, s)
	wantLines(t, c.output(s), "status busy", "status idle")
}
