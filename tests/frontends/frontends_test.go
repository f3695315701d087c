// Package frontends_test drives the kernel with front ends as people use them: JupyterLab's client library in Node,
// and the classic Notebook in a browser, both through a server of Jupyter. tests/run.sh installs what they need.
package frontends_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// kernelName is the name under which the kernel is registered for these tests.
const kernelName = "raido-front"

// need finds a program or skips the test.
func need(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("%s is not installed; tests/run.sh does that", names[0])
	return ""
}

func TestFrontEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: drives programs of others")
	}
	node := need(t, "node", "nodejs")
	jupyter := need(t, "/usr/bin/jupyter-notebook", "jupyter-notebook")
	if _, err := os.Stat("node_modules/@jupyterlab/services"); err != nil {
		t.Skip("the packages of package-lock.json are not installed (cd tests/frontends && npm ci); tests/run.sh does that")
	}
	dir := t.TempDir()
	env := append(os.Environ(), "KERNEL="+kernelName, "TOKEN=secret", "SHOTS="+os.Getenv("RAIDO_SHOTS"),
		"JUPYTER_PATH="+filepath.Join(dir, "share", "jupyter"), "JUPYTER_RUNTIME_DIR="+filepath.Join(dir, "run"),
		"JUPYTER_CONFIG_DIR="+filepath.Join(dir, "config"), "IPYTHONDIR="+filepath.Join(dir, "ipython"), "PYTHONDONTWRITEBYTECODE=1")
	raido := filepath.Join(dir, "raido")
	build := exec.Command("go", "build", "-o", raido, "raido/kernel/raido")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(raido, "install", "--prefix", dir, "--name", kernelName).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Run("labextension", func(t *testing.T) {
		chromium := need(t, "chromium", "chromium-browser", "google-chrome")
		script(t, node, "labextension.test.mjs", append(env, "CHROMIUM="+chromium, "LABEXTENSION="+filepath.Join(dir, "share/jupyter/labextensions/raido-futhark")))
	})
	env = append(env, "SERVER="+serve(t, jupyter, dir, env))
	t.Run("services", func(t *testing.T) { script(t, node, "services.test.mjs", env) })
	t.Run("notebook", func(t *testing.T) {
		chromium := need(t, "chromium", "chromium-browser", "google-chrome")
		script(t, node, "notebook.test.mjs", append(env, "CHROMIUM="+chromium))
	})
}

// serve starts a server of Jupyter and gives its address; it ends with the test.
func serve(t *testing.T, jupyter, dir string, env []string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	notebooks := filepath.Join(dir, "notebooks")
	if err := os.MkdirAll(notebooks, 0o755); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd := exec.Command(jupyter, "--allow-root", "--no-browser", "--ip=127.0.0.1", fmt.Sprintf("--port=%d", port), "--port-retries=0",
		"--NotebookApp.token=secret", "--notebook-dir="+notebooks)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM) // it ends its kernels first
		select {
		case <-ended:
		case <-time.After(15 * time.Second):
			cmd.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("the server said\n%s", log.Bytes())
		}
	})
	address := fmt.Sprintf("http://127.0.0.1:%d/", port)
	for range 300 {
		if reply, err := http.Get(address + "api"); err == nil {
			reply.Body.Close()
			return address
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the server ended: %v\n%s", err, log.Bytes())
		case <-time.After(200 * time.Millisecond):
		}
	}
	t.Fatal("the server does not answer")
	return ""
}

// script runs a test file of Node.
func script(t *testing.T, node, name string, env []string) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "--test", name)
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
