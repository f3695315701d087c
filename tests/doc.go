// Package tests holds the suites that cross packages: layers, the command line, the rules of the language, notebooks, the kernel over real
// sockets, derivatives end to end, and benchmarks; layers_test.go and notes_test.go hold the front page and the Notes to the code. CONTRIBUTING.md
// says how to run them.
//
// Derivatives:
//
//	each pass before and after, each rule      lang/opt, ad, ad/fwd, ad/rev: testdata
//	every construct in all modes, all engines  ad_test.go: forward against reverse against differences
//	all entry points of tests/ad               adentries_test.go: reverse, forward, tapes and differences, for any file that is put there
//	random differentiable programs             adrandom: all modes agree; failures shrink (RAIDO_RANDOM=n; RAIDO_DEVICE=n on the device)
//	random eliminations and recurrences        adrandom: loops that update parts of a matrix, or go through time (TestRandomNests)
//	every function of the float modules        adscalars_test.go: in every width, against differences; corners in ad/corners.fut
//	ADBench's four problems                    adbench (RAIDO_FULL=1: every file, every engine)
//	GradBench's problems                       gradbench: values and derivatives against C by hand
//	ordinary programs                          ordinary: their forms against C by hand, and their kernels
//	special cases against general rules        ad/rev/types_test.go: in every type, for no, one and two elements
//	NIST's curve fits; [Jensen24, 4.2]         nist_test.go, jensen_test.go
//	%ad: its text is parsed and run            adtext, adrandom (RAIDO_TEXT=n), against vjp and jvp
//	%gradcheck: what it finds and blames       gradcheck_test.go
//	nested derivatives, depth 6 to 12          nested_test.go: growth in all modes; errors and interrupts of what explodes
//	work-efficiency without a clock            adcost_test.go, ad/rev/cost_test.go: operations, traffic, bytes of tape, for every rule
//
// The language:
//
//	programs with Futhark's test blocks        lang, run by lang_test.go and `raido test`
//	rules, sentence by sentence                reference: programs that keep each rule and that break it
//	messages                                   errors: chunks of programs with the wanted error at its place
//
// Engines:
//
//	what kernels move, by the profile          profile_test.go of the device's engine
//	launches, copies, waits, memory            device_test.go, inplace_test.go
//	what has its turn on OpenCL in this run    turns (RAIDO_TURN, RAIDO_FULL=1: all)
//	every code form on small data              RAIDO_LIMITS=small, or a number for a random set: programs of lang and ad (all with RAIDO_FULL=1, and
//	                                           then the tests that compare engines, too), random programs, derivatives and core programs
//	                                           (RAIDO_SEEDS, RAIDO_SEED), in both shapes (lang_test.go, random_test.go, adrandom)
//	many elements                              RAIDO_LARGE=100003,1000003,10000019 go test ./tests -run TestLarge -timeout 60m
//	random core programs                       lang/core/coregen and its users: through passes, derivatives and engines
//	workers that end or do not stop            worker_test.go
//	other operating systems                    run.sh builds and vets for all; foreign.sh runs what Wine and QEMU can
//	scripts for users, on machines with stubs  install: macOS too; frontends parses what is for Windows
//	archives: the same bytes, licences         install/release
//	other drivers                              drivers.sh: Oclgrind, which reports races, accesses out of bounds and unwritten values, and rusticl, in
//	                                           both shapes; run.sh runs a few programs of them
//	drivers that misbehave, full disks         faults: at any place, in any way; a table of what came of it
//
// Notebooks:
//
//	cells, late binding, errors, magics        session_test.go; promises in kernel/session/doc.go
//	sessions of users, cell by cell            sessions, session_users_test.go
//	cost in proportion to length               kernel/session/large_test.go, interrupt_test.go: interrupts end every phase
//	crowds, huge cells, unread output          kernel/crowd_test.go
//	progress of slow cells, on every engine    progress_test.go, kernel/progress_test.go
//	notebooks executed                         notebooks_test.go: by nbconvert and by `raido notebook`, compared with their kept outputs
//	JupyterLab's client, classic Notebook      frontends: typing, pictures, run all, completion, interrupts
//	colours in editors                         frontends/tokens_test.go: the compiler's tokens, over all test programs
//	protocol, hostile peers                    kernel, tests/kernel; a table in kernel/doc.go
//	random cells with interrupts               kernel/random_test.py: 2 minutes in tests/run.sh, 40 s while workers are killed; an hour by
//	                                           RAIDO_SOAK=3600 go test ./tests/kernel -run FrontEnds/random -v -timeout 70m
package tests
