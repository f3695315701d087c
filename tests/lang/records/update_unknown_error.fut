-- with replaces fields that are there only.
-- ==
-- error: .
def main (x: i32) = ({a = x} with b = x).a
