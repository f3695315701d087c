-- An entry point is not polymorphic.
-- ==
-- error: .
entry main 'a (x: a) = x
