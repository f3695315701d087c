-- A type that nothing fixes and nothing depends on does no harm.
-- ==
-- input { } output { 0i64 }
def main = length []
