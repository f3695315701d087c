-- An array literal with rows of different constant sizes is refused.
-- ==
-- error: .
def main = [[1, 2], [3]]
