package backend

// Note [Failures]
//
// A check that fails writes the number of its site and its values into the failure words, and its thread ends. Other threads and
// later kernels end early when they see it. The host reads the words whenever it waits for the device. Another word asks threads to stop:
// loops poll it, so an interrupt is quick. Codes and messages are those of lang/core/failure.go, so both engines say the same.
//
// What an engine cannot run (f64 on a device without it, recursive functions, traces) its Compile refuses. The program then runs on the
// interpreter, and Profile.Fallback says so.

// Note [Checkpoints]
//
// What a return sweep needs is kept on tapes, as that costs least where there is memory for it. Where there is not, a run ends with an
// error of memory as soon as a tape is made, in front of its loop. Then the program is made once more, from before its derivatives were taken: the loops of reverse
// derivatives are asked for the checkpoints of `stripmine(2)`, those inside of other loops not; and if that does not suffice, all loops for
// those of `stripmine(3)`. [Peng23, 3.4] So the memory at hand chooses, what fits pays nothing, and Profile.Checkpoints tells the user. The next
// run tries tapes first, since other arguments may be smaller. Loops that the user gave attributes of this kind keep them, while loops have no checkpoints, and
// the engine that takes derivatives at run time keeps its own trace. Values are those of tapes, up to the rounding of sums that are taken in another order.
