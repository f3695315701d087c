-- A loop that lengthens its array has an unknown size, also inside a loop that starts with a known one.
-- ==
-- error: E0401
def f [n] (x: [n]i64): [n]i64 = loop x for i < 3i64 do loop x for _j < i do x ++ [i]
