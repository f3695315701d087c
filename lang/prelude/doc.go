// Package prelude embeds the library that every program sees, as Futhark source. Input: nothing; output:
// Sources, in the order in which they must be checked, each seeing the names of those before it.
//
// A definition with the attribute #[prim] and a hole as body is a primitive: lang/lower has one row for
// its qualified name ("map", "f64.exp", "i32.+"). Everything else is written in Futhark. The scalar
// modules i8 ... f64 come from two templates, in which @t stands for the type. Names and types follow
// Futhark's library documentation. The operators of the language (+, ==, &&, ...) are no definitions: they
// are built into the checker; the modules define their own at their end, so that definitions before
// mean the built-in ones.
//
// Layer 1: imports lang/diag only.
package prelude
