-- A type that holds one defined by type~ must be defined by type~, whatever it stands for.
-- ==
-- error: type~
type~ t = i32
type s = (t, bool)
