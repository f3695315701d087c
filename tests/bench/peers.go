package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/cpu"

	"raido/backend"
	"raido/backend/cl"
	"raido/lang/prim"
)

//go:embed peer
var peerSources embed.FS

// cFlags are those of the C programs.
const cFlags = "gcc -O3 -march=native -fno-math-errno -fopenmp"

// peers compiles and runs the programs to compare with, in a folder of its own.
type peers struct {
	dir    string
	s      *settings
	absent []string // what there is nothing to compare with
}

func newPeers(s *settings) (*peers, error) {
	dir, err := os.MkdirTemp("", "raido-bench")
	if err != nil {
		return nil, err
	}
	p := &peers{dir: dir, s: s}
	for _, name := range []string{"gcc", python} {
		if _, err := exec.LookPath(name); err != nil {
			p.absent = append(p.absent, "no "+name)
		}
	}
	if err := exec.Command(python, "-c", "import torch").Run(); err != nil {
		p.absent = append(p.absent, "no PyTorch (apt install python3-torch)")
	}
	files, err := fs.Glob(peerSources, "peer/*")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := peerSources.ReadFile(f)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f)), text, 0o666); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *peers) close() { os.RemoveAll(p.dir) }

// note says what is absent.
func (p *peers) note() string {
	if len(p.absent) == 0 {
		return ""
	}
	return "; absent: " + strings.Join(p.absent, ", ")
}

// pair is a primal and its gradient, with the bytes that they hold.
type pair struct {
	primal, gradient figure
	bytes            int64
}

var noPair = pair{primal: nothing, gradient: nothing}

// c compiles a program for an element type, with OpenBLAS if that is wanted and there, and runs it.
func (p *peers) c(name string, elem prim.Type, blas bool, args ...string) map[string]pair {
	real := map[prim.Type]string{prim.F64: "double", prim.F32: "float"}[elem]
	out := filepath.Join(p.dir, name+"-"+real)
	if _, err := os.Stat(out); err != nil {
		flags := append(strings.Fields(cFlags)[1:], "-DREAL="+real, "-o", out, filepath.Join(p.dir, name+".c"))
		if blas {
			flags = append(flags, "-DBLAS", "-lopenblas")
		}
		if msg, err := exec.Command("gcc", append(flags, "-lm")...).CombinedOutput(); err != nil {
			if blas {
				p.absent = append(p.absent, "no OpenBLAS (apt install libopenblas-dev)")
				return p.c(name, elem, false, args...)
			}
			p.absent = append(p.absent, name+".c: "+firstLine(string(msg)))
			return nil
		}
	}
	return p.run(exec.Command(out, args...))
}

// torch runs a script of PyTorch, on a GPU if Raido does.
func (p *peers) torch(script string, args ...string) map[string]pair {
	if strings.Contains(p.note(), "PyTorch") || !p.s.torch {
		return nil
	}
	cmd := exec.Command(python, append([]string{filepath.Join(p.dir, script), strconv.Itoa(p.s.threads)}, args...)...)
	if devs, err := cl.Devices(); err == nil && p.s.backend == backend.OpenCL && !devs[0].IsCPU() {
		cmd.Env = append(os.Environ(), "TORCH_DEVICE=cuda")
	}
	return p.run(cmd)
}

const blasVar = "OPENBLAS_CORETYPE"

// blasKernels are the kernels of OpenBLAS for the vectors that the machine has: it goes by the model, and where it does not know that, as in
// virtual machines, takes those of an old one.
func blasKernels() string {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL:
		return "SKYLAKEX"
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return "HASWELL"
	}
	return ""
}

// run reads lines "name ms probe ms probe bytes". Memory stays with the process, since fresh pages cost more than
// what is measured.
func (p *peers) run(cmd *exec.Cmd) map[string]pair {
	cmd.Env = cmd.Environ()
	if threads := strconv.Itoa(p.s.threads); p.s.threads > 0 {
		cmd.Env = append(cmd.Env, "OMP_NUM_THREADS="+threads, "OPENBLAS_NUM_THREADS="+threads)
	}
	cmd.Env = append(cmd.Env, "MALLOC_MMAP_MAX_=0", "MALLOC_TRIM_THRESHOLD_=17179869184", "MALLOC_TOP_PAD_=1073741824")
	if kernels := blasKernels(); kernels != "" && os.Getenv(blasVar) == "" {
		cmd.Env = append(cmd.Env, blasVar+"="+kernels)
	}
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %s failed: %v\n", filepath.Base(cmd.Args[0]), err)
	}
	out := map[string]pair{}
	for line := range strings.Lines(string(text)) {
		var name string
		var x pair
		if _, err := fmt.Sscan(line, &name, &x.primal.ms, &x.primal.probe, &x.gradient.ms, &x.gradient.probe, &x.bytes); err == nil {
			out[name] = x
		}
	}
	return out
}

// get is a row of what a peer printed.
func get(m map[string]pair, name string) pair {
	if x, ok := m[name]; ok {
		return x
	}
	return noPair
}
