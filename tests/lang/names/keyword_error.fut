-- A keyword is no name.
-- ==
-- error: E0101
def main (let: i32) = let
