-- ++ and concat, with empty arrays, of tuples, of rows.
-- ==
-- input { [1, 2] empty([0]i32) } output { [1, 2] [1, 2, 1, 2] empty([0]i32) [[1, 2], [1, 2]] [1, 3] }
def main (a: []i32) (b: []i32) = (a ++ b, concat a a, b ++ b, [a] ++ [a], map (.0) ([(1, true)] ++ [(3, false)]))
