package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"raido/backend"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/adbench"
)

// known are gradient times in ms, f64, one thread, measured elsewhere (an idle machine of two Zen 4 cores): the best
// hand-written code, the best that a tool makes of C, and PyTorch on whole arrays.
var known = map[string][3]string{
	"gmm_d10_K25":                         {"3.27", "4.53", "1.91"},
	"gmm_d20_K50":                         {"13.2", "19.8", "9.65"},
	"gmm_d32_K50":                         {"22.4", "47.5", "-"},
	"gmm_d64_K100":                        {"155", "236", "124"},
	"gmm_d128_K25":                        {"142", "159", "87"},
	"gmm_10k_d32_K50":                     {"219", "370", "208"},
	"ba1_n49_m7776_p31843":                {"3.93", "7.39", "26.3"},
	"lstm_l2_c1024":                       {"9.81", "2.74", "337"},
	"lstm_l4_c4096":                       {"126", "20.1", "3227"},
	"hand_simple_hand1_t26_c100":          {"0.232", "4.30", "3.58"},
	"hand_simple_hand5_t26_c800":          {"0.272", "4.61", "-"},
	"hand_simple_hand8_t26_c6400":         {"0.511", "4.47", "4.85"},
	"hand_complicated_hand1_t26_c100":     {"0.238", "5.24", "-"},
	"hand_complicated_hand5_t26_c800":     {"0.300", "5.78", "-"},
	"hand_complicated_hand8_t26_c6400":    {"0.832", "6.85", "-"},
	"ba5_n257_m65132_p225911 (synthetic)": {"28.0", "49.9", "235"},
}

// mixture is a Gaussian mixture of a size that there is no file for.
func mixture(name string, n, d, k int64) adbench.Case {
	t := d * (d + 1) / 2
	return adbench.Case{Name: name, Program: "gmm.fut", Args: []value.Value{
		array(prim.F64, around0, k), array(prim.F64, uniform, k, d), array(prim.F64, around0, k, t), array(prim.F64, uniform, n, d),
		value.Scalar{Scalar: prim.Float(prim.F64, 1)}, value.Scalar{Scalar: prim.Int(prim.I64, 0)}}}
}

// adbenchCases are the files, if there are any, and larger mixtures.
func adbenchCases() (cases []adbench.Case, note string) {
	shared := os.Getenv("RAIDO_SHARED")
	if shared == "" {
		shared = "../shared"
	}
	folder := filepath.Join(shared, "adbench")
	cases, err := adbench.Cases(folder)
	if err != nil || len(cases) == 0 {
		note = "; absent: ADBench's data (the folder adbench in $RAIDO_SHARED, or in ../shared)"
	}
	for i := range cases {
		if cases[i].Prefix != "" {
			cases[i].Name = "hand_" + cases[i].Name
		}
	}
	return append(cases, mixture("gmm_d10_K25", 1000, 10, 25), mixture("gmm_d20_K50", 1000, 20, 50),
		mixture("gmm_d64_K100", 1000, 64, 100), mixture("gmm_d128_K25", 1000, 128, 25),
		mixture("gmm_10k_d32_K50", 10_000, 32, 50)), note
}

// adbenchGroup compares ADBench's problems with C by hand and with PyTorch on whole arrays.
func adbenchGroup(s *settings) error {
	return withPeers(s, "adbench", func(eng backend.Engine, p *peers) error { return adbenchTables(s, eng, p) })
}

func adbenchTables(s *settings, eng backend.Engine, p *peers) error {
	cases, note := adbenchCases()
	begin(fmt.Sprintf("adbench, f64, ms: %s (%s), threads %d; C: %s%s%s", eng.Name(), eng.Device(), s.threads, cFlags, p.note(), note))
	row("", "primal", "gradient", "grad/primal", "C", "C grad", "Torch grad", "/C", "grad/C", "grad/Torch", "peak MB", "C MB",
		"elsewhere: by hand, AD of C, Torch  ")
	for _, c := range cases {
		if !s.wants(c.Name) && !s.wants(strings.TrimSuffix(c.Program, ".fut")) {
			continue
		}
		fmt.Fprintf(os.Stderr, "adbench %s ...\n", c.Name)
		if err := adbenchRow(s, eng, p, c); err != nil {
			return err
		}
	}
	return nil
}

func adbenchRow(s *settings, eng backend.Engine, p *peers, c adbench.Case) error {
	problem := strings.TrimSuffix(c.Program, ".fut")
	path := filepath.Join("tests", "adbench", c.Program)
	file := filepath.Join(p.dir, "args")
	if err := adbench.WriteArgs(file, c.Args); err != nil {
		return err
	}
	derivative := "gradient"
	if problem == "ba" || problem == "hand" {
		derivative = "jacobian"
	}
	a, g := runEntry(s, eng, c.Name, path, c.Entry("objective"), c.Args), runEntry(s, eng, c.Name, path, c.Entry(derivative), c.Args)
	theirs := get(p.c(problem, prim.F64, false, file, fmt.Sprint(s.runs), c.Name), c.Name)
	torch := noPair
	if !strings.Contains(c.Name, "complicated") {
		torch = get(p.torch("torch_adbench.py", problem, file, fmt.Sprint(s.runs), c.Name), c.Name)
	}
	k, ok := known[c.Name]
	if !ok {
		k = [3]string{"-", "-", "-"}
	}
	row(c.Name, ms(a.ms), ms(g.ms), ratio(g.ms, a.ms), ms(theirs.primal.ms), ms(theirs.gradient.ms), ms(torch.gradient.ms),
		ratio(a.ms, theirs.primal.ms), ratio(g.ms, theirs.gradient.ms), ratio(g.ms, torch.gradient.ms), megabytes(g.peak),
		megabytes(theirs.bytes), strings.Join(k[:], ", ")+"  "+remark(a, theirs.primal, prim.F64, "objective")+remark(g, theirs.gradient, prim.F64, derivative))
	printKernels("objective", a)
	printKernels(derivative, g)
	return nil
}

func megabytes(n int64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(n)/1e6)
}
