-- Definitions without parameters are constants, arrays too.
-- ==
-- input { 1i64 } output { 20 60 }
def table = [10i32, 20, 30]
def total = i32.sum table
def main (i: i64) = (table[i], total)
