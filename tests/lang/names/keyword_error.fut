-- A keyword is no name.
-- ==
-- error: .
def main (let: i32) = let
