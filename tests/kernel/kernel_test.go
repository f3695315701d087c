// Package kernel_test runs the front-end tests: Python scripts that drive a kernel with jupyter_client and
// nbclient, as notebooks do. For the protocol the kernel is this test binary, which serves the toy language
// of package fake when it is called like raido; futhark_test.py drives the real one. Both are registered by
// package install.
package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"raido/install"
	"raido/kernel"
	"raido/tests/kernel/fake"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "kernel" && os.Args[2] == "-f" {
		if err := kernel.Serve(context.Background(), os.Args[3], fake.New()); err != nil {
			fmt.Fprintln(os.Stderr, "raido:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// python is Debian's, for which apt installs jupyter_client; another one in PATH may not have it.
const python = "/usr/bin/python3"

func TestFrontEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: drives programs of others")
	}
	if out, err := exec.Command(python, "-c", "import jupyter_client").CombinedOutput(); err != nil {
		t.Skipf("jupyter_client is not there for %s (apt install python3-jupyter-client): %s", python, out)
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	prefix := filepath.Join(t.TempDir(), "Büro mit Leerzeichen") // users have such folders
	if _, err := install.Install(install.Options{Prefix: prefix, Name: "toy", Binary: binary}); err != nil {
		t.Fatal(err)
	}
	if _, err := install.Install(install.Options{Prefix: prefix, Name: "raido-test", Binary: build(t)}); err != nil {
		t.Fatal(err)
	}
	soak, _ := time.ParseDuration(os.Getenv("RAIDO_SOAK") + "s") // what random_test.py is asked for; none is zero
	scripts, err := filepath.Glob("*_test.py")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(script, "_test.py"), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute+soak+soak/2)
			defer cancel()
			cmd := exec.CommandContext(ctx, python, script, "-v")
			cmd.Env = append(os.Environ(), "JUPYTER_PATH="+filepath.Join(prefix, "share", "jupyter"),
				"JUPYTER_RUNTIME_DIR="+t.TempDir(), "PYTHONDONTWRITEBYTECODE=1", "RAIDO_BINARY="+binary,
				"RAIDO_HISTORY="+filepath.Join(t.TempDir(), "history.jsonl"))
			out, err := cmd.CombinedOutput()
			t.Logf("%s", out)
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() == 77 {
				t.Skipf("%s", out)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// build builds the real kernel.
func build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "Büro mit Leerzeichen", "raido")
	cmd := exec.Command("go", "build", "-o", binary, "raido/kernel/raido")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}
