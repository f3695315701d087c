// Package kernel serves a session.Session to Jupyter front ends over the five sockets of a connection
// file. It knows the messaging protocol and nothing of Futhark.
//
// Input: requests on shell and control; output: for each one busy, whatever it prints, a reply, idle, with
// the request's header as parent. Invariants: idle leaves after all output of its request, nothing
// follows it; control and heartbeat answer while a cell runs; no message and no panic in the session
// ends the kernel; an ended kernel has sent all that it said. Layer 11: imports kernel/session,
// kernel/wire, install (for the folder of the history), display, lang/diag.
package kernel
