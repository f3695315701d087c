package adbench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"raido/backend/cl"
	"raido/lang/prim"
	"raido/lang/value"
)

// handRows is how many points reverse mode is tried on: it takes a run for each of their errors.
const handRows = 3

// quick are the cases that the interpreter checks in seconds. RAIDO_FULL=1 checks every data file on every engine,
// which takes minutes for the device's compiler alone.
var quick = []string{"gmm_d2_K5", "lstm_l2_c1024", "simple_hand1_t26_c100"}

// TestADBench checks the derivatives of data files: reverse against forward mode, and against differences.
func TestADBench(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	shared := os.Getenv("RAIDO_SHARED")
	if shared == "" {
		shared = "../../../shared"
	}
	folder := filepath.Join(shared, "adbench")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("ADBench's data are not there: %v", err)
	}
	cases, err := Cases(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 17 {
		t.Fatalf("%d data files, want 17", len(cases))
	}
	bin := filepath.Join(t.TempDir(), "raido")
	if out, err := exec.Command("go", "build", "-o", bin, "raido/kernel/raido").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	engines, full := []string{"interp"}, os.Getenv("RAIDO_FULL") == "1"
	if err := cl.Available(); full && err != nil {
		t.Logf("SKIP opencl: %v", err)
	} else if full {
		engines = append(engines, "opencl")
	}
	for _, engine := range engines {
		for _, c := range cases {
			if !full && !slices.Contains(quick, c.Name) {
				continue
			}
			t.Run(engine+"/"+c.Name, func(t *testing.T) { c.check(t, bin, engine) })
		}
	}
}

func (c Case) check(t *testing.T, bin, engine string) {
	args := c.Args
	if c.Rows > 0 {
		args = append(append([]value.Value{}, args...), value.Scalar{Scalar: prim.Int(prim.I64, handRows)})
	}
	var in bytes.Buffer
	for _, a := range args {
		if err := value.WriteBinary(&in, a); err != nil {
			t.Fatal(err)
		}
	}
	var stderr bytes.Buffer
	cmd := exec.Command(bin, "run", "--backend", engine, "--entry", c.Entry("check"), c.Program)
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	lines := strings.Fields(string(out))
	if len(lines) != 2 {
		t.Fatalf("the check gives %q", out)
	}
	for i, limit := range []float64{1e-10, 1e-6} {
		gap, err := strconv.ParseFloat(strings.TrimSuffix(lines[i], "f64"), 64)
		if err != nil || !(gap <= limit) {
			t.Errorf("the gap to %s is %s, more than %g", [2]string{"forward mode", "differences"}[i], lines[i], limit)
		}
	}
	t.Logf("forward mode %s, differences %s", lines[0], lines[1])
}
