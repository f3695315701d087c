package flat

// Note [Views]
//
// An array is a view of a memory: an offset, dimensions and strides. So slices and transposes cost nothing. `iota`, `replicate`, and a
// map that feeds one other node are lazy and never stored. An array that nothing consumes may be shared and read late. On the host that also
// holds for an array that is consumed at another time only. Everything else is copied.

// Note [Scalars on the device]
//
// The host waits only for sizes, conditions and results. A scalar that the device computes stays there. So does what a few
// operators compute from it: each kernel that uses it computes it once more (`cell` in val.go). Loops and branches of the host pass
// such scalars on as blocks (carry.go). An if that only updates elements is a launch where its condition is on the device
// (Note [Updates on the device]). A table in tests/device_test.go says what an iteration of a host loop launches, copies and waits for.
