package host

// Note [Two forms of a program]
//
// A program for a device is translated twice. In the parallel form the outermost SOACs are kernels, and the loops and ifs around them
// run on the host. In the task form the whole program is one kernel for one thread: one launch, and one kernel to compile. At each run
// flat.Grain estimates the work of the SOACs from the sizes among the arguments. The task runs where all launches cost more than
// they save (seg.Amounts.OneThread): than the work that other threads would take over, and what lanes do better. On a CPU what a launch costs
// and how many threads there are counts as limits.TaskGrain and TaskThreads say, on all machines: the forms add up floats in different orders.
//
// A loop of the host is in the parallel form twice, as host code and as one task, and chooses in the same way each time it begins
// (seg.HSmall). Sizes that change in it, as [:i] does, lie between bounds (extent.go in backend/flat). The task works in the blocks
// of the loop's initial values. Neither form is a task of more than limits.TaskStms statements, counted before the passes of a target, so that all
// devices decide alike: the compilers of some take seconds for it, or fail. Only what has no other form may be longer. Where the text of a task that is shorter is
// still too much for the device's compiler (Facts.Text), its loop runs as kernels there, and may add up in another order.
//
// The parallel form runs whatever is large. So loops over arrays in the task form do not poll the failure words (seg.Target.Small), and the
// driver's compiler takes a third less time for them.

// Note [Updates in place]
//
// Host code says `own` before it writes a memory. That copies the buffer if somebody else holds it: the caller, or a loop's initial
// value. The pass free releases each buffer after its last use, and a pool of size classes (package mem) takes it back.

// Note [Order of combination]
//
// The order in which elements are combined depends on sizes only in the CPU shape (Note [Chunks by sizes]), and on the device besides in the GPU shape,
// so each run gives the same bits. On a CPU a scatter
// runs in one thread for that; in the GPU shape elements have owners (Note [Owners] in backend/group). A scatter whose rule guarantees that no
// two elements go to one place is an ordinary map.

// Note [Measured runs]
//
// Under WithProfile the device takes the times of what it does (Device.Measure), and each command's belong to a kernel or to a kind of
// transfer (Device.Charge). Bytes are estimated from the code and the buffers (Note [Traffic]), and the peaks of the device are measured
// once. Other runs do nothing for it.
