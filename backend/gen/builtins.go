package gen

import (
	"fmt"
	"strconv"
	"strings"
)

// This file declares the built-in functions that texts call. Note [Declared built-ins].

// builtin is how a built-in function is declared for a type $T, of $I integers of the same size and $S elements; on says
// for which types.
type builtin struct {
	on   string
	decl string
}

const (
	onFloats  = "float double"
	onInts    = "char uchar short ushort int uint long ulong"
	onNumbers = onInts + " " + onFloats
)

var builtins = map[string]builtin{
	"get_global_id": {"", "size_t $n(uint)"}, "get_global_size": {"", "size_t $n(uint)"},
	"atomic_cmpxchg": {"", "int $n(volatile __global int *, int, int)"},
	"vload_half":     {"", "float $n(size_t, const __private half *)"},
	"vstore_half_rte": {"", "void $n(float, size_t, __private half *);" +
		" void __attribute__((overloadable)) $n(double, size_t, __private half *)"},
	"fma":   {onFloats, "$T $n($T, $T, $T)"},
	"clamp": {onNumbers, "$T $n($T, $T, $T)"},
}

func init() {
	add := func(names, on, decl string) {
		for _, n := range strings.Fields(names) {
			builtins[n] = builtin{on, decl}
		}
	}
	add("min max", onNumbers, "$T $n($T, $T)")
	add("copysign fmin fmax", onFloats, "$T $n($T, $T)")
	add("fabs floor ceil trunc rint round sqrt log exp sin cos tan sinpi cospi", onFloats, "$T $n($T)")
	add("isinf isnan isfinite signbit", onFloats, "$J $n($T)")
	add("popcount clz", onInts, "$T $n($T)")
	add("mul_hi", onInts, "$T $n($T, $T)")
}

// pureDecl marks a function of its arguments alone, which may have the name of others.
const pureDecl = "__attribute__((overloadable, const))"

// Declare declares built-in functions, for a text for CPUs that calls them.
func Declare(names []string) string {
	var out strings.Builder
	out.WriteString("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n")
	for _, name := range names {
		if to, ok := strings.CutPrefix(name, "convert_"); ok {
			declareConversion(&out, name, to)
		} else if w, ok := strings.CutPrefix(name, "vload"); ok && isWidth(w) {
			declareAccess(&out, name, true, w)
		} else if w, ok := strings.CutPrefix(name, "vstore"); ok && isWidth(w) {
			declareAccess(&out, name, false, w)
		} else if b, ok := builtins[name]; ok {
			b.declare(&out, name)
		}
	}
	out.WriteString(roundings(names))
	return out.String()
}

// roundings has the functions among names that round floats to integers be instructions, where the compiler and the CPU have them: the
// library of PoCL computes them by conversions and comparisons, a dozen instructions for floor.
func roundings(names []string) string {
	var out strings.Builder
	for _, name := range names {
		if own, ok := roundingBuiltins[name]; ok {
			fmt.Fprintf(&out, "#if __has_builtin(%s)\n#define %s %s\n#endif\n", own, name, own)
		}
	}
	if out.Len() == 0 {
		return ""
	}
	return "#if defined(__SSE4_1__) && defined(__has_builtin)\n" + out.String() + "#endif\n"
}

// roundingBuiltins are clang's names of functions that round each element of a vector; rint rounds halves to even, as everything does here.
var roundingBuiltins = map[string]string{
	"floor": "__builtin_elementwise_floor", "ceil": "__builtin_elementwise_ceil", "trunc": "__builtin_elementwise_trunc",
	"rint": "__builtin_elementwise_roundeven",
}

func isWidth(w string) bool {
	_, err := strconv.Atoi(w)
	return err == nil
}

// declareConversion declares a conversion to a type, which stands before what is said of rounding, from all types.
func declareConversion(out *strings.Builder, name, to string) {
	to, _, _ = strings.Cut(to, "_")
	w := strings.TrimLeft(to, "abcdefghijklmnopqrstuvwxyz")
	for _, from := range strings.Fields(onNumbers) {
		fmt.Fprintf(out, "%s %s %s(%s%s);\n", to, pureDecl, name, from, w)
	}
}

// declareAccess declares a function that loads or stores vectors of w elements.
func declareAccess(out *strings.Builder, name string, load bool, w string) {
	for _, t := range strings.Fields(onNumbers) {
		for _, space := range []string{"__global", "__private"} {
			if load {
				fmt.Fprintf(out, "%s%s __attribute__((overloadable, pure)) %s(size_t, const %s %s *);\n", t, w, name, space, t)
			} else {
				fmt.Fprintf(out, "void __attribute__((overloadable)) %s(%s%s, size_t, %s %s *);\n", name, t, w, space, t)
			}
		}
	}
}

// declare declares the function for all its types, as vectors too.
func (b builtin) declare(out *strings.Builder, name string) {
	mark := func(decl, attribute string) {
		out.WriteString(strings.Replace(decl, "$n", attribute+" "+name, 1) + ";\n")
	}
	if b.on == "" {
		attribute := "__attribute__((overloadable))"
		if strings.HasPrefix(b.decl, "size_t") {
			attribute = pureDecl
		}
		mark(strings.Replace(b.decl, ") $n", ") "+name, 1), attribute)
		return
	}
	for _, t := range strings.Fields(b.on) {
		for _, w := range []string{"", "2", "4", "8", "16"} {
			truth := "int" // of a comparison
			if w != "" && t == "double" {
				truth = "long"
			}
			mark(strings.NewReplacer("$T", t+w, "$J", truth+w).Replace(b.decl), pureDecl)
		}
	}
}

// Note [Declared built-ins]
//
// A driver that uses clang lets it read a header with all functions of the language, 15,000 declarations or so, before each
// program: on PoCL 3.1 that is 110 of the 125 ms that a program takes at least. The header has a guard like any other;
// who defines it is spared the header, and declares what it calls itself, in the way of the header: the names of overloaded functions
// tell their types to the linker. If that fails in some driver, the text is compiled as it is.

// LeanOptions are Options without the header.
const LeanOptions = Options + " -D_OPENCL_H_"
