-- Ranges of unsigned numbers compare as unsigned and may go down.
-- ==
-- input { 255u8 250u8 } output { [255u8, 253u8, 251u8] [250u8, 251u8, 252u8, 253u8, 254u8] }
def main (a: u8) (b: u8) = (a..(a-2)..>b, b..<a)
