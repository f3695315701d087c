package wasm

import "encoding/binary"

// valtype is a type of WebAssembly.
type valtype byte

// The types.
const (
	i32  valtype = 0x7f
	i64  valtype = 0x7e
	f32  valtype = 0x7d
	f64  valtype = 0x7c
	v128 valtype = 0x7b
)

// signature is the type of a function.
type signature struct{ params, results []valtype }

// callee is a function of another module: what a kernel calls.
type callee struct {
	module, name string
	signature
}

// kernelName is the name of the function of a kernel.
const kernelName = "k"

// definition is a function of a module.
type definition struct {
	signature
	locals []valtype
	code   []byte
}

// assembled is a module with a memory, in whose place the device puts the one of all (linear), the functions that it calls, and functions, the last of which is for the host. It says how many bytes of stack a thread
// needs: kernels are known by their modules, and those of two lengths of a block may be the same otherwise.
func assembled(imports []callee, functions []definition, stack int64) []byte {
	var types []signature
	for _, c := range imports {
		types = append(types, c.signature)
	}
	for _, f := range functions {
		types = append(types, f.signature)
	}
	n := len(imports)
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = section(out, 0, unsigned(name(nil, "stack"), uint64(stack)))
	out = section(out, 1, vector(len(types), func(b []byte, i int) []byte { return types[i].append(b) }))
	out = section(out, 2, vector(n, func(b []byte, i int) []byte {
		return unsigned(append(name(name(b, imports[i].module), imports[i].name), 0), uint64(i))
	}))
	out = section(out, 3, vector(len(functions), func(b []byte, i int) []byte { return unsigned(b, uint64(n+i)) }))
	out = section(out, 5, vector(1, func(b []byte, _ int) []byte { return append(b, 0, 1) })) // no maximum, at least a page
	out = section(out, 7, vector(1, func(b []byte, _ int) []byte { return unsigned(append(name(b, kernelName), 0), uint64(len(types)-1)) }))
	return section(out, 10, vector(len(functions), func(b []byte, i int) []byte {
		body := append(declared(functions[i].locals), functions[i].code...)
		return append(unsigned(b, uint64(len(body))), body...)
	}))
}

// declared declares locals, those of one type that follow each other together.
func declared(locals []valtype) []byte {
	var runs []byte
	n := 0
	for i := 0; i < len(locals); n++ {
		k := i
		for k < len(locals) && locals[k] == locals[i] {
			k++
		}
		runs = append(unsigned(runs, uint64(k-i)), byte(locals[i]))
		i = k
	}
	return append(unsigned(nil, uint64(n)), runs...)
}

func (s signature) append(b []byte) []byte {
	b = append(b, 0x60)
	for _, list := range [][]valtype{s.params, s.results} {
		b = unsigned(b, uint64(len(list)))
		for _, t := range list {
			b = append(b, byte(t))
		}
	}
	return b
}

func section(out []byte, id byte, content []byte) []byte {
	return append(unsigned(append(out, id), uint64(len(content))), content...)
}

func vector(n int, item func(b []byte, i int) []byte) []byte {
	b := unsigned(nil, uint64(n))
	for i := range n {
		b = item(b, i)
	}
	return b
}

func name(b []byte, s string) []byte { return append(unsigned(b, uint64(len(s))), s...) }

// unsigned and signed append a number in LEB128.
func unsigned(b []byte, n uint64) []byte { return binary.AppendUvarint(b, n) }

func signed(b []byte, n int64) []byte {
	for {
		low := byte(n & 0x7f)
		if n >>= 7; n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}
