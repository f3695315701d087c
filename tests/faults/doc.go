// Package faults holds tests of what happens to a notebook when something under it fails: a driver that misbehaves in any of its
// calls, a process that is killed or stopped at any moment, memory or a disk that is full. Each case is a session of cells: within a
// deadline a cell has an answer or an error that says why, the next cell works, and nothing that was defined is lost. A table at the
// end counts what came of them.
package faults
