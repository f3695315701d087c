-- A pattern has the type of what it is matched with.
-- ==
-- error: E0201
def main (x: i32) = match x case (a, b) -> a + b
