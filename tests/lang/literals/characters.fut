-- A character literal is its code point, an integer of any type, i32 by default.
-- ==
-- input { } output { 97 97u8 10 198i64 }
def main = ('a', 'a' : u8, '\n', 'Æ' : i64)
