-- A function that consumes its argument may not be given to an operator.
-- ==
-- error: E0504
def reset (xs: *[]i32) = xs with [0] = 0
def main (xs: *[]i32) = xs |> reset
