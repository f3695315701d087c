-- A tuple pattern has as many parts as the tuple.
-- ==
-- error: .
def main (x: i32) = let (a, b) = (x, x, x) in a + b
