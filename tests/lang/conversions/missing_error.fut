-- There is no conversion of a type to a tuple, nor without a source type.
-- ==
-- error: E0301
def main (x: i32) = i32 x
