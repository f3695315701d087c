package gen

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// Version is part of the key of binaries on disk: it changes with the generated text's meaning.
const Version = "2"

// Options are given to the driver's compiler; -w keeps it from writing warnings to the terminal.
const Options = "-cl-std=CL1.2 -w"

// Program is the text of a program and what is needed to launch its kernels.
type Program struct {
	Source  string
	Kernels map[*seg.Kernel]*Kernel
	// Sites are the places that can fail; a failure word n > 0 names Sites[n-1].
	Sites []*seg.Site
	// Double tells that the program needs a device with f64.
	Double bool
}

// ArgKind says what an argument of a kernel is.
type ArgKind uint8

// The kinds of arguments.
const (
	ArgFail    ArgKind = iota // the failure words
	ArgStage                  // int: number of the stage
	ArgChunks                 // long: number of threads
	ArgScalar                 // a scalar of the host
	ArgMem                    // a buffer of the host program
	ArgScratch                // the buffer of scratch blocks
	ArgStride                 // long: bytes of scratch of one thread
	ArgOffset                 // long: where block Mem begins in a thread's scratch
	ArgPartial                // results of threads, component N
	ArgRoom                   // long: how many elements block Mem, which grows, has room for
	ArgAcc                    // threads' copies of the accumulator Mem, a Priv of the kernel's Accs
)

// Arg is an argument of a kernel.
type Arg struct {
	Kind ArgKind
	Atom *core.Var
	Mem  *seg.Mem
	N    int
}

// Kernel is how to launch a kernel.
type Kernel struct {
	Name    string
	Args    []Arg
	Scratch []*seg.Mem // blocks of each thread
	// Copies are how many copies of a Scratch block a thread has, where it is more than one: one for each lane.
	Copies map[*seg.Mem]int64
	// Grow are the blocks that grow: a failure word n < 0 says that Grow[-n-1] needs more room, for as many
	// elements as the first value says.
	Grow []*seg.Mem
	// Cost is a rough number of operations for one index.
	Cost int64
	// Lanes is the form in lanes, nil if there is none; see Note [Lanes].
	Lanes *Kernel
}

// Stages lists the stages to launch when the kernel runs with that number of threads.
func Stages(k *seg.Kernel, chunks int64) []int32 {
	switch {
	case k.Kind == seg.Scan && chunks == 1:
		return []int32{2}
	case k.Kind == seg.Scan:
		return []int32{0, 1, 2}
	case chunks > 1 && (k.Kind == seg.Reduce || len(k.Accs) > 0):
		return []int32{0, 1}
	}
	return []int32{0}
}

// Once tells that a stage runs with one thread.
func Once(k *seg.Kernel, stage int32) bool { return stage == 1 && k.Kind != seg.Map }
