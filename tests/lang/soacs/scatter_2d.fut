-- scatter_2d and scatter_3d pass over indices out of range in any dimension.
-- ==
-- input { } output { [[0, 5], [6, 0]] [[[0], [1]]] }
def main = (scatter_2d (replicate 2 (replicate 2 0)) [(0, 1), (1, 0), (0, 2), (-1, 0), (2, 0), (1, -1)] [5, 6, 7, 8, 9, 10],
            scatter_3d (replicate 1 (replicate 2 (replicate 1 0))) [(0, 1, 0), (0, 0, 1), (1, 0, 0)] [1, 2, 3])
