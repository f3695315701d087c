package cl

import (
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"

	"raido/lang/system"
)

// Note [Functions of PoCL]
//
// PoCL 3 compiles a kernel to a library with the function _pocl_kernel_NAME_workgroup, which computes one group. It takes the addresses of the
// arguments, a description of the space, and the numbers of the group in three directions (pocl_workgroup_func in PoCL's lib/CL/pocl_cl.h,
// struct pocl_context in include/pocl_context.h). An argument that is a buffer is the address of its first byte. Nothing else of the driver is needed
// to run it, and other threads of the driver do not know of it. That is checked before it is used: the first call must do what a launch does.

// Function is a kernel that PoCL has compiled, in a library that stays loaded until Release.
type Function struct {
	entry, library uintptr
	words          []uint64
	args           []unsafe.Pointer // to words
	space          poclSpace
	given          [5]uintptr // args, space, and a group
}

// poclSpace is PoCL's struct pocl_context.
type poclSpace struct {
	groups, offset, size [3]uint64
	text, at             uintptr // what is printed
	room, dims           uint32
}

// FindFunction is the kernel of a name and so many arguments in the library in which an address is, nil if there is none.
func FindFunction(address uintptr, name string, args int) *Function {
	if args == 0 {
		return nil
	}
	library, ok := system.LibraryOf(address)
	if !ok {
		return nil
	}
	f := &Function{library: library, words: make([]uint64, args), args: make([]unsafe.Pointer, args)}
	var err error
	if f.entry, err = system.Symbol(f.library, "_pocl_kernel_"+name+"_workgroup"); err != nil {
		f.Release()
		return nil
	}
	for i := range f.args {
		f.args[i] = unsafe.Pointer(&f.words[i])
	}
	f.space = poclSpace{groups: [3]uint64{1, 1, 1}, size: [3]uint64{1, 1, 1}, dims: 1}
	f.given = [5]uintptr{uintptr(unsafe.Pointer(&f.args[0])), uintptr(unsafe.Pointer(&f.space))} // f holds both, and nothing moves
	return f
}

// Release lets the library go.
func (f *Function) Release() {
	if f != nil {
		system.CloseLibrary(f.library)
	}
}

// Set makes an argument a number, or the address of a buffer.
func (f *Function) Set(i int, word uint64) { f.words[i] = word }

// Call computes n groups of one item, one after the other.
func (f *Function) Call(n int64) {
	f.space.groups[0] = uint64(n)
	for i := range n {
		f.given[2] = uintptr(i)
		purego.SyscallN(f.entry, f.given[:]...)
	}
	runtime.KeepAlive(f)
}
