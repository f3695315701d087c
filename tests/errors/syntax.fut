-- A bracket that is not closed.
def f (x: i32) = (x + 1
--> SyntaxError [E0101] program.fut:2:24: expected `,` or `)`, found the end of the file
--> 2 | def f (x: i32) = (x + 1
-->   |                        ^
--> note: this `(` is still open
--> 2 | def f (x: i32) = (x + 1
-->   |                  ^
---
-- then without else.
def f (x: i32) = if x > 0 then x
--> SyntaxError [E0101] program.fut:2:33: expected `else`, found the end of the file
--> 2 | def f (x: i32) = if x > 0 then x
-->   |                                 ^
--> note: this `if` has no `else`
--> 2 | def f (x: i32) = if x > 0 then x
-->   |                  ^^
--> hint: an `if` always has both branches: `if c then a else b`
---
-- Two = signs for a definition.
def f (x: i32) == x + 1
--> SyntaxError [E0101] program.fut:2:16: expected `=`, found the operator `==`
--> 2 | def f (x: i32) == x + 1
-->   |                ^^
---
-- let without a body.
def f (x: i32) = let y = x + 1
--> SyntaxError [E0101] program.fut:2:31: expected `in`, found the end of the file
--> 2 | def f (x: i32) = let y = x + 1
-->   |                               ^
--> note: this `let` has no `in`
--> 2 | def f (x: i32) = let y = x + 1
-->   |                  ^^^
--> hint: a `let` inside an expression is followed by `in` and the result, or by another `let`
---
-- A loop without do.
def f (n: i64) = loop x = 0 for i < n x + i
--> SyntaxError [E0101] program.fut:2:44: expected `do`, found the end of the file
--> 2 | def f (n: i64) = loop x = 0 for i < n x + i
-->   |                                            ^
---
-- An unclosed string.
def s = "hello
--> SyntaxError [E0105] program.fut:2:9: this string has no closing quote
--> 2 | def s = "hello
-->   |         ^^^^^^
--> hint: close it with ", on the same line
---
-- A stray letter.
def f (x: i32) = x § 1
--> SyntaxError [E0103] program.fut:2:20: a program can't contain `§`
--> 2 | def f (x: i32) = x § 1
-->   |                    ^
