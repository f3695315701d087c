package host_test

import (
	"os"

	"raido/backend/host"
	"raido/backend/opencl"
	"raido/backend/wasm"
)

// The tests run on the OpenCL device, or, if RAIDO_TEST_DEVICE says so, on the embedded one.
func init() {
	host.TestDevice = opencl.Device
	if os.Getenv("RAIDO_TEST_DEVICE") == "wasm" {
		host.TestDevice = wasm.Device
	}
}
