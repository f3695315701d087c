-- An operator can't be an entry point: its name means nothing outside.
-- ==
-- error: entry point \+\+\+ is an operator
entry (+++) (x: i32) (y: i32) = x + y
