package cl

import "strings"

// Ways are what a driver does that OpenCL does not promise, or against it. Each is off but for the drivers that Quirks names.
type Ways struct {
	Native    bool // code is for the processor of this process: memories have one address space, built-ins are those of its compiler
	Mapped    bool // kernels may use buffers that the host has mapped
	Cached    bool // programs are kept by text and options, on a disk where they may be damaged
	Declared  bool // a program may declare the built-in functions that it calls, and do without the driver's header
	Late      bool // kernels are compiled when they are launched; whoever asks for the binary before waits for all of them
	Direct    bool // commands run in the thread that asks for them
	Functions bool // what the driver compiles are functions in libraries that it loads
	OneThread bool // all calls must come from one thread of the system
	Plain     bool // programs are compiled without optimisation
	Checks    bool // it looks for what kernels read before anybody has written it, and mistakes some buffers (strange.go)
}

// Quirk is a way of a driver.
type Quirk struct {
	Platform string // its PLATFORM_NAME
	Version  string // what its PLATFORM_VERSION or DRIVER_VERSION contains: the versions of which the way is known; empty for all
	Device   string // what the names of its devices begin with
	CPU      bool   // only of devices that are CPUs
	What     string // the way
	Costs    string // what it costs, or what it saves
	set      func(*Ways)
}

// Quirks are the ways of drivers that Raido knows: everything that depends on which driver there is, but for its answers to questions of OpenCL.
var Quirks = []Quirk{
	{pocl, "", "", true, "code is for the processor of this process, and all memories have one address space",
		"copies are calls of memcpy, and masks instructions of the processor; elsewhere loops", func(w *Ways) { w.Native = true }},
	{pocl, "", "", true, "kernels may use buffers that the host has mapped",
		"saves a command, 20 us, for each small value that is read, and kernels hear of an interrupt while they run; elsewhere between launches",
		func(w *Ways) { w.Mapped = true }},
	{pocl, "", "", false, "programs are kept on disk, where a process that ends may leave damaged ones",
		"one more compilation where a program cannot be built", func(w *Ways) { w.Cached = true }},
	{pocl, "", "", true, "programs may declare the built-in functions that they call",
		"saves 0.1 s for each kernel, the time of the driver's header", func(w *Ways) { w.Declared = true }},
	{pocl, "", "", false, "kernels are compiled when they are launched, and all of them when the binary is asked for",
		"in the GPU shape kernels are not kept on Raido's disk", func(w *Ways) { w.Late = true }},
	{pocl, "PoCL 3.", directName, true, "commands run in the thread that asks for them: Note [Commands in the caller's thread]",
		"saves 25 us for each task on one core", func(w *Ways) { w.Direct = true }},
	{pocl, "PoCL 3.", "", true, "kernels are functions in libraries: Note [Functions of PoCL]",
		"saves 10 us for each small launch", func(w *Ways) { w.Functions = true }},
	{oclgrind, "", "", false, "its search for reads of what nobody has written keeps its state in the thread that made the context",
		"a call goes to a thread of its own: 2 us", func(w *Ways) { w.OneThread = true }},
	{oclgrind, "", "", false, "it lacks instructions that its compiler's optimisation makes, such as llvm.ctpop",
		"programs are compiled without optimisation", func(w *Ways) { w.Plain = true }},
	{oclgrind, "", "", false, "after a command has written a part of a buffer, the rest passes for unwritten for good",
		"the host writes buffers as a whole, and leaves new ones as they are", func(w *Ways) { w.Checks = true }},
	{oclgrind, "", "", false, "what it knows of a buffer that was released it takes for the next one's",
		"buffers are never released", func(w *Ways) { w.Checks = true }},
}

const oclgrind = "Oclgrind"

// waysOf are the ways of a device, by the versions of its platform and driver.
func waysOf(platform, version, device string, cpu bool) (w Ways) {
	for _, q := range Quirks {
		if q.Platform == platform && strings.Contains(version, q.Version) && strings.HasPrefix(device, q.Device) && (cpu || !q.CPU) {
			q.set(&w)
		}
	}
	return w
}
