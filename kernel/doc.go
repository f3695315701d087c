// Package kernel serves a session.Session to Jupyter front ends over the five sockets of a connection
// file. It knows the messaging protocol and nothing of Futhark.
//
// Input: requests on shell and control; output: for each one busy, whatever it prints, a reply, idle, with
// the request's header as parent. Invariants: idle leaves after all output of its request, nothing
// follows it; control and heartbeat answer while a cell runs; no message and no panic in the session
// ends the kernel; an ended kernel has sent all that it said. Layer 11: imports kernel/session,
// kernel/wire, install (for the folder of the history), display, lang/diag.
//
// What a kernel must do, and where that is tested over real sockets (*.py in tests/kernel, by jupyter_client):
//
//	busy, reply, idle; unknown requests        TestCell, TestUnknownMessages, TestNothingFollowsIdle
//	silent, store_history, user_expressions    TestSilent, TestCounts, TestUserExpressions
//	an error aborts the cells that wait        TestErrorAbortsQueuedCells, TestQuickErrorAbortsWhatWasSentWithIt, TestNoStopOnError
//	control and heartbeat beside a busy shell  TestControlBesideBusyShell, protocol_test.py
//	interrupts by message and by signal        TestControlBesideBusyShell, protocol_test.py, soak_test.py, random_test.py
//	history, on disk                           TestCounts, history_test.go, protocol_test.py
//	is_complete, comms                         TestLanguageService, TestComms
//	stdin                                      TestInput
//	shutdown, SIGTERM, the parent's end        TestShutdown, TestParentWatch, lifetime_test.py
//	signatures, malformed messages             TestMessagesThatAreIgnored, TestReplayIsIgnored, TestContentsThatAreWrong
//	hostile peers                              TestPeersThatLie, TestPeersThatStall
//	tcp, ipc, bad connection files             TestCell, TestAnotherKernelOnTheSamePorts, TestBadConnectionFiles, lifetime_test.py
//	protocol 5.5: iopub_welcome, subshells     TestSubshell, TestSubshellsEnd, TestLookingBesideBusyShell, futhark_test.py
//	results, MIME types                        TestCell, futhark_test.py
//	display_id, updates, clear_output          TestDisplayAndClear, notebook_test.py
//	output gathered, live, cut                 stream_test.go
//	errors with places                         TestErrorIsTheSameInReplyAndOnIOPub, futhark_test.py
//	completion and inspection                  TestLanguageService, TestSlowCompletion, TestLookingAfterShortCell, futhark_test.py
//	state: atomic cells, late binding          futhark_test.py, soak_test.py, random_test.py; tests/session_test.go
//	magics                                     futhark_test.py, soak_test.py; tests/session_test.go
//	kernelspecs                                tests/kernel/kernel_test.go installs; package install
//	panics, memory that is not there           TestPanicIsAnErrorReply, soak_test.py
//	start, trivial cell, memory, idle CPU      Bounds in protocol_test.py, Start in futhark_test.py
package kernel
