-- A right section (op x) applies its operand on the right, which matters for - / and **.
-- ==
-- input { [10, 20] } output { [5, 10] [8, 18] [100, 400] [1, 2] }
def subtract (k: i32) (x: i32) = x - k
def main (xs: []i32) = (map (/2) xs, map (subtract 2) xs, map (**2) xs, map (//10) xs)
