-- get_bit and set_bit number the bits from the lowest.
-- ==
-- input { 5u8 } output { 1 0 1 7u8 4u8 133u8 }
def main (a: u8) = (u8.get_bit 0 a, u8.get_bit 1 a, u8.get_bit 2 a, u8.set_bit 1 a 1, u8.set_bit 0 a 0, u8.set_bit 7 a 1)
