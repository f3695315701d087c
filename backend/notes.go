package backend

// Note [Failures]
//
// A check that fails writes the number of its site and its values into the failure words, and its thread ends. Other threads and
// later kernels end early when they see it. The host reads the words whenever it waits for the device. Another word asks threads to stop:
// loops poll it, so an interrupt is quick. Codes and messages are those of lang/core/failure.go, so both engines say the same.
//
// What an engine cannot run (f64 on a device without it, recursive functions, traces) its Compile refuses. The program then runs on the
// interpreter, and Profile.Fallback says so.
