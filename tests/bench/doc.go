// Command bench times Raido and prints tables; it asserts nothing. From the root of the repository:
//
//	go run ./tests/bench                       all groups
//	go run ./tests/bench kernel front micro    those groups
//	go run ./tests/bench -n 1000000 -runs 5 -only sum,scan -kernels micro
//
// Groups:
//
//	kernel   what Jupyter sees: start, round trips, the first gradient cell, idle memory; beside ipykernel
//	micro    loops over arrays and their gradients on each backend; beside plain C on one thread
//	front    parse, check, lower, passes
//
// Figures are medians. Those of one table come from one run on one machine, so ratios mean something
// when absolute times drift; a busy machine still spoils them. A bound stands beside a figure where the
// project has one. What is not there to compare with (gcc, ipykernel, a device) is named, not skipped
// silently.
//
// Flags of micro: -n elements (10 million where 6 GiB are free), -interp-n elements on the interpreter,
// -threads of the device (1, as the C programs have; 0 for all), -runs, -only names, -kernels to list the
// time of each device kernel. A row says "differs" if its result is not the C program's.
package main
