-- A string that is not closed.
-- ==
-- error: .
def main = length "abc
