// Package session runs cells and keeps what they define: names, values on the device, and the graph of
// definitions with their compiled entries. Package kernel calls it through the interface Session and
// knows nothing of Futhark; this package knows nothing of sockets and messages.
//
// Input: the text of a cell. Output: a Result, and through Output whatever the cell prints or shows
// while it runs. Invariant: a cell that does not check changes nothing, and what a cell has done before a failure stays. Layer 13: imports everything below.
//
// What a notebook promises, and where that is tested (TestCells, TestAllErrors, TestLineage in package tests):
//
//	def, type, module, open, import define             TestCells; tests/modules_test.go
//	let binds a value, kept where it was computed      TestCells, TestRunAgain, TestLookingIsCheap (%who)
//	expressions are shown, the last is `it`            TestCells, TestMemoMeanings, TestParts
//	a name means its latest definition everywhere      TestCells, TestEditedDefinition, TestMemoMeanings
//	dependents are checked again when needed           TestCheckedWhenNeeded
//	an old meaning is no obstacle to a new one         TestRedefinition, TestRandomDefinitions
//	one that no longer fits says so, with both cells   TestBothCellsAreNamed
//	values of an older meaning stay and are stale      TestStaleValues
//	%refresh, in the order of dependence               TestStaleValues, TestMemoValues
//	%reactive                                          TestReactive
//	a cell run again compiles and computes nothing     TestSameCell, TestRunAgain, TestEditedCell
//	500 cells are as cheap as 5                        TestManyCells, TestLookingIsCheap
//	a cell that does not check changes nothing         TestNothingRemains, TestBugInCompiler
//	what stands before a failure stays                 TestWhatStaysAfterAFailure, TestDevicesOfOneCell
//	all errors of a cell are said                      TestAllErrors
//	those of a magic at the user's own characters      TestPlacesOfFaults
//	what a crash takes is computed again               TestLineage; tests/worker_test.go
package session
