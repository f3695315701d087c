-- A literal without a suffix must fit its type; with a suffix it wraps around.
-- ==
-- error: does not fit
def wraps = 256u8
def main = 256 : u8
