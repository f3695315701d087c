// Package prim is the one list of primitive types and operators. Every operator is one variable and one
// row of Ops (Add, Lt, ToI64): its name, which types it takes, what it gives, and its meaning on Scalars.
// Programs hold operators as these values, and compare them as such; their names are for texts, which
// ByOpName reads. Other packages key their own tables by the value: derivatives in ad/deriv, OpenCL text in
// backend/gen. Table tests walk Ops, so that a missing row fails a test and not a user. Layer 0: imports
// nothing of Raido.
package prim
