-- After ?[n]. may stand a type of a module.
-- ==
-- input { 3i64 } output { [0i32, 0i32, 0i32] }
module m = { type t [n] = [n]i32 module in_m = { type s [n] [k] = ([n]i32, [k]i32) } }

type~ any = ?[n].m.t [n]
type~ two = ?[n][k].m.in_m.s [n] [k]

def zeros (n: i64) : ?[k].m.t [k] = replicate n 0
def pair (n: i64) : two = (zeros n, zeros (n + 1))

def main (n: i64) : any = (pair n).0
