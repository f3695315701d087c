-- A sum is no operand of arithmetic, also before its type is known.
-- ==
-- error: E0203
def f = !(#b)
