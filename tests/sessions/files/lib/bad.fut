def bad (x: i32) = x + true
