-- A comma may follow the last element of an array, tuple or record.
-- ==
-- input { } output { [1, 2] 1 2 }
def main = ([1, 2,], {a = 1, b = 2,}.a, (1, 2,).1)
