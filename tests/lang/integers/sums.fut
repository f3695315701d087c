-- sum, product, minimum and maximum; of an empty array they are neutral.
-- ==
-- input { [3, 1, 2] } output { 6 6 1 3 }
-- input { empty([0]i32) } output { 0 1 2147483647 -2147483648 }
def main (xs: []i32) = (i32.sum xs, i32.product xs, i32.minimum xs, i32.maximum xs)
