-- An unknown name is told with the names that are like it.
-- ==
-- error: E0301.*(lenght)
def main (xs: []i32) = lenght xs
