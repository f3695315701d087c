// Package golden compares what code makes of texts with texts that are kept in testdata.
//
//	Text    compares one text with a file
//	Cases   runs txtar files: each has given sections, and sections that the code makes of them
//	Passes  runs the cases of passes: "-- in --" is a program before the pass, "-- out --" the program after it;
//	        packages corepass and segpass know how programs of core and of kernels are read and run
//
// `go test -update PACKAGE` writes the files anew; read the difference before you commit it. A new case needs its given
// sections and an empty section of each kind that is made.
//
// Only tests import it; it imports no package of Raido, so that the tests of any package can.
package golden
