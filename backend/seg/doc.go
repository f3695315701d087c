// Package seg is the flat kernel IR, between core and OpenCL C.
//
//	prog    ::= host statements, kernels
//	host    ::= scalar computations, allocation, copies, launches, loops and ifs of the host
//	kernel  ::= an index space, a thread body for one index, and what joins the threads:
//	            nothing (Map), an operator (Reduce, Scan), accumulators (Map with Accs), or no space (Task)
//	code    ::= sequential statements on scalars, with explicit loads and stores
//	form    ::= how a kernel runs: the functions of its launches, in explicit code
//
// Code of a kernel is first what one point does, whoever does it. Passes (the kernel pipeline of package backend) make of it what the threads of a device do: a Form, whose
// code is explicit (explicit.go): it has vectors, chunks, barriers, and says where a thread looks whether something has failed. Printers write a
// Form line by line and decide nothing.
//
// A value is uniform, affine or varying where points are computed in lanes: the same in all of them, one more from each lane to the next, or
// any. In explicit code what is uniform or affine is a scalar, the value of lane 0, and what varies a vector.
//
// Scalars are core atoms: a *core.Var of scalar type or a constant. Arrays are gone: a Mem is a block of
// elements, and a place in it is an Index, a sum of products of i64 atoms.
//
// Text form (Print and Parse; a line for a statement, what is inside of it two spaces to the right, {x} none or more of x, [x] one or none):
//
//	prog   ::= ["target" {word | number}] {"param" name ":" type | "param" array} {host} {"result" atom ":" elem | "result" array ["as" elem]} ["kernels" {number}]
//	array  ::= mem ":" {"[" atom "]"} elem attrs        atom  ::= name | number        span ::= "@" string number number
//	mem    ::= name "#" number                          index ::= "[" [term {"+" term}] "]"   term ::= atom ["*" atom]
//	bind   ::= name [":" type]      the type only where it is not what follows from the statement; type ::= elem ["x" lanes], as f64x8
//	attrs  ::= ["in" space] ["len" atom] ["grow"] ["lanes" number]
//	host   ::= bind "=" op "." elem {atom} [span] | "var" bind "=" atom | "set" {name} "=" {atom} | bind "=" "read" mem index
//	         | "alloc" array ["blank"] [span] | "move" {mem} "=" {mem} | "own" mem [span] | "free" mem | copy | check
//	         | "fill" mem index "=" atom "for" atom | bind "=" "small" {bind "=" (op "." elem | "times" | "plus" | "most") {atom}} "work" atom
//	         | "if" atom {host} ["else" {host}] | "for" bind "<" atom {host} | "while" {host} "break" "unless" atom {host} | kernel
//	copy   ::= "copy" mem index "=" mem index "for" atom
//	check  ::= "check" atom "site" number [string string {elem} ["hint" string] [span]] ["with" {atom}]    all of a site where it is first
//	kernel ::= ("task" | "map" | "reduce" | "scan") name ["serial"] ["back"] [span] {part | code}
//	part   ::= "updates" {mem} | "over" bind "<" atom | "mem" mem ":" elem attrs | "width" number | "below" number {atom} | "few" | "enter" {code} | "yield" {atom} | oper
//	         | "into" {mem} ["from" {atom}] ["unread" {"yes" | "no"}] | "after" bind "," {bind} {code} | "last" bind {code} | "leave" {code}
//	         | "accumulate" {mem} "[" atom "]" "by" {mem} ["start" {atom}] ["has" mem] oper | "lanes" kernel | "form" {formpart}
//	oper   ::= "operator" {bind} "," {bind} ["is" {op}] ["neutral" {atom}] ["arg" op] {code} "in" {atom}
//	formpart ::= "param" kind [bind] ["of" mem] ["count" number] ["mem" mem [":" elem attrs]] | "rows" number "bound" atom ["along"]
//	         | "mem" mem ":" elem attrs | "stage" ["barriers"] {code};   after "form" may stand "groups" and "squares" number
//	code   ::= bind "=" op "." elem {atom} ["idx"] | "var" bind "=" atom | "set" name "=" atom | bind "=" "if" atom "then" atom "else" atom
//	         | bind "=" mem index ["ordered"] | mem index "=" atom ["first" atom] | mem index op "=" atom ["ordered"] | check | copy
//	         | "for" bind ["from" atom] "<" atom ["step" number] {flag} {code} | "fold" bind "<" atom [interchange] "into" {name} "by" {op} {code} "yield" {atom}
//	         | "while" ["quiet"] {code} "break" "unless" atom {code} | "if" atom ["unlikely"] {code} ["else" {code}] | "reserve" mem "for" {"[" atom "]"}
//	         | bind "=" move {atom} ["lane" number] | bind "=" "gather" places | "scatter" places [op] "=" atom | "squeeze" places "=" atom | "atomic" mem index op "=" atom
//	         | "pack" mem "=" mem index ["by" atom] ["where" atom] "for" atom | "bind" mem "=" ["if" atom "then"] mem index ["else" mem index]
//	         | "pointwise" {code} | "try" {code} | "poll" | "barrier" | "tell" ["of"] atom
//	places ::= mem "at" atom ["by" atom] ["where" atom]
//	flag   ::= "par" | "elems" | "unroll" | "single" | "quiet" | "moves" | interchange      interchange ::= "interchange" ("rows" | "sums" | "scalar")
//
// Invariants (checked by package verify):
//   - a variable is bound once, and a memory is made a name (Bind) once; a variable is assigned once, except those declared by Decl or HDecl, which Set and HSet change;
//   - thread code uses scalars of the host freely: they become arguments of the kernel;
//   - the parts of a kernel but its form say what is computed and not how it is spread: Bind, Atomic, Barrier and Try are of forms, forms have no Pointwise, and no Fold when they are printed;
//   - lanes of operands agree, but for scalars, which stand for vectors of themselves; conditions of branches and loops are scalars;
//   - barriers are in stages that say so, where all threads of the group come to them and none may leave before, but from a Try;
//   - a Mem of space Device is a variable of the host program: HAlloc and HMove give it a buffer. One of
//     space Private or Scratch belongs to one kernel, and each thread has its own;
//   - what is read has been written before, by the host or by a kernel that was launched;
//   - each kernel of the program is launched in one place.
//
// Layer 5: imports lang/core, lang/diag, lang/irtext, lang/limits, lang/prim.
package seg
