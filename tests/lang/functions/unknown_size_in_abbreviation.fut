-- A function type with a result of unknown size may stand in an abbreviation that is used many times.
-- ==
-- input { [1, 2] } output { [[1, 1], [2, 2]] }
type^ layer [k] = (i64 -> [k]i32 -> ?[m].[k][m]i32, i64)
def with_size [k] (l: layer [k]) (b: i64): layer [k] = let (f, _) = l in (f, b)
def run [k] (l: layer [k]) (xs: [k]i32) = let (f, b) = l in f b xs
def widen [k] (n: i64) (xs: [k]i32): [k][]i32 = map (\x -> replicate n x) xs

def main (xs: []i32) = run (with_size (widen, 1) 2) xs
