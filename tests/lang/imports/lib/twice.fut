-- A definition to be imported from the same directory.
def twice (x: i32) = x + x
