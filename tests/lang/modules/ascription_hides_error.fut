-- Names that the module type does not mention are hidden.
-- ==
-- error: E0301.*(unknown name secret in module m)
module m: {val shown: i32} = {def secret = 1i32 def shown = secret + 1}
def main (x: i32) = m.secret + x
