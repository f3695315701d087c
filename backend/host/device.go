package host

import (
	"time"

	"raido/backend"
	"raido/backend/mem"
	"raido/backend/plan"
	"raido/backend/seg"
)

// Facts are what there is to know of a device.
type Facts struct {
	Engine  string     // one of the names of engines in backend
	Name    string     // for people
	Target  seg.Target // the shape of code that suits it
	Units   int        // cores, or compute units
	Memory  int64      // bytes
	Largest int64      // bytes of the largest buffer
	Double  bool       // has f64
	Checks  bool       // is a simulator that reports reads of what nobody has written
	Text    int        // bytes of the longest program of a kernel that its compiler takes a reasonable time for; 0 if there is no such bound
	Launch  int64      // what a launch costs a GPU, in operations of one item

	// Of a device in the GPU shape.
	Local int64 // bytes of local memory of a group
	Group int64 // items of the largest group
}

// Block is a buffer of a device, of which so many bytes are in use.
type Block struct {
	Handle mem.Handle
	Bytes  int64
}

// Device is what the host asks of a device. It takes commands, which it does in this order: before it returns, or later; then Pending counts
// them, and Finish waits for them. A device that does all at once has Pending 0 and nothing to do in Finish. Errors are diagnostics, or Full.
//
// One goroutine at a time calls the methods, while it holds the engine, but for those of mem.Source, Compiling and Warm, which any may call at any time.
type Device interface {
	Facts() Facts

	// NewBuffer gives buffers that have room for seg.Slack more bytes; small ones are zeros. FreeBuffer works after Close, too.
	mem.Source
	// Words are the failure words of all kernels (package plan) as a buffer, and where the host sees them while kernels run, nil if it does not:
	// then it reads them when nothing is pending, and kernels do not hear of an interrupt.
	Words() (b Block, seen []uint64)

	// Read and Write copy bytes and return when they have arrived; nothing may be pending.
	Read(b Block, at int64, to []byte) error
	Write(b Block, at int64, from []byte) error
	// Fill is a command that repeats a pattern of 1, 2, 4 or 8 bytes, which divides at and n. Where it ends with the block it may go on into the room behind.
	Fill(b Block, at, n int64, pattern []byte) error
	// Copy is a command that copies bytes between blocks, or between places of one that do not overlap.
	Copy(to Block, at int64, from Block, start, n int64) error
	Pending() int
	Finish() error

	// Generate writes a program, all of whose kernels have forms, in the device's language.
	Generate(p *seg.Prog) *plan.Program
	// Build makes a kernel of such a program one that can be launched. The engine keeps it by its Source, for all kernels that have
	// the same, and releases it: so nothing may be kept of k but what follows from its Source.
	Build(k *plan.Kernel) (Kernel, error)
	// Compiling reports whether a command waits for the device's compiler, which may put off what Build asks for, and how long
	// commands have waited for it so far.
	Compiling() (now bool, took time.Duration)
	// Warm prepares what the first Build would have to wait for.
	Warm()

	// Measure has the device take the times of what it does from now on, or no longer.
	Measure(on bool) error
	// Charge says to whom what was done since the last call of Measure or Charge belongs: add is called with its times, at once or, where
	// something is pending, by Finish.
	Charge(add func(time.Duration))
	// Peaks measures what the device can do; fields that it does not know are 0.
	Peaks() backend.Peaks

	// Close lets go of the device, which has finished.
	Close()
}

// Kernel is a kernel that a device has built.
type Kernel interface {
	// Launch is a command: items threads in groups of that size compute a function of the kernel. In the CPU shape there is one
	// function, 0, and groups of one; in the GPU shape function i is Stages[i]. Words are the arguments by plan.Kernel.Args, valid until Launch returns.
	Launch(function int, words []uint64, items, group int64) error
	// Launched says that all that belongs to one use of the kernel is launched: now the device may look after what its compiler has made.
	Launched()
	// Group is how many items a group of the kernel may have in the GPU shape.
	Group() (int64, error)
	// Release frees the kernel; it may be called after the device is closed.
	Release()
}

// Full is the error that a command found no memory.
type Full struct{ Err error }

// Error implements error.
func (f Full) Error() string { return f.Err.Error() }
