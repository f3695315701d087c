//go:build unix

package kernel_test

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// TestInterruptsOverSockets: an interrupt_request and a SIGINT that come between cells, while a cell does not listen, just after a reply, or
// twice end the cell that runs and no other. (A SIGINT that the system delivers late is not to be told from one that was sent late.)
func TestInterruptsOverSockets(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGINT)
	byMessage := func() {
		wantField(t, c.reply(c.control, c.send(c.control, "interrupt_request", fields{})), "status", "ok")
	}
	bySignal := func() {
		syscall.Kill(os.Getpid(), syscall.SIGINT)
		<-heard
		signal.Notify(heard, syscall.SIGINT) // takes the lock under which all that listen are told: the kernel has it, too
	}
	for name, interrupt := range map[string]func(){"message": byMessage, "signal": bySignal} {
		next := func(when string) {
			t.Helper()
			if r, _ := c.run("sleep 20\nvalue 1"); r["status"] != "ok" {
				t.Errorf("by %s %s: the next cell ends with %v", name, when, r["ename"])
			}
		}
		interrupt()
		next("when idle")

		deaf, after := c.execute("pause 1500"), c.execute("sleep 20\nvalue 1")
		c.wait("execute_input", deaf.id)
		interrupt()
		wantField(t, c.reply(c.shell, deaf), "status", "ok")
		wantField(t, c.reply(c.shell, after), "status", "ok")

		c.reply(c.shell, c.execute("value 1"))
		interrupt()
		next("just after a reply")

		s := c.execute("spin")
		c.wait("status", s.id) // busy
		interrupt()
		wantField(t, c.reply(c.shell, s), "ename", "Interrupted")
		next("as soon as a cell is busy")

		s = c.execute("spin")
		c.wait("execute_input", s.id)
		interrupt()
		interrupt()
		wantField(t, c.reply(c.shell, s), "ename", "Interrupted")
		next("twice")
	}
	signal.Stop(heard)
}
