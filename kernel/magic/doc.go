// Package magic holds the magics of a notebook: lines of a cell that begin with % or !. It cuts a cell into text and magics (Split),
// finds what a call means (Find, Def.Fits), completes it (Complete), and runs it (Def.Call).
//
// Input: a Part of a cell, and the Cell that it is in. Output: a bundle, and through the Cell what the magic draws and prints. A magic
// reaches the session through the interface Cell alone (cell.go), which says all that magics may do; the session implements it.
// There is a file for each group of magics; derivatives have one for each of theirs. Their tables are listed in table.go.
//
// Invariant: the arguments of a call are spans of the cell, and whatever is wrong with them is said at its place there (TestPlacesOfFaults in package
// session). What a magic means by them is a tree around theirs (syntax.Builder), never a text.
//
// A new magic is a line in the table of its group and a function func(c *Call) (display.Bundle, error); its example is run by the tests of package session.
// Each magic has help, an example that the tests run, options, and what completion offers in them.
//
// Layer 12: imports everything below; it knows nothing of sessions and their states.
package magic
