-- An array literal with rows of different constant sizes is refused.
-- ==
-- error: E0401
def main = [[1, 2], [3]]
