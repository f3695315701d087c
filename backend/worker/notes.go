package worker

// Note [A worker's life]
//
// PoCL ends the process on a bad access, a failed link, or a stack that is too small. That is why `raido kernel` runs the device's engine
// in a process of its own (Note [Worker]). Commands and tests have the engine in their own process.
//
// The worker starts in the background with the first cell; cells that need no device do not wait for it. When a worker has ended, what
// it did is done again on another one, and its values are computed again from the definitions and values that they came from, or
// read again from their file (Note [Lineage] in kernel/session); E1004 says why if that cannot be. A program over which the driver has ended two
// workers is the interpreter's, which is said (Note [Choice] in backend/auto). Where lack of memory may have ended them it is not, since the notebook's
// process would be next: the third time the cell fails with E1314, which says how they ended.
// Definitions, and values that the interpreter holds, stay. A driver whose workers end three times in a row before they have run
// anything is given up: the interpreter takes over, and the cell that meets this says so.
//
// What is kept is bounded, least recently used first out: 64 programs and 128 builds in the worker. The notebook sends a program again
// if the worker has dropped it. The garbage collector runs at every 32nd build, since it does not see the driver's memory. A stopped run
// gives back what it has taken, and the C library of a worker gives freed memory back to the system (`allocator` in link.go). PoCL
// loses about 0.1 MB with each kernel that it compiles.
