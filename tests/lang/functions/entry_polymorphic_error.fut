-- An entry point is not polymorphic.
-- ==
-- error: E0212
entry main 'a (x: a) = x
