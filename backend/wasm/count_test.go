package wasm

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/load"
	"raido/lang/lower"
)

var counts = map[string]map[string]bool{}
var nowFile string

func TestCount(t *testing.T) {
	files, _ := filepath.Glob("/work/shared/ordinary/progs/*.fut")
	for _, f := range files {
		if s := os.Getenv("ONLY"); s != "" && !strings.Contains(f, s) {
			continue
		}
		nowFile = filepath.Base(f)
		text, _ := os.ReadFile(f)
		p, _ := load.New().Program(f, string(text))
		if p == nil {
			continue
		}
		for _, d := range p.Entries {
			if !strings.HasPrefix(d.Sym.Name, "grad") {
				continue
			}
			prog, _, err := lower.Tuned(d, lower.Tuning{})
			if err != nil {
				continue
			}
			prog, err = backend.Passes(prog)
			if err != nil {
				continue
			}
			for _, tr := range []func(*core.Prog) (*seg.Prog, error){flat.Program} {
				s, err := tr(prog)
				if err != nil {
					continue
				}
				s.Target = seg.Target{CPU: true, Plain: true, Vector: 16, Registers: 16}
				s = backend.RunKernelPasses(s, "")
				g := Generate(s)
				if os.Getenv("ONLY") != "" {
					os.WriteFile("/tmp/seg_"+d.Sym.Name+".txt", []byte(seg.Print(s)), 0o644)
				}
				for _, k := range g.Kernels {
					for _, k := range []*plan.Kernel{k, k.Lanes} {
						if k != nil && os.Getenv("ONLY") != "" {
							os.WriteFile("/tmp/wasm/"+d.Sym.Name+"_"+k.Name+".wasm", []byte(k.Source), 0o644)
						}
					}
				}
			}
		}
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return len(counts[keys[i]]) > len(counts[keys[j]]) })
	for _, k := range keys {
		var fs []string
		for f := range counts[k] {
			fs = append(fs, f)
		}
		sort.Strings(fs)
		fmt.Println(k, len(fs), fs)
	}
}

func note(k string) {
	if counts[k] == nil {
		counts[k] = map[string]bool{}
	}
	counts[k][nowFile] = true
}
