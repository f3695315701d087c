-- A string is an array of u8 with its UTF-8 bytes.
-- ==
-- input { } output { [104u8, 105u8] 2i64 3u8 [195u8, 166u8] }
def main = ("hi", length "hi", ("abc")[2] - 'a' + 1, "æ")
