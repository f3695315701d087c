-- with replaces fields that are there only.
-- ==
-- error: E0204
def main (x: i32) = ({a = x} with b = x).a
