-- transpose of the outer and, by map, of the inner dimensions.
-- ==
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[[1, 2], [5, 6]], [[3, 4], [7, 8]]] [[[1, 3], [2, 4]], [[5, 7], [6, 8]]] }
def main (xs: [][][]i32) = (transpose xs, map transpose xs)
