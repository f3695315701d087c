-- A doc comment stands before a declaration, nowhere else.
-- ==
-- error: E0102.*doc comment
def f =
  -- | The answer.
  42i32
