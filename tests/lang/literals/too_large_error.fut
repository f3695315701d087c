-- A literal that does not fit its type is refused.
-- ==
-- error: .
def main = 256u8
