-- with updates a field, a nested field too; the old record stays.
-- ==
-- input { 1 } output { 5 1 2 7 }
def main (x: i32) = let r = {a = x, b = {c = 2, d = 3}} let s = r with a = 5 let t = s with b.d = 7 in (s.a, r.a, t.b.c, t.b.d)
