package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"raido/install"
)

//go:embed kernel.py
var kernelScript string

// python is Debian's, for which apt installs jupyter_client and ipykernel.
const python = "/usr/bin/python3"

// kernelGroup builds raido, registers it in a folder of its own and lets the script ask it.
func kernelGroup(s *settings) error {
	if out, err := exec.Command(python, "-c", "import jupyter_client").CombinedOutput(); err != nil {
		fmt.Fprintf(tables, "\nkernel: absent: no jupyter_client for %s (apt install python3-jupyter-client)\n", python)
		return nil
	} else if len(out) > 0 {
		fmt.Fprintf(os.Stderr, "%s", out)
	}
	dir, err := os.MkdirTemp("", "raido-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "raido")
	build := exec.Command("go", "build", "-o", binary, "raido/kernel/raido")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %s", out)
	}
	if _, err := install.Install(install.Options{Prefix: dir, Name: "raido", Binary: binary}); err != nil {
		return err
	}
	script, cell := filepath.Join(dir, "kernel.py"), filepath.Join(dir, "cell.fut")
	for path, text := range map[string]string{script: kernelScript, cell: thirtyLines} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, "kernel ...")
	cmd := exec.Command(python, script, strconv.Itoa(s.runs), cell)
	cmd.Env = append(os.Environ(), "JUPYTER_PATH="+filepath.Join(dir, "share", "jupyter"), "JUPYTER_RUNTIME_DIR="+dir,
		"IPYTHONDIR="+filepath.Join(dir, "ipython"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"),
		"PYDEVD_DISABLE_FILE_VALIDATION=1") // ipykernel warns of its debugger else
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	kernelTable(string(out))
	return err
}

// kernelTable prints what the script said, beside the bounds.
func kernelTable(out string) {
	figures := map[string]float64{}
	var notes []string
	for line := range strings.Lines(out) {
		kernel, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, val, _ := strings.Cut(rest, " ")
		if x, err := strconv.ParseFloat(val, 64); err == nil {
			figures[kernel+" "+name] = x
		} else {
			notes = append(notes, strings.TrimSpace(line))
		}
	}
	get := func(kernel, name string) float64 {
		if x, ok := figures[kernel+" "+name]; ok {
			return x
		}
		return -1
	}
	t := &table{title: "kernel, ms (memory: MB)"}
	t.add("", "raido", "ipykernel", "raido/ipykernel", "bound")
	for _, r := range []struct{ name, what, bound string }{
		{"start", "start to kernel_info_reply", "<= 250"},
		{"new", "trivial cell, a new one each time", "<= 0.33x"},
		{"same", "trivial cell, the same again", "<= 0.33x"},
		{"lines", "20,000 printed lines", "<= 200"},
		{"cold", "first gradient cell, cold caches", "<= 3000"},
		{"cpu", "its processor time", ""},
		{"rested", "that cell, 3 s after the start", ""},
		{"warm", "that cell, caches on disk", ""},
		{"again", "that cell again", "<= 50"},
		{"idle", "resident memory, idle", "<= 60"},
		{"used", "resident memory after trivial cells", ""},
		{"worked", "resident memory after the gradient cell", ""},
	} {
		a, b := get("raido", r.name), get("python3", r.name)
		t.add(r.what, ms(a), ms(b), ratio(a, b), r.bound)
	}
	t.print()
	for _, n := range notes {
		fmt.Fprintln(tables, n)
	}
}

// thirtyLines is the cell that the bounds speak of: it fits a logistic regression by gradient descent.
const thirtyLines = `def n : i64 = 2000
def d : i64 = 8
def noise (i: i64) (j: i64) : f64 =
  let h = (i * 7919 + j * 104729 + 12345) % 1000003
  in f64.i64 h / 1000003 - 0.5
def points : [n][d]f64 = tabulate_2d n d noise
def truth : [d]f64 = tabulate d (\j -> f64.i64 (j - 3) / 2)
def dot [k] (a: [k]f64) (b: [k]f64) : f64 =
  reduce (+) 0 (map2 (*) a b)
def labels : [n]f64 =
  map (\x -> if dot x truth > 0 then 1 else -1) points
def softplus (t: f64) : f64 =
  if t > 30 then t else f64.log (1 + f64.exp t)
def loss (w: [d]f64) : f64 =
  let margins = map2 (\x y -> y * dot x w) points labels
  let data = f64.sum (map (\m -> softplus (-m)) margins)
  let weight = f64.sum (map (\v -> v * v) w)
  in data / f64.i64 n + 0.01 * weight
def gradient (w: [d]f64) : [d]f64 =
  vjp loss w 1
def along (w: [d]f64) (v: [d]f64) : f64 =
  jvp loss w v
def step (w: [d]f64) : [d]f64 =
  map2 (\v g -> v - 2 * g) w (gradient w)
def fit (steps: i32) : [d]f64 =
  loop w = replicate d 0 for _i < steps do step w
let w1 = fit 20
let g1 = gradient w1
let check = along w1 g1 - dot g1 g1
(loss w1, check, g1)
`
