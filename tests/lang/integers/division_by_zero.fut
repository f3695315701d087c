-- Integer division by zero is a run-time error with each of the four operators.
-- ==
-- entry: div mod quot rem
-- input { 5 0 } error: zero
-- input { 0 0 } error: zero
entry div (a: i32) (b: i32) = a / b
entry mod (a: i32) (b: i32) = a % b
entry quot (a: i32) (b: i32) = a // b
entry rem (a: i32) (b: i32) = a %% b
-- ==
-- entry: div
-- input { 5 2 } output { 2 }
