-- An attribute has a name.
-- ==
-- error: E0101.*name of an attribute
#[] def f = 1
