// Package opencl is an OpenCL device as the engine of backend/host asks for one: its queue, buffers that the host sees, kernels that are built,
// launched and called as functions, caches of built kernels, measured runs.
//
// Input: the device that package cl puts first. Output: a host.Device, and with Open the engine on it.
//
// Invariants: commands go to one in-order queue; a kernel is built when it is first needed, and its binary kept on disk; a buffer that the
// host has seen stays mapped until it is freed.
//
// Layer 10: imports backend, backend/{cl,gen,host,mem,plan,seg}, lang/*. It knows nothing of programs.
package opencl
