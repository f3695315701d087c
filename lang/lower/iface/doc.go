// Package iface says how the entry function of a lowered program is called: an Iface binds the size parameters from the shapes of
// arguments, takes user values apart into the leaves that the function takes, and puts its results together.
//
// Input and output are values (lang/value); the layout of records and sums as leaves is the one that package lower gives them.
//
// Layer 3: imports lang/core, lang/diag, lang/prim, lang/types, lang/value.
package iface
