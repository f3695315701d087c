package backend

// OnDevice reports whether an array lies in the memory of a device. Scalars and values of interpreters do not.
func OnDevice(v Value) bool {
	switch v := v.(type) {
	case *clValue:
		return v.buf != nil
	case *remoteValue:
		return v.link != nil
	}
	return false
}
