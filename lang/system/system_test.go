package system_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"raido/lang/system"
)

// joined is the argument by which the test's own binary is the process that joins.
const joined = "join"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == joined {
		os.Exit(join())
	}
	os.Exit(m.Run())
}

// join answers what it is asked: it writes what the file has, twice.
func join() int {
	l, err := system.Joined()
	if err != nil {
		return 1
	}
	mem, err := system.Map(l.Memory, 4096)
	if err != nil {
		return 2
	}
	ask := make([]byte, 4)
	if _, err := io.ReadFull(l.Conn, ask); err != nil || string(ask) != "more" {
		return 3
	}
	copy(mem[100:], bytes.Repeat(mem[:3], 2))
	system.Unmap(mem)
	l.Conn.Write([]byte("done"))
	return 7
}

// TestLink: a process that is started has the connection and the file, and its end is seen.
func TestLink(t *testing.T) {
	cmd := exec.Command(os.Args[0], joined)
	system.Apart(cmd)
	l, err := system.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Memory.Truncate(4096); err != nil {
		t.Fatal(err)
	}
	mem, err := system.Map(l.Memory, 4096)
	if err != nil {
		t.Fatal(err)
	}
	defer system.Unmap(mem)
	copy(mem, "abc")
	l.Conn.SetDeadline(time.Now().Add(time.Minute))
	l.Conn.Write([]byte("more"))
	if said, err := io.ReadAll(l.Conn); string(said) != "done" { // to the end of the process
		t.Errorf("it said %q, %v", said, err)
	}
	if got := string(mem[100:106]); got != "abcabc" {
		t.Errorf("the file has %q", got)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 7 {
		t.Errorf("it ended with %d", code)
	}
	if system.Alive(cmd.Process.Pid) || !system.Alive(os.Getpid()) {
		t.Error("who lives is not told from who does not")
	}
	if signal, _ := system.EndedBy(cmd.ProcessState); signal {
		t.Error("it ended by itself")
	}
}

// TestLinkToNothing: a command that is not there leaves nothing open.
func TestLinkToNothing(t *testing.T) {
	if l, err := system.Start(exec.Command(filepath.Join(t.TempDir(), "none"))); err == nil {
		l.Close()
		t.Error("no error")
	}
}

// TestReplace: what is written to standard output comes through the pipe, until the end.
func TestReplace(t *testing.T) {
	pipe, _, end, back, err := system.Replace(1)
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("hello")
	end()
	said, err := io.ReadAll(pipe)
	back()
	if string(said) != "hello" || err != nil {
		t.Errorf("%q, %v", said, err)
	}
}

// TestShell: a line is run by the shell of the system, and all that it starts ends.
func TestShell(t *testing.T) {
	line := system.Shell("echo one two")
	out, err := exec.Command(line[0], line[1:]...).Output()
	if strings.TrimSpace(string(out)) != "one two" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// TestFiles: a file that is protected is not writable, one in a folder of one's own is, and what the process used of cores grows.
func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := system.Writable(name); err == nil && os.Geteuid() != 0 {
		t.Error("a protected file is writable")
	}
	os.Chmod(name, 0o600)
	info, _ := os.Stat(name)
	if err := system.Writable(name); err != nil || system.Foreign(info) || system.OthersWrite(info) {
		t.Errorf("%v, foreign %v, others write %v", err, system.Foreign(info), system.OthersWrite(info))
	}
	before := system.ProcessorTime()
	for end := time.Now().Add(50 * time.Millisecond); time.Now().Before(end); {
	}
	if after := system.ProcessorTime(); after <= before || after > time.Hour {
		t.Errorf("%v of cores before, %v after", before, after)
	}
}
