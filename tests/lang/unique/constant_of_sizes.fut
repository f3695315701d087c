-- A constant with size parameters is made anew for each use: it shares memory with nothing.
-- ==
-- input { 3i64 } output { [7i64, 1i64, 2i64] [0i64, 1i64] }
def upto [n]: [n]i64 = iota n
def changed (n: i64): [n]i64 = upto with [0] = 7
entry main (n: i64): ([n]i64, [2]i64) = (changed n, upto)
