import "a"
def b = a + 1
