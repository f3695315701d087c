package host_test

import (
	"raido/backend/host"
	"raido/backend/opencl"
)

func init() { host.TestDevice = opencl.Device }
