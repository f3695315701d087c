// Package segeval runs kernel code on the host, statement by statement: the meaning of package seg, against which passes are tested.
//
// Input: a seg.Prog, arguments, and a Launch, which says how kernels run. Output: the results, the failure of a Check as a
// *diag.Diag, or a *Fault: the program does what no program may do.
//
// A kernel with a form runs in its threads, or in groups whose items go from barrier to barrier together; one without by its
// meaning, point by point, in an order that the launch chooses. Every element knows whether it has been written, and who read and wrote it last. Faults are
//   - what nobody has written has an effect: a condition, an index, a failure or a result depends on it. It may be copied, and computed with in vain;
//   - an access out of bounds, but for lanes that are read up to seg.Slack bytes behind the end;
//   - a race: two threads of a launch use an element, not both atomically, and one of them writes it, with no barrier between. The points
//     of a kernel that runs by its meaning are threads;
//   - an operator fails that no Check has looked at;
//   - some items of a group wait at a barrier and others have left.
//
// Layer 6: imports backend/seg, lang/core, lang/diag, lang/prim, lang/value.
package segeval
