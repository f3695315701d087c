// Package alias is the one analysis of memory: which names of a core program may lie in the same memory, what consumes
// what, and what is used last where.
//
// The facts are those of the nodes (core.Exp's Aliases and Consumes, Note [Memory] in lang/core): package alias knows no
// view and no update by itself, only how facts go through a program. It has three answers, from fine to coarse:
//
//   - Flow follows the statements in their order. Each variable has roots, the memories that it may lie in; a statement that
//     consumes one of them consumes the root, and with it every name that has it. What a parameter stands for is
//     consumed by the whole construct when its code consumes the parameter. Package verify asks it for faults, ad/rev
//     which values are gone when the return sweep runs.
//   - Classes forget the order: sets of names that may lie in the same memory anywhere in the program, each with a mark if
//     something consumes a name of it. Of a class without the mark no element ever changes. Passes that make two names
//     one, or move code, ask for classes of names (ByName), in which the result of an update is a new array;
//     who assigns memory asks for classes of memory (ByMemory), in which it is the old one.
//   - Calls says which parameters a function consumes, through whatever it calls; ConsumedIn, Consumes and MayConsume say so
//     of statements with all that is inside of them. LastUses says where a body uses a variable last.
//
// Input: programs that package verify accepts, or is about to look at: the types are right.
//
// Words: what is *consumed* may be used no more, under any name. There is no other word for it.
//
// Layer 2: imports lang/core.
package alias
