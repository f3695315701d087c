-- Empty brackets in parameters take the sizes that the body asks for: here equal ones.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { [1, 2] [3] } error: .
def main (a: []i32) (b: []i32) = map2 (+) a b
