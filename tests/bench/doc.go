// Command bench times Raido and prints tables; it asserts nothing. From the root of the repository:
//
//	go run ./tests/bench                       all groups
//	go run ./tests/bench kernel front micro    those groups
//	go run ./tests/bench -figures micro        those groups, whose tables it writes into tests/bench/FIGURES.md
//	go run ./tests/bench -n 1000000 -runs 5 -only sum,scan -kernels micro
//
// Groups:
//
//	kernel   what Jupyter sees: start, round trips, the first gradient cell, idle memory; beside ipykernel
//	front    parse, check, lower, passes
//	latency  cells of a fresh session, without Jupyter: the first gradient cell with cold and with warm caches, the same
//	         again (it need not run), an edited one, one that takes another value
//	micro    loops over arrays, small models and their gradients; beside C and PyTorch
//	adbench  ADBench's four problems on its data ($RAIDO_SHARED/adbench, by default ../shared/adbench) and larger mixtures; beside C, PyTorch,
//	         and what others measured elsewhere, which is there for orientation only
//	overheads  derivatives over their primals, beside Tables 9.5 to 9.9 of [Bruun22]
//	scaling  nanoseconds an element, from 10^5 to 10^8 elements
//	ordinary programs as users write them, each in several forms ($RAIDO_SHARED/ordinary, by default ../shared/ordinary, and tests/ordinary);
//	         beside C by hand.
//	         Memory "beyond" is without arguments, as buffers of the device hold them, in C with the results and arrays of fixed size; tapes are what
//	         the interpreter counts, in use at once; "-" where that takes it too long. Compile times are cold, from the text to the first result of a gradient, if no other group goes before
//	gradbench the problems of GradBench (tests/gradbench); beside C by hand and, of those whose functions give one number, CppAD, Adept and ADOL-C
//
// The C programs are in peer, with derivatives by hand: threads by OpenMP, sums reassociated, exponentials of libmvec,
// products by OpenBLAS where it is installed. What is not there to compare with (gcc, libopenblas-dev, python3-torch,
// ipykernel, a device) is named, not skipped silently. A row says "differs" if its result is not the C program's.
//
// With one thread figures are medians of processor time, of Raido and of peers alike, so that other work on the
// machine is left out; with several they are the best wall times. Those of one table come from one run on one machine,
// so ratios mean something when absolute times drift; in group ordinary C and all forms of a program are timed in turn, three rounds of
// them, and a ratio is the median over the rounds. Memory is kept by all between runs: page faults are not
// measured. Raido's peak is of device memory with arguments and results, that of C is all it allocates.
//
// Flags of micro and those after it: -threads (1; 2 for two; 0 for all), -runs, -only names (or gmm, ba, lstm, hand), -kernels
// to list the time of each device kernel, -source folder to write their OpenCL C, -torch=false, -tapes=false, -backend, and of micro -elem f32 or f64 and -n elements (10
// million where 6 GiB are free). On a GPU -threads 0 gives wall times; PyTorch is timed on it, too.
package main
