package session

// Note [State]
//
// A cell works on a clone of the state: the scope, the graph of definitions, and the held values. The clone is one block, made in a
// microsecond for ten definitions. What a cell checks, lowers and allocates is the same after 5 cells and after 500 (many_test.go). Values
// live on the engine and are counted by references.
//
// A cell is cut at its magics: a line with `%name` or `!cmd` at column 1, and the indented lines after it. A text of Futhark is cut
// into pieces, declarations and expressions. Each part and each piece is a source of its own that knows its place in the cell, so a piece stays what
// it is where an edit moves it.
//
// A dependent that no longer fits its dependencies says so, with both cells, to whoever means it: a local variable of its name, or a new
// definition of it, does not. Nothing that a cell is about to define anew is checked in its old form (order.go). Errors say what
// the notebook knows: which failed cell would have defined a name, which values are stale (afterwards.go).
//
// Programs do nothing but compute. So a value whose program would run with the same values again is the held one, and an output of up to 64 KB
// is shown again (outcome.go). Cells with traces, `%time` and `%profile` run.
//
// `def` binds a meaning, and a top-level `let x = e` a value (types.KindValue). Lowering makes the values that a program mentions into
// parameters (iface.Iface.Globals), so a program depends on the type of a value and not on the value.

// Note [Progress]
//
// A cell that takes longer than half a second shows a line with the phase, the kernel, the iterations of the outermost loop, bytes and time
// (progress.go). backend.WithProgress has atomic counters for it, and a worker sends them while it runs. An iteration counts when the
// device has done it; a loop that is one kernel counts its iterations in words that the CPU shares with the device.
//
// What the cell shows next takes the line's place. Where something stands before the line, the kernel clears all at the end and sends the rest
// again (kernel/progress.go). So a saved notebook never has the line.
