-- Sum types: construction, equality of use, payloads of several types.
-- ==
-- input { 3 } output { 3 0 7.5 }
type t = #int i32 | #real f64 | #none
def real (x: t): f64 = match x case #int i -> f64.i32 i case #real f -> f case #none -> 0
def main (x: i32) = (i32.f64 (real (#int x)), i32.f64 (real #none), real (#real 7.5))
