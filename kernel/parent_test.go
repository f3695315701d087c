package kernel

import (
	"context"
	"fmt"
	"os/exec"
	"testing"
	"time"
)

// TestParentEnds: the kernel ends with the process that JPY_PARENT_PID names, also where another one has started it.
func TestParentEnds(t *testing.T) {
	parent := exec.Command("sleep", "600")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JPY_PARENT_PID", fmt.Sprint(parent.Process.Pid))
	k := bound(t)
	k.watchParent(5 * time.Millisecond)
	time.Sleep(50 * time.Millisecond)
	if k.base.Err() != nil {
		t.Fatal("the kernel has ended before its parent")
	}
	parent.Process.Kill()
	parent.Wait()
	select {
	case <-k.base.Done():
		if context.Cause(k.base) != errShutdown {
			t.Errorf("it ended with %v", context.Cause(k.base))
		}
	case <-time.After(20 * time.Second):
		t.Error("the kernel outlives its parent")
	}
}
