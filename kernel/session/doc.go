// Package session runs cells and keeps what they define: names, values on the device, and the graph of
// definitions with their compiled entries. Package kernel calls it through the interface Session and
// knows nothing of Futhark; this package knows nothing of sockets and messages.
//
// Input: the text of a cell. Output: a Result, and through Output whatever the cell prints or shows
// while it runs. Invariant: a cell that fails changes nothing. Layer 10: imports everything below.
package session
