// Package host is the engine on a device: compiled programs, runs, buffers, measured runs. What a device does it asks a Device.
package host
