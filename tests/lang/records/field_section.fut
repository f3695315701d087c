-- (.f) is the function that takes field f, (.a.b) of a field; (.[i]) indexes.
-- ==
-- input { [[1, 2], [3, 4]] } output { [2, 4] 7 }
def main (xss: [][]i32) = (map (.[1]) xss, (.a.b) {a = {b = 7}})
