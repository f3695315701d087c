-- Index and field access chain in any order.
-- ==
-- input { [1, 2, 3] } output { 2 3 [1, 2, 3] }
def main (xs: []i32) = let r = {a = xs, t = (xs, 1)} let rs = [r, r] in (r.a[1], rs[1].t.0[2], rs[0].a)
