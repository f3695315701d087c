// Command raido is the Futhark notebook kernel and its command line.
//
//	raido check FILE.fut                                      type checks a program
//	raido run [--backend NAME] [--entry NAME] FILE.fut        runs an entry point, values from stdin to stdout
//	raido test FILE.fut...                                    runs the test blocks of programs
//	raido bench [--runs N] [--threads T] FILE.fut             times an entry point, one line of JSON
//	raido gradcheck [--entry NAME] [--at INPUT] FILE.fut      compares derivatives in all ways there are
//	raido dump -after PASS [--entry NAME] FILE.fut            prints the program after a pass, on core or on kernels
//	raido notebook FILE.ipynb                                 executes a notebook
//	raido kernel, worker, install, uninstall, doctor          what Jupyter needs
//
// Exit status: 0 success, 1 a compile-time error of the program, 2 a run-time error of the program, 3 a wrong
// call or input, 4 a construct that is not supported yet, or a bug of Raido. Only results go to stdout.
//
// A subcommand is one file; cli.go holds the grammar and the one place where errors become statuses. The
// package may import everything (layer 15).
package main
