-- The adjoint of a branch is that of x in one branch and that of y in another; both are updated in place after.
entry f [n] (x: [n]f64) (k: i64) (y: [n]f64) =
  let z = if k % 3 == 0 then y else if k % 3 == 1 then x else y
  in (x[(k + 1) % n], map f64.tanh z, y[(k + 2) % n])
