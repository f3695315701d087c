-- An adjoint of one's own, in straight code, loops, branches, and under a second derivative; forward mode ignores it.

def sq (x: f64) = with_vjp (\x -> x * x) (\y yb -> 100 * yb + y) x
-- ==
-- entry: primal
-- input { 3.0 } output { 27.0 }
entry primal (x: f64) = 3 * sq x
-- ==
-- entry: reverse
-- input { 3.0 } output { 309.0 }
entry reverse (x: f64) = vjp (\x -> 3 * sq x) x 1
-- ==
-- entry: forward
-- input { 3.0 } output { 18.0 }
entry forward (x: f64) = jvp (\x -> 3 * sq x) x 1
-- ==
-- entry: loops
-- input { 3.0 } output { 66618109.0 }
entry loops (x: f64) = vjp (\x -> loop y = x for _i < 3 do sq y) x 1
-- ==
-- entry: second
-- input { 3.0 } output { 309.0 }
entry second (x: f64) = vjp (\x -> vjp (\x -> sq x * x) x 1) x 1
-- ==
-- entry: seeds
-- input { 3.0 } output { [309.0, 609.0] }
entry seeds (x: f64) = mjp (\x -> 3 * sq x) x [1, 2]
-- ==
-- entry: branch
-- input { 3.0 } output { 109.0 }
entry branch (x: f64) = vjp (\x -> if x > 2 then sq x else x) x 1
