-- Two filters have results of sizes that are not known to be equal.
-- ==
-- error: E0401
def main (xs: []i32) = zip (filter (> 0) xs) (filter (> 0) xs)
