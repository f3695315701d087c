package host

// TestDevice opens the device on which the tests run: opened_test.go says which, since packages of devices import this one.
var TestDevice func() (Device, error)
