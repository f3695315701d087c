-- An underscore is no first digit of a base.
-- ==
-- error: E0104(.|\n)*E0104
def f = 0x_7f
def g = 0b_1
