-- A string that is not closed.
-- ==
-- error: E0105
def main = length "abc
