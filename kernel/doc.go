// Package kernel serves a session.Session to Jupyter front ends over the five sockets of a connection
// file. It knows the messaging protocol and nothing of Futhark.
//
// Input: requests on shell and control; output: for each one busy, whatever it prints, a reply, idle, with
// the request's header as parent. Invariants: idle leaves after all output of its request, nothing
// follows it; control and heartbeat answer while a cell runs; no message and no panic in the session
// ends the kernel; an ended kernel has sent all that it said. Layer 14: imports kernel/session,
// kernel/wire, install (for the folder of the history), display, lang/diag.
//
// Requests are read all the time and queued; control runs beside a busy shell. An interrupt cancels the cells that run when it arrives and
// no later one (Note [Interrupts]). Completion, inspection, and whatever else changes nothing are answered beside a running cell, within 1 s or
// with nothing (Note [Shells]). They read the state that the last finished cell has left; it never changes, since cells work on clones. So do the cells
// of subshells (protocol 5.5), which see and cannot define. An error aborts the cells that its front end sent before it, by
// the front end's clock (queue.abortAfter). Standard output and error are pipes that the kernel always reads (Note [Detached output]). A panic
// below becomes an error reply that says that it is a bug of Raido. The history of all sessions is one file of JSON lines, raido/history.jsonl in Jupyter's
// data folder; kernels append to it under a lock, in the background (historyfile.go). RAIDO_HISTORY names another file, or is "off".
//
// What a kernel must do, and where that is tested over real sockets (*.py in tests/kernel, by jupyter_client):
//
//	busy, reply, idle; unknown requests        TestEveryRequest, TestCell, TestUnknownMessages, TestNothingFollowsIdle
//	silent, store_history, user_expressions    TestSilent, TestCounts, TestUserExpressions
//	an error aborts the cells that wait        TestErrorAbortsQueuedCells, TestQuickErrorAbortsWhatWasSentWithIt, TestAbortWhatIsOnItsWay, TestNoStopOnError
//	control and heartbeat beside a busy shell  TestControlBesideBusyShell, TestControlIsQuick, TestHeartbeat, protocol_test.py
//	interrupts by message and by signal        TestInterruptOrders, TestInterruptsOverSockets, TestControlBesideBusyShell, *_test.py
//	history, on disk                           TestCounts, history_test.go, protocol_test.py
//	is_complete, comms                         TestLanguageService, TestComms, futhark_test.py
//	stdin                                      TestInput
//	shutdown, SIGTERM, the parent's end        TestShutdown, TestParentWatch, TestParentEnds, lifetime_test.py; no process left: futhark_test.py
//	signatures, malformed messages             TestMessagesThatAreIgnored, TestReplayIsIgnored, TestContentsThatAreWrong
//	hostile peers                              TestPeersThatLie, TestPeersThatStall, TestManyConnections, TestLargeMessages
//	tcp, ipc, bad connection files             TestCell, TestOneAddress, TestAnotherKernelOnTheSamePorts, TestBadConnectionFiles, lifetime_test.py;
//	                                           TestStaleSocket in kernel/wire
//	protocol 5.5: iopub_welcome, subshells     TestSubshell, TestSubshellsEnd, TestLookingBesideBusyShell, futhark_test.py
//	results, MIME types, NaN                   TestCell, TestNumbersThatJSONLacks, futhark_test.py
//	display_id, updates, clear_output          TestDisplayAndClear, TestProgressIsGone, notebook_test.py
//	output gathered, live, cut                 stream_test.go
//	errors with places, colours, hints         TestErrorIsTheSameInReplyAndOnIOPub, futhark_test.py; TestBothCellsAreNamed in kernel/session
//	completion and inspection                  TestLanguageService, TestSlowCompletion, TestLookingAfterShortCell, futhark_test.py;
//	                                           TestLookingAtBrokenCode, TestFields in kernel/session
//	state: atomic cells, late binding          futhark_test.py, soak_test.py, random_test.py; a table in kernel/session/doc.go
//	magics                                     futhark_test.py, soak_test.py; TestMagicTable in kernel/session, tests/session_test.go
//	kernelspecs                                tests/kernel/kernel_test.go installs into odd folders; package install
//	panics, memory that is not there           TestPanicIsAnErrorReply, futhark_test.py, soak_test.py; TestBugInCompiler in kernel/session
//	start, trivial cell, memory, idle CPU      Bounds in protocol_test.py, Start in futhark_test.py
//
// What users of other kernels complain about, and where that is tested here:
//
//	variables that do not survive, cells that compile slowly   TestCells, TestSameCell, TestRunAgain
//	a first cell whose time nobody explains                    TestMagics (%time), TestProgress in tests
//	run all that goes on after an error                        TestErrorAbortsQueuedCells, notebook.test.mjs
//	interrupts that kill, lose state or hit another cell       TestInterruptOrders, random_test.py, tests/worker_test.go
//	idle before the last output                                TestNothingFollowsIdle, TestEveryRequest
//	a kernel that hangs after a syntax error or a bug          soak_test.py, TestBugInCompiler
//	TAB that hangs or crashes; no completion                   TestSlowCompletion, TestLookingAtBrokenCode, services.test.mjs
//	no highlighting                                            tests/frontends
//	installed and does not start                               TestCheck, TestMending in package install, kernel_test.go
//	works in one front end alone                               tests/frontends, notebook_test.py, protocol_test.py
//	chatty output, slow start                                  TestStreamIsCoalesced, Bounds in protocol_test.py
//	messages lost at exit, no live output                      TestShutdown, lifetime_test.py, TestProgressIsGone
package kernel
