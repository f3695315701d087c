// Package tests holds the suites that cross rooms: layers, the command line, the rules of the language
// sentence by sentence (tests/reference), notebooks, the kernel over real sockets, derivatives end to end, and the benchmarks (tests/bench).
package tests
