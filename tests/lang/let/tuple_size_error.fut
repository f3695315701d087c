-- A tuple pattern has as many parts as the tuple.
-- ==
-- error: E0201
def main (x: i32) = let (a, b) = (x, x, x) in a + b
