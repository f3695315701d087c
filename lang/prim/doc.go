// Package prim is the one list of primitive types and operators. Every operator is one row of Ops: its
// name, which types it takes, what it gives, and its meaning on Scalars. Other rooms key their own
// tables by the row's name: derivatives in ad/deriv, OpenCL text in backend/gen. Table tests walk Ops,
// so that a missing row fails a test and not a user. Layer 0: imports nothing of Raido.
package prim
