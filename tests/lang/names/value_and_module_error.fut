-- A file may not define a value and a module of one name.
-- ==
-- error: x is defined twice: as module and as value
module x = {def y = 1i32}
def x = 2i32
