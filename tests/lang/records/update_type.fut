-- with may not change the type of a field.
-- ==
-- error: E0201
def main (x: i32) = ({a = x} with a = true).a
