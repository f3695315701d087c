package worker

// Note [A worker's life]
//
// PoCL ends the process on a bad access, a failed link, or a stack that is too small. That is why `raido kernel` runs the device's engine
// in a process of its own (Note [Worker]). Commands and tests have the engine in their own process.
//
// The worker starts in the background with the first cell; cells that need no device do not wait for it. When a worker has ended, what
// it did is done again on another one, and its values are computed again from the definitions and values that they came from, or
// read again from their file (Note [Lineage] in kernel/session); E1004 says why if that cannot be. A cell that ends three workers by itself
// fails with E1314, which says how they ended. It does not run in the notebook's process, since it may have ended them by its use of memory.
// Definitions, and values that the interpreter holds, stay. A driver whose workers end three times in a row before they have run
// anything is given up: the interpreter takes over, and the cell that meets this says so.
//
// What is kept is bounded, least recently used first out: 64 programs and 128 builds in the worker. The notebook sends a program again
// if the worker has dropped it. The garbage collector runs at every 32nd build, since it does not see the driver's memory. A stopped run
// gives back what it has taken, and the C library of a worker gives freed memory back to the system (`allocator` in link.go). PoCL
// loses about 0.1 MB with each kernel that it compiles.
