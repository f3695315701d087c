-- A constant has no sizes that its uses choose beside some that its computing finds.
-- ==
-- error: E0404.*constant x has a size n
def x [n] : ?[m].([0][n]i32, [m]i32) = ([], filter (> 0) [1, 2, 3])
