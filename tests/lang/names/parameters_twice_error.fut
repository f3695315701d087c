-- Size and type parameters of a name may be declared once.
-- ==
-- error: a is bound twice
module type s = {val f 'a [a] 'a : [a]a -> a}
