package frontends_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// powershell is what a script of PowerShell is made of.
type powershell struct {
	Errors   []string
	Commands [][]string
}

// parsePowerShell parses a script, which is not run: that takes Windows.
func parsePowerShell(t *testing.T, script string) (out powershell) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script.ps1")
	if err := os.WriteFile(path, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// Node would optimise the parser for half a minute before it ends.
	cmd := exec.CommandContext(ctx, need(t, "node", "nodejs"), "--liftoff-only", "powershell.mjs", path)
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	if err != nil || json.Unmarshal(said, &out) != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return out
}

// TestPowerShell: install/notebook.ps1 is PowerShell, and calls what there is.
func TestPowerShell(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: starts Node")
	}
	if _, err := os.Stat("node_modules/tree-sitter-powershell"); err != nil {
		t.Skip("the packages of package-lock.json are not installed (cd tests/frontends && npm ci); tests/run.sh does that")
	}
	text, err := os.ReadFile("../../install/notebook.ps1")
	if err != nil {
		t.Fatal(err)
	}
	script := string(text)
	parsed := parsePowerShell(t, script)
	if len(parsed.Errors) > 0 {
		t.Errorf("%q", parsed.Errors)
	}
	there := []string{"Get-Command", "Split-Path", "Join-Path", "Have", "Write-Host", "Push-Location", "Pop-Location", "New-Item", "Out-Null", "Get-ChildItem",
		"go", "py", "jupyter-notebook", "jupyter-lab"}
	var called []string
	for _, c := range parsed.Commands {
		if name := strings.Join(c[:min(len(c), 2)], " "); !slices.Contains(there, c[0]) && name != "& $raido" {
			t.Errorf("%q is called", c)
		}
		called = append(called, strings.Join(c, " "))
	}
	last := -1
	for _, want := range []string{"go build -o $raido ./kernel/raido", "& $raido install", `jupyter-notebook "--notebook-dir=$notebooks" @args`} {
		at := slices.Index(called, want)
		if at <= last {
			t.Errorf("%q is not called, or not then, in %q", want, called)
		}
		last = at
	}
	for _, broken := range []string{"{", ")", "'", "if "} { // each is found
		if i := strings.LastIndex(script, broken); len(parsePowerShell(t, script[:i]+script[i+len(broken):]).Errors) == 0 {
			t.Errorf("without its last %q it is PowerShell too", broken)
		}
	}
}
