-- A top-level value may not be declared unique.
-- ==
-- error: E0502.*top-level value
def table : *[3]i32 = [1, 2, 3]
