-- Slices with every kind of stride; i, j and the stride may lie anywhere.
entry plain (xs: []i64) (i: i64) (j: i64) (_: i64) = xs[i:j]
entry twos (xs: []i64) (i: i64) (j: i64) (_: i64) = xs[i:j:2]
entry threes (xs: []i64) (i: i64) (j: i64) (_: i64) = xs[i:j:3]
entry back (xs: []i64) (i: i64) (j: i64) (_: i64) = xs[i:j:-1]
entry backtwos (xs: []i64) (i: i64) (j: i64) (_: i64) = xs[i:j:-2]
entry any (xs: []i64) (i: i64) (j: i64) (s: i64) = xs[i:j:s]
entry update (xs: *[]i64) (i: i64) (j: i64) (s: i64) = xs with [i:j:s] = map (const (-1)) xs[i:j:s]
