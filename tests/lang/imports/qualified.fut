-- module m = import gives the names a prefix; local import hides nothing.
-- ==
-- input { 3 } output { 12 7 }
module m = import "lib/numbers"
def main (x: i32) = (m.quadruple x, m.seven)
