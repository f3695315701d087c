package cl

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"raido/lang/system"
)

// symbols are the addresses of the functions, by what they are called in C without the "cl".
type symbols struct {
	getPlatformIDs, getPlatformInfo, getDeviceIDs, getDeviceInfo    uintptr
	createContext, releaseContext                                   uintptr
	createCommandQueue, releaseCommandQueue, flush, finish          uintptr
	createBuffer, releaseMemObject                                  uintptr
	createProgramWithSource, createProgramWithBinary, buildProgram  uintptr
	getProgramInfo, getProgramBuildInfo, releaseProgram             uintptr
	createKernel, releaseKernel, setKernelArg, enqueueNDRangeKernel uintptr
	getKernelWorkGroupInfo                                          uintptr
	enqueueReadBuffer, enqueueWriteBuffer, enqueueCopyBuffer        uintptr
	enqueueFillBuffer, enqueueMapBuffer, enqueueUnmapMemObject      uintptr
	waitForEvents, releaseEvent, getEventProfilingInfo              uintptr
}

var (
	sym      symbols
	loadOnce sync.Once
	loadErr  error
)

// load finds the library and its functions once. It sets PoCL's switches first, because PoCL reads them
// when it is initialised: a kernel cache that we own (an unwritable $HOME hides the device otherwise), and
// one compiled form of a kernel for all group sizes (the specialised forms cost 0.2 s each).
func load() error {
	loadOnce.Do(func() {
		setDefault("POCL_WORK_GROUP_SPECIALIZATION", "0")
		if dir, err := driverCache(); err == nil {
			go trimAtTimes(dir, time.Now())
		}
		var lib uintptr
		for _, name := range system.OpenCL {
			if lib, loadErr = system.OpenLibrary(name); loadErr == nil {
				break
			}
		}
		if loadErr != nil {
			loadErr = fmt.Errorf("the OpenCL loader %s is not installed (%s)", system.OpenCL[0], system.InstallOpenCL)
			return
		}
		loadErr = resolve(lib)
	})
	return loadErr
}

func setDefault(name, value string) {
	if _, set := os.LookupEnv(name); !set {
		os.Setenv(name, value)
	}
}

func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".probe")
	if err != nil {
		return false
	}
	_, err = f.Write(make([]byte, 4<<10)) // the disk may be full
	return errors.Join(err, f.Close(), os.Remove(f.Name())) == nil
}

func resolve(lib uintptr) error {
	for _, s := range []struct {
		name string
		addr *uintptr
	}{
		{"GetPlatformIDs", &sym.getPlatformIDs}, {"GetPlatformInfo", &sym.getPlatformInfo},
		{"GetDeviceIDs", &sym.getDeviceIDs}, {"GetDeviceInfo", &sym.getDeviceInfo},
		{"CreateContext", &sym.createContext}, {"ReleaseContext", &sym.releaseContext},
		{"CreateCommandQueue", &sym.createCommandQueue}, {"ReleaseCommandQueue", &sym.releaseCommandQueue},
		{"Flush", &sym.flush}, {"Finish", &sym.finish},
		{"CreateBuffer", &sym.createBuffer}, {"ReleaseMemObject", &sym.releaseMemObject},
		{"CreateProgramWithSource", &sym.createProgramWithSource},
		{"CreateProgramWithBinary", &sym.createProgramWithBinary}, {"BuildProgram", &sym.buildProgram},
		{"GetProgramInfo", &sym.getProgramInfo}, {"GetProgramBuildInfo", &sym.getProgramBuildInfo},
		{"ReleaseProgram", &sym.releaseProgram}, {"CreateKernel", &sym.createKernel},
		{"ReleaseKernel", &sym.releaseKernel}, {"SetKernelArg", &sym.setKernelArg},
		{"GetKernelWorkGroupInfo", &sym.getKernelWorkGroupInfo}, {"EnqueueNDRangeKernel", &sym.enqueueNDRangeKernel}, {"EnqueueReadBuffer", &sym.enqueueReadBuffer},
		{"EnqueueWriteBuffer", &sym.enqueueWriteBuffer}, {"EnqueueCopyBuffer", &sym.enqueueCopyBuffer},
		{"EnqueueFillBuffer", &sym.enqueueFillBuffer}, {"EnqueueMapBuffer", &sym.enqueueMapBuffer},
		{"EnqueueUnmapMemObject", &sym.enqueueUnmapMemObject}, {"WaitForEvents", &sym.waitForEvents},
		{"ReleaseEvent", &sym.releaseEvent}, {"GetEventProfilingInfo", &sym.getEventProfilingInfo},
	} {
		addr, err := system.Symbol(lib, "cl"+s.name)
		if err != nil {
			return fmt.Errorf("the OpenCL loader lacks cl%s (OpenCL 1.2 is needed): %v", s.name, err)
		}
		*s.addr = addr
	}
	return nil
}
