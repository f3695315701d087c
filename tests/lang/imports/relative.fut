-- An import is relative to the importing file, and twice the same file is one module.
-- ==
-- input { 3 } output { 12 7 }
import "lib/numbers"
import "lib/../lib/numbers"
def main (x: i32) = (quadruple x, seven)
