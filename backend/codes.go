package backend

import (
	"errors"

	"raido/lang/diag"
)

// Codes of what goes wrong with several engines.
var (
	CodeDouble   = diag.Register("E1303", "The device has no f64.")
	CodeMemory   = diag.Register("E1304", "An array does not fit into the device's memory.")
	CodeNoDevice = diag.Register("E1306", "There is no OpenCL device.")
	CodeDevice   = diag.Register("E1307", "The device or its driver reported an error.")
)

// DeviceError says what a device or its driver reported.
func DeviceError(err error) *diag.Diag {
	return &diag.Diag{Class: diag.Device, Code: CodeDevice, Msg: err.Error(), Hint: "raido doctor tells about devices and drivers"}
}

// ClosedError is what calls of an engine give after Close.
func ClosedError() *diag.Diag { return DeviceError(errors.New("the engine is closed")) }
