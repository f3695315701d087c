-- A type with sizes of its own may be the argument of any type; in a module it may stand for an abstract one.
-- ==
-- input { [1, 2, 3] } output { [1, 2, 3] 3i64 }
type~ box = []i32
type opt 'a = #none | #some a
type labelled 'a [n] = {it: a, label: [n]i32}

def mk (xs: []i32): ?[n].labelled box [n] = {it = xs, label = [1, 2]}
def get [n] (b: labelled box [n]): box = b.it
def size '~b (f: b -> i64) (o: opt b) = match o case #some x -> f x case #none -> 0

def main (xs: []i32) = (get (mk xs), size length (#some xs : opt box))
