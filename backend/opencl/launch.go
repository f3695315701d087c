package opencl

import (
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
)

// argument is what there is to know of an argument.
type argument struct {
	bytes  uintptr
	local  bool // memory of a group
	buffer bool
	fail   bool // the failure words
}

// object is a kernel with the arguments that it has, but for local memory. They hold as long as no buffer is freed, whose handle another one may get.
type object struct {
	kernel   cl.Kernel
	launched bool
	freed    int64
	words    []uint64
	there    []bool
	word     uint64 // the one to set, where the driver finds it
}

// give sets the arguments that are not what they were at the last launch.
func (b *build) give(k *object, words []uint64) error {
	if freed := b.device.freed.Load(); k.there == nil || k.freed != freed {
		k.freed, k.words, k.there = freed, make([]uint64, len(b.args)), make([]bool, len(b.args))
	}
	for i, word := range words {
		if k.there[i] && k.words[i] == word {
			continue
		}
		a := &b.args[i]
		size, value := a.bytes, unsafe.Pointer(&k.word)
		if k.word = word; a.local {
			size, value = uintptr(word), nil
		}
		k.there[i] = false
		if code := cl.SetKernelArg(k.kernel, uint32(i), size, value); code != cl.Success {
			return backend.DeviceError(code)
		}
		k.there[i], k.words[i] = !a.local, word
	}
	return nil
}

// Launch implements host.Kernel: the host calls the function if it can, else the driver launches it.
func (b *build) Launch(function int, words []uint64, items, group int64) error {
	if b.calls(items) && b.call(words, items) {
		return nil
	}
	k, err := b.kernel(b.names[function])
	if err != nil {
		return err
	}
	if err := b.give(k, words); err != nil {
		return err
	}
	if !k.launched {
		b.compiled = k.kernel
	}
	return b.device.start(k, items, group)
}

// Launched implements host.Kernel.
func (b *build) Launched() {
	b.keep()
	if b.compiled != 0 {
		b.ask(b.compiled)
		b.compiled = 0
	}
}

// Group implements host.Kernel: the largest size that each function allows.
func (b *build) Group() (int64, error) {
	n := int64(b.device.dev.MaxGroup)
	for _, name := range b.names {
		k, err := b.kernel(name)
		if err != nil {
			return 0, err
		}
		if m, code := cl.GetKernelWorkGroupSize(k.kernel, b.device.dev.ID); code == cl.Success {
			n = min(n, m)
		}
	}
	return n, nil
}
