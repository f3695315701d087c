import "b"
def a = b + 1
