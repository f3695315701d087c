package kernel_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"raido/tests/load"
)

// to sends a request to a subshell.
func (c *client) to(subshell, msgType string, content fields) sent {
	c.t.Helper()
	frames, err := c.codec.Encode(nil, msgType, nil, content)
	if err != nil {
		c.t.Fatal(err)
	}
	header := fields{}
	json.Unmarshal(frames[2], &header)
	header["subshell_id"] = subshell
	frames[2], _ = json.Marshal(header)
	frames[1] = fmt.Appendf(nil, "%x", hmacOf(c.conn.Key, frames[2:6]))
	return c.sendFrames(c.shell, frames)
}

func (c *client) subshell() string {
	c.t.Helper()
	r := c.reply(c.control, c.send(c.control, "create_subshell_request", fields{}))
	id, _ := r["subshell_id"].(string)
	if id == "" {
		c.t.Fatalf("no subshell: %v", r)
	}
	return id
}

// TestLookingBesideBusyShell: what only looks is answered within 100 ms while a cell runs, in its order, and the front end's
// indicator stays busy.
func TestLookingBesideBusyShell(t *testing.T) {
	c := start(t, "tcp", "k")
	c.run("set apple red")
	s := c.execute("set avocado green\nspin")
	next := c.execute("value next")
	c.wait("execute_input", s.id)
	took := time.Hour
	for range 5 { // the machine may be busy
		begin := time.Now()
		var asked []sent
		for _, q := range []struct {
			msgType string
			content fields
		}{
			{"complete_request", fields{"code": "get a", "cursor_pos": 5}},
			{"inspect_request", fields{"code": "apple", "cursor_pos": 1}},
			{"is_complete_request", fields{"code": "bad"}},
			{"kernel_info_request", fields{}},
			{"history_request", fields{"hist_access_type": "tail", "n": 1}},
			{"comm_info_request", fields{}},
		} {
			asked = append(asked, c.send(c.shell, q.msgType, q.content))
		}
		var got []fields
		for _, q := range asked {
			m := c.recv(c.shell)
			if parentID(m) != q.id {
				t.Errorf("%s came out of its order", m.Header.Type)
			}
			got = append(got, decode(t, m))
		}
		took = min(took, time.Since(begin))
		wantField(t, got[0], "matches", "[apple]") // the cell that runs has committed nothing
		wantField(t, got[1], "found", true)
		wantField(t, got[2], "status", "invalid")
		wantField(t, got[3], "implementation", "fake")
		wantField(t, got[5], "comms", "map[]")
	}
	if took > load.Bound(100*time.Millisecond) {
		t.Errorf("six answers beside a busy shell took %v", took)
	}
	q := c.send(c.shell, "complete_request", fields{"code": "get a", "cursor_pos": 5})
	wantLines(t, c.output(q), "status busy", "status idle")
	if m := c.recv(c.iopub); parentID(m) != s.id || decode(t, m)["execution_state"] != "busy" {
		t.Errorf("after an answer beside a cell came %s %s, not the cell's busy", m.Header.Type, m.Content)
	}
	c.send(c.control, "interrupt_request", fields{})
	wantField(t, c.reply(c.shell, s), "ename", "Interrupted")
	wantField(t, c.reply(c.shell, next), "status", "aborted")
}

// TestLookingAfterShortCell: a request that follows a short cell sees what the cell has defined.
func TestLookingAfterShortCell(t *testing.T) {
	c := start(t, "tcp", "k")
	late := 0
	for i := range 20 {
		c.execute(fmt.Sprintf("pause 2\nset name%d x", i))
		q := c.send(c.shell, "complete_request", fields{"code": fmt.Sprintf("get name%d", i)})
		if fmt.Sprint(c.reply(c.shell, q)["matches"]) != fmt.Sprintf("[name%d]", i) {
			late++
		}
	}
	if late > 5 { // on a busy machine some cells are not short
		t.Errorf("%d of 20 do not see what the cell before defined", late)
	}
}

// TestSlowCompletion: completion that takes long or panics holds up nothing, also beside a cell.
func TestSlowCompletion(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	c.run("set apple red")
	check := func() {
		t.Helper()
		begin := time.Now()
		slow := c.send(c.shell, "complete_request", fields{"code": "slow"})
		bug := c.send(c.shell, "complete_request", fields{"code": "panic"})
		good := c.send(c.shell, "complete_request", fields{"code": "get a"})
		r := c.reply(c.shell, slow)
		wantField(t, r, "status", "ok")
		wantField(t, r, "matches", "[]")
		wantField(t, c.reply(c.shell, bug), "ename", "InternalError")
		wantField(t, c.reply(c.shell, good), "matches", "[apple]")
		if d := time.Since(begin); d > load.Bound(2*time.Second) {
			t.Errorf("took %v", d)
		}
	}
	check()
	s := c.execute("spin")
	c.wait("execute_input", s.id)
	check()
	c.send(c.control, "interrupt_request", fields{})
	wantField(t, c.reply(c.shell, s), "ename", "Interrupted")
}

func TestSubshell(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	a, b := c.subshell(), c.subshell()
	list := c.reply(c.control, c.send(c.control, "list_subshell_request", fields{}))
	wantField(t, list, "subshell_id", []string{a, b})
	c.run("set apple red")
	s := c.execute("set apple green\nspin")
	c.wait("execute_input", s.id)

	q := c.to(a, "execute_request", fields{"code": "look\nprint seen\nget apple", "user_expressions": fields{"e": "apple"}})
	r := c.reply(c.shell, q)
	wantField(t, r, "status", "ok")
	wantField(t, r, "execution_count", 3)
	wantField(t, r["user_expressions"].(map[string]any)["e"].(map[string]any), "status", "ok")
	wantLines(t, c.output(q), "status busy", "execute_input [3]", `stdout "seen\n"`, "execute_result red", "status idle")
	wantField(t, c.reply(c.shell, c.to(a, "execute_request", fields{"code": "set apple blue"})), "ename", "UsageError")
	wantField(t, c.reply(c.shell, c.to(b, "complete_request", fields{"code": "get a"})), "matches", "[apple]")

	// An error in a subshell aborts what waits there and nothing else; an interrupt ends all cells.
	bad := c.to(a, "execute_request", fields{"code": "pause 1500\nfail"})
	waits := c.to(a, "execute_request", fields{"code": "get apple"})
	other := c.to(b, "execute_request", fields{"code": "spin"})
	wantField(t, c.reply(c.shell, bad), "status", "error")
	wantField(t, c.reply(c.shell, waits), "status", "aborted")
	c.wait("execute_input", other.id)
	c.send(c.control, "interrupt_request", fields{})
	wantField(t, c.reply(c.shell, s), "ename", "Interrupted")
	wantField(t, c.reply(c.shell, other), "ename", "Interrupted")

	wantField(t, c.reply(c.control, c.send(c.control, "delete_subshell_request", fields{"subshell_id": a})), "status", "ok")
	wantField(t, c.reply(c.control, c.send(c.control, "delete_subshell_request", fields{"subshell_id": a})), "status", "error")
	q = c.to(a, "execute_request", fields{"code": "get apple"})
	wantField(t, c.reply(c.shell, q), "evalue", fmt.Sprintf("there is no subshell %q", a))
	wantLines(t, c.output(q), "status busy", "status idle")
	list = c.reply(c.control, c.send(c.control, "list_subshell_request", fields{}))
	wantField(t, list, "subshell_id", []string{b})
	r, out := c.run("get apple")
	wantField(t, r, "status", "ok")
	if !slices.Contains(out, "execute_result red") {
		t.Errorf("the main shell's state: %v", out)
	}
}

// TestSubshellsEnd: a deleted subshell finishes its cell; there is a bound; shutdown waits for none.
func TestSubshellsEnd(t *testing.T) {
	c := start(t, "tcp", "k")
	a := c.subshell()
	running := c.to(a, "execute_request", fields{"code": "spin", "stop_on_error": false})
	c.wait("execute_input", running.id)
	waits := c.to(a, "execute_request", fields{"code": "value 2"})
	c.reply(c.shell, c.to(a, "kernel_info_request", fields{})) // both are there
	c.reply(c.control, c.send(c.control, "delete_subshell_request", fields{"subshell_id": a}))
	c.send(c.control, "interrupt_request", fields{}) // the cell went on until now
	wantField(t, c.reply(c.shell, running), "ename", "Interrupted")
	wantField(t, c.reply(c.shell, waits), "status", "aborted")
	for range 64 {
		c.subshell()
	}
	r := c.reply(c.control, c.send(c.control, "create_subshell_request", fields{}))
	wantField(t, r, "status", "error")
	list := c.reply(c.control, c.send(c.control, "list_subshell_request", fields{}))
	s := c.to(list["subshell_id"].([]any)[0].(string), "execute_request", fields{"code": "spin"})
	c.wait("execute_input", s.id)
	c.send(c.control, "shutdown_request", fields{})
	if d := c.ended(); d > load.Bound(2*time.Second) {
		t.Errorf("shutdown took %v", d)
	}
}
