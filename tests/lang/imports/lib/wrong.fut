-- A file with an error, to be imported.
def f (x: i32) = x + true
