package kernel_test

import (
	"os"
	"testing"
	"time"

	"raido/tests/load"
)

// ended waits for Serve to return.
func (c *client) ended() time.Duration {
	c.t.Helper()
	begin := time.Now()
	select {
	case err := <-c.served:
		if err != nil {
			c.t.Errorf("Serve: %v", err)
		}
	case <-time.After(patience):
		c.t.Fatal("the kernel did not end")
	}
	return time.Since(begin)
}

func TestShutdown(t *testing.T) {
	for name, code := range map[string]string{"idle": "", "busy": "spin", "stubborn": "pause 5000", "chatty": "lines 100000\nspin"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := start(t, "tcp", "k")
			if code != "" {
				s := c.execute(code)
				c.wait("execute_input", s.id)
			}
			s := c.send(c.control, "shutdown_request", fields{"restart": true})
			took := c.ended()
			r := c.reply(c.control, s)
			wantField(t, r, "status", "ok")
			wantField(t, r, "restart", true)
			wantField(t, c.wait("shutdown_reply", s.id), "restart", true)
			if took > load.Bound(2*time.Second) {
				t.Errorf("shutdown took %v", took)
			}
			select {
			case <-c.down:
			case <-time.After(patience):
				t.Error("the session was not shut down")
			}
		})
	}
}

func TestShutdownOnShellAndInBrokenWords(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.send(c.shell, "shutdown_request", fields{"restart": "perhaps"})
	c.ended()
	wantField(t, c.reply(c.shell, s), "restart", false)
}

func TestAnotherKernelOnTheSamePorts(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	for _, transport := range []string{"tcp", "ipc"} {
		c := start(t, transport, "k")
		c.send(c.control, "shutdown_request", fields{})
		c.ended()
		next := serve(t, c.file, c.conn)
		next.connect()
		r, _ := next.run("value 1")
		wantField(t, r, "execution_count", 1)
	}
}

func TestParentWatch(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	t.Setenv("JPY_PARENT_PID", "notanumber")
	c := start(t, "tcp", "k")
	r, _ := c.run("value 1")
	wantField(t, r, "status", "ok")
	// A parent that was never there is not missed: the name may come from another pid namespace.
	t.Setenv("JPY_PARENT_PID", "2147480000")
	d := start(t, "tcp", "k")
	time.Sleep(1200 * time.Millisecond)
	r, _ = d.run("value 1")
	wantField(t, r, "status", "ok")
}

func TestBadConnectionFiles(t *testing.T) {
	good := `{"transport":"tcp","ip":"127.0.0.1","key":"k","signature_scheme":"hmac-sha256",` +
		`"shell_port":50001,"iopub_port":50002,"stdin_port":50003,"control_port":50004,"hb_port":50005}`
	for name, text := range map[string]string{
		"empty": "", "not json": "hello", "list": "[]", "text as port": `{"ip":"127.0.0.1","shell_port":"x"}`,
		"no ports": `{"ip":"127.0.0.1"}`, "transport": `{"transport":"carrier pigeon"}`,
		"scheme": replace(good, "hmac-sha256", "hmac-md5"), "range": replace(good, "50001", "70001"),
		"twice": replace(good, "50001", "50002"), "no ip": replace(good, "127.0.0.1", ""),
		"address": replace(good, "127.0.0.1", "999.1.1.1"),
	} {
		file := t.TempDir() + "/c.json"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := serveOnce(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := serveOnce("/nowhere/c.json"); err == nil {
		t.Error("missing file: no error")
	}
	if err := serveOnce(t.TempDir()); err == nil {
		t.Error("directory: no error")
	}
}
