-- A specification is not local: what a module type does not ask for is hidden anyway.
-- ==
-- error: expected a specification, found the keyword `local`
module type s = {local val x: i32}
