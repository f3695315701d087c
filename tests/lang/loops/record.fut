-- A loop parameter may be a record.
-- ==
-- input { 4 } output { 24 10 }
def main (n: i32) = let r = loop r = {p = 1, s = 0} for i < n do {p = r.p * (i + 1), s = r.s + i + 1} in (r.p, r.s)
