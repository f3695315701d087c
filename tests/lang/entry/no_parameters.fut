-- An entry point without parameters.
-- ==
-- input { } output { 42 }
def main = 42i32
