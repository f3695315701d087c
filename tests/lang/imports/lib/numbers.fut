-- Definitions to be imported.
import "twice"
def quadruple (x: i32) = twice (twice x)
def seven = 7i32
