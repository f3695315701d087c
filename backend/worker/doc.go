// Package worker is an engine in a process of its own: the notebook's side (engine.go, link.go, value.go), which is an engine like
// others, and the worker's (server.go), which serves the Device that it is given. See Note [Worker] in wire.go.
//
// Input: the command that starts a worker; there, what opens the device. Output: a backend.Engine; Ended tells which errors mean
// that a worker ended, so that what it did may be done again.
//
// Invariants: whatever a driver does, the notebook's process lives on and no exchange waits without end; a worker ends with its
// notebook; the two sides share nothing but the messages of wire.go and the file of area.go.
//
// Layer 9: imports backend, backend/cl (for its patience and its cache), lang/*. It does not know which engine it serves.
package worker
