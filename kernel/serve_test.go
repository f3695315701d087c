package kernel_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"raido/tests/load"
)

func wantLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("messages\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func wantField(t *testing.T, f fields, key string, want any) {
	t.Helper()
	if got := f[key]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s is %v, want %v (in %v)", key, got, want, f)
	}
}

func TestCell(t *testing.T) {
	for _, transport := range []string{"tcp", "ipc"} {
		for _, key := range []string{"", "secret"} {
			t.Run(transport+"/"+key, func(t *testing.T) {
				t.Parallel()
				c := start(t, transport, key)
				r, out := c.run("print a\nprint b\nwarn c\nvalue 42")
				wantField(t, r, "status", "ok")
				wantField(t, r, "execution_count", 1)
				wantLines(t, out, "status busy", "execute_input [1]", `stdout "a\nb\n"`, `stderr "c\n"`,
					"execute_result 42", "status idle")
			})
		}
	}
}

func TestKernelInfo(t *testing.T) {
	c := start(t, "tcp", "k")
	for _, ch := range []*channel{c.shell, c.control} {
		s := c.send(ch, "kernel_info_request", fields{})
		r := c.reply(ch, s)
		wantField(t, r, "protocol_version", "5.5")
		wantField(t, r, "status", "ok")
		wantField(t, r, "supported_features", "[kernel subshells]")
		wantField(t, r, "implementation", "fake")
		wantLines(t, c.output(s), "status busy", "status idle")
	}
}

func TestCounts(t *testing.T) {
	c := start(t, "tcp", "k")
	steps := []struct {
		content fields
		count   int
	}{
		{fields{"code": "print a"}, 1},
		{fields{"code": "print a", "silent": true}, 1},
		{fields{"code": "print a", "store_history": false}, 1},
		{fields{"code": "fail"}, 2},
		{fields{"code": "  \n"}, 2},
		{fields{"code": "print a"}, 3},
	}
	for _, step := range steps {
		s := c.send(c.shell, "execute_request", step.content)
		wantField(t, c.reply(c.shell, s), "execution_count", step.count)
	}
	r := c.reply(c.shell, c.send(c.shell, "history_request", fields{"hist_access_type": "tail", "n": 10}))
	wantField(t, r, "history", "[[1 1 print a] [1 2 fail] [1 3 print a]]")
}

func TestSilent(t *testing.T) {
	c := start(t, "tcp", "k")
	for _, code := range []string{"print a\nvalue 1\nshow id x", "fail"} {
		s := c.send(c.shell, "execute_request", fields{"code": code, "silent": true})
		c.reply(c.shell, s)
		wantLines(t, c.output(s), "status busy", "status idle")
	}
}

func TestUserExpressions(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.send(c.shell, "execute_request", fields{"code": "set x 7", "user_expressions": fields{
		"good": "x", "bad": "y", "odd": 5, "bug": "panic"}})
	ue := fields(c.reply(c.shell, s)["user_expressions"].(map[string]any))
	for name, want := range map[string]string{"good": "ok", "bad": "error", "odd": "error", "bug": "error"} {
		wantField(t, ue[name].(map[string]any), "status", want)
	}
	wantField(t, ue["good"].(map[string]any), "data", "map[text/plain:7]")
	wantField(t, ue["bug"].(map[string]any), "ename", "InternalError")
}

// TestNumbersThatJSONLacks: NaN and infinities never reach JSON as bare words, and lose no message.
func TestNumbersThatJSONLacks(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.send(c.shell, "execute_request", fields{"code": "numbers", "user_expressions": fields{"e": "numbers"}})
	r := c.reply(c.shell, s) // it is JSON
	const data = "map[application/json:[<nil> <nil> 1.5] application/vnd.vega-lite.v5+json:map[data:map[values:[map[y:<nil>]]]] text/plain:NaN]"
	for what, f := range map[string]fields{"expression": r["user_expressions"].(map[string]any)["e"].(map[string]any),
		"display": c.wait("display_data", s.id), "result": c.wait("execute_result", s.id)} {
		t.Log(what)
		wantField(t, f, "data", data)
		wantField(t, f, "metadata", "map[scale:<nil>]")
	}
}

func TestErrorAbortsQueuedCells(t *testing.T) {
	c := start(t, "tcp", "k")
	bad := c.execute("spin")
	a, b := c.execute("print a"), c.execute("print b")
	info := c.send(c.shell, "kernel_info_request", fields{})
	wantField(t, c.reply(c.shell, info), "status", "ok") // beside the cell: all of them are there
	last := c.send(c.shell, "kernel_info_request", fields{})
	c.send(c.control, "interrupt_request", fields{})
	r := c.reply(c.shell, bad)
	wantField(t, r, "status", "error")
	wantField(t, r, "ename", "Interrupted")
	after := c.execute("print after") // sent when the error reply was there: not aborted
	for _, s := range []sent{a, b} {
		r := c.reply(c.shell, s)
		wantField(t, r, "status", "aborted")
		if count, there := r["execution_count"]; !there || count != nil { // front ends show In [ ]
			t.Errorf("an aborted cell has the number %v", count)
		}
	}
	wantField(t, c.reply(c.shell, last), "status", "ok")
	wantField(t, c.reply(c.shell, after), "status", "ok")
	wantLines(t, c.output(bad), "status busy", "execute_input [1]", "error Interrupted: interrupted", "status idle")
	wantLines(t, c.output(a), "status busy", "status idle")
}

func TestQuickErrorAbortsWhatWasSentWithIt(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	aborted := 0
	for range 40 {
		bad := c.execute("fail")
		time.Sleep(3 * time.Millisecond) // a cell of a run all that is on its way
		next := c.execute("print a")
		wantField(t, c.reply(c.shell, bad), "status", "error")
		if c.reply(c.shell, next)["status"] == "aborted" {
			aborted++
		}
	}
	if aborted < 10 { // on a busy machine many are sent late
		t.Errorf("%d of 40 were aborted", aborted)
	}
}

func TestNoStopOnError(t *testing.T) {
	c := start(t, "tcp", "k")
	bad := c.send(c.shell, "execute_request", fields{"code": "spin", "stop_on_error": false})
	next := c.execute("print a")
	c.reply(c.shell, c.send(c.shell, "kernel_info_request", fields{})) // all are there
	c.send(c.control, "interrupt_request", fields{})
	wantField(t, c.reply(c.shell, bad), "status", "error")
	wantField(t, c.reply(c.shell, next), "status", "ok")
}

func TestErrorIsTheSameInReplyAndOnIOPub(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.execute("fail")
	r, e := c.reply(c.shell, s), c.wait("error", s.id)
	for _, key := range []string{"ename", "evalue", "traceback"} {
		if e[key] == nil || fmt.Sprint(r[key]) != fmt.Sprint(e[key]) {
			t.Errorf("%s: reply %v, iopub %v", key, r[key], e[key])
		}
	}
}

func TestControlBesideBusyShell(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.execute("set x 1\nspin")
	c.wait("execute_input", s.id)
	begin := time.Now()
	c.reply(c.control, c.send(c.control, "kernel_info_request", fields{}))
	wantField(t, c.reply(c.control, c.send(c.control, "interrupt_request", fields{})), "status", "ok")
	r := c.reply(c.shell, s)
	if d := time.Since(begin); d > load.Bound(2*time.Second) {
		t.Errorf("interrupt took %v", d)
	}
	wantField(t, r, "ename", "Interrupted")
	r, out := c.run("value still here")
	wantField(t, r, "status", "ok")
	wantLines(t, out, "status busy", "execute_input [2]", "execute_result still here", "status idle")
}

func TestInterruptWhenIdleHarmsNothing(t *testing.T) {
	c := start(t, "tcp", "k")
	c.reply(c.control, c.send(c.control, "interrupt_request", fields{}))
	r, _ := c.run("sleep 5\nvalue 1")
	wantField(t, r, "status", "ok")
}

func TestPanicIsAnErrorReply(t *testing.T) {
	c := start(t, "tcp", "k")
	c.run("set x 1")
	r, _ := c.run("set x 2\npanic")
	wantField(t, r, "ename", "InternalError")
	if v := fmt.Sprint(r["evalue"]); !strings.Contains(v, "bug in Raido") || !strings.Contains(v, "told to") {
		t.Errorf("evalue %q", v)
	}
	s := c.send(c.shell, "complete_request", fields{"code": "panic", "cursor_pos": 5})
	wantField(t, c.reply(c.shell, s), "status", "error")
	_, out := c.run("get x")
	if out[2] != "execute_result 1" {
		t.Errorf("state after a panic: %v", out)
	}
}

func TestLanguageService(t *testing.T) {
	c := start(t, "tcp", "k")
	c.run("set grün 1\nset grau 2")
	r := c.reply(c.shell, c.send(c.shell, "complete_request", fields{"code": "get grü +", "cursor_pos": 7}))
	wantField(t, r, "matches", "[grün]")
	wantField(t, r, "cursor_start", 4)
	wantField(t, r, "cursor_end", 7)
	wantField(t, r["metadata"].(map[string]any), "_jupyter_types_experimental",
		"[map[end:7 signature:text start:4 text:grün type:value]]")
	r = c.reply(c.shell, c.send(c.shell, "complete_request", fields{"code": "get gr", "cursor_pos": 999}))
	wantField(t, r, "matches", "[grau grün]")

	r = c.reply(c.shell, c.send(c.shell, "inspect_request", fields{"code": "grün", "cursor_pos": 1, "detail_level": 1}))
	wantField(t, r, "found", true)
	wantField(t, r, "data", "map[text/plain:1 (level 1)]")
	r = c.reply(c.shell, c.send(c.shell, "inspect_request", fields{"code": "rot", "cursor_pos": 1}))
	wantField(t, r, "found", false)
	wantField(t, r, "data", "map[]")

	for code, want := range map[string]string{"print a": "complete", `print \`: "incomplete", "bad": "invalid"} {
		r = c.reply(c.shell, c.send(c.shell, "is_complete_request", fields{"code": code}))
		wantField(t, r, "status", want)
	}
}

func TestComms(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.send(c.shell, "comm_open", fields{"comm_id": "c1", "target_name": "nobody", "data": fields{}})
	wantLines(t, c.output(s), "status busy", "comm_close", "status idle")
	s = c.send(c.shell, "comm_msg", fields{"comm_id": "c1", "data": fields{}})
	wantLines(t, c.output(s), "status busy", "status idle")
	wantField(t, c.reply(c.shell, c.send(c.shell, "comm_info_request", fields{})), "comms", "map[]")
}

func TestInput(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.send(c.shell, "execute_request", fields{"code": "part name?\nask who", "allow_stdin": true})
	q := decode(t, c.recv(c.stdin))
	wantField(t, q, "prompt", "who")
	c.send(c.stdin, "input_reply", fields{"value": "Ada"})
	wantField(t, c.reply(c.shell, s), "status", "ok")
	wantLines(t, c.output(s), "status busy", "execute_input [1]", `stdout "name?"`, "execute_result Ada", "status idle")
	s = c.send(c.shell, "execute_request", fields{"code": "ask who", "allow_stdin": false})
	wantField(t, c.reply(c.shell, s), "ename", "InputError")
}

func TestDisplayAndClear(t *testing.T) {
	c := start(t, "tcp", "k")
	_, out := c.run("part a\nshow id one\nupdate id two\nclear\nprint b")
	wantLines(t, out, "status busy", "execute_input [1]", `stdout "a"`, "display_data one",
		"update_display_data two", "clear_output", `stdout "b\n"`, "status idle")
}

func TestUnknownMessages(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.send(c.shell, "no_such_request", fields{})
	wantField(t, c.reply(c.shell, s), "status", "error")
	wantLines(t, c.output(s), "status busy", "status idle")
	s = c.send(c.shell, "no_such_thing", fields{})
	wantLines(t, c.output(s), "status busy", "status idle")
	wantField(t, c.reply(c.control, c.send(c.control, "debug_request", fields{"seq": 3, "command": "dump"})), "success", false)
}
