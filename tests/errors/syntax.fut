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
---
-- A result on a line of its own without in.
def f (x: i32) =
  let y = x + 1
  y * 2
--> SyntaxError [E0101] program.fut:4:3: expected `in` before `y`
--> 4 |   y * 2
-->   |   ^
--> note: this `let` has no `in`
--> 3 |   let y = x + 1
-->   |   ^^^
--> hint: write in y * 2
---
-- The keyword of another language.
fun f x = x + 1
--> SyntaxError [E0101] program.fut:2:1: expected a declaration, found `fun`
--> 2 | fun f x = x + 1
-->   | ^^^
--> hint: a function is written `\x -> e`, a definition `def f x = e`
---
-- A lambda without its backslash.
def f = map (x -> x + 1) [1]
--> SyntaxError [E0101] program.fut:2:16: expected `,` or `)`, found `->`
--> 2 | def f = map (x -> x + 1) [1]
-->   |                ^^
--> note: this `(` is still open
--> 2 | def f = map (x -> x + 1) [1]
-->   |             ^
--> hint: a function begins with a backslash: `\x -> e`
---
-- A lambda of another language.
def f = map (lambda x: x + 1) [1]
--> SyntaxError [E0101] program.fut:2:28: expected `)`, found the number `1`
--> 2 | def f = map (lambda x: x + 1) [1]
-->   |                            ^
--> note: this `(` is still open
--> 2 | def f = map (lambda x: x + 1) [1]
-->   |             ^
--> hint: a function is written `\x -> e`, a definition `def f x = e`
---
-- elif is else if.
def f (x: i32) = if x > 0 then 1 elif x < 0 then 2 else 3
--> SyntaxError [E0101] program.fut:2:45: expected `else`, found the keyword `then`
--> 2 | def f (x: i32) = if x > 0 then 1 elif x < 0 then 2 else 3
-->   |                                             ^^^^
--> note: this `if` has no `else`
--> 2 | def f (x: i32) = if x > 0 then 1 elif x < 0 then 2 else 3
-->   |                  ^^
--> hint: write else if: `if a then x else if b then y else z`
---
-- Nothing is assigned.
def f (x: i32) = let x += 1 in x
--> SyntaxError [E0101] program.fut:2:24: expected a parameter or `=`, found the operator `+=`
--> 2 | def f (x: i32) = let x += 1 in x
-->   |                        ^^
--> hint: variables don't change: `let x = x + e in ...` binds the name again
---
-- An array is not assigned to.
def f (xs: *[]i32) = xs[0] = 1
--> SyntaxError [E0101] program.fut:2:28: expected a declaration, found `=`
--> 2 | def f (xs: *[]i32) = xs[0] = 1
-->   |                            ^
--> hint: an array is updated by `xs with [i] = e`, or `let xs[i] = e in ...`
---
-- A range without its kind.
def f = loop s = 0 for i in 0..10 do s + i
--> SyntaxError [E0101] program.fut:2:35: expected `..<`, `...` or `..>`, found the keyword `do`
--> 2 | def f = loop s = 0 for i in 0..10 do s + i
-->   |                                   ^^
--> hint: `a..<b` goes up to b without it, `a...b` with it
---
-- The result type after an arrow.
def f (x: i32) -> i32 = x
--> SyntaxError [E0101] program.fut:2:16: expected `=`, found `->`
--> 2 | def f (x: i32) -> i32 = x
-->   |                ^^
--> hint: a definition has `=`, and its result type stands after a colon: `def f (x: i32) : i32 = ...`; `->` belongs to functions `\x -> e` and to cases
---
-- A typed parameter without parentheses.
def f x: i32 y: i32 = x + y
--> SyntaxError [E0101] program.fut:2:15: expected `=`, found `:`
--> 2 | def f x: i32 y: i32 = x + y
-->   |               ^
--> hint: a parameter with a type stands in parentheses: `(x: i32)`
---
-- The type before the name.
def f (i32 x) = x
--> SyntaxError [E0101] program.fut:2:12: expected `)`, found `x`
--> 2 | def f (i32 x) = x
-->   |            ^
--> note: this `(` is still open
--> 2 | def f (i32 x) = x
-->   |       ^
--> hint: a type stands after a colon: x: i32
---
-- Type parameters in angle brackets.
def f<T> (x: T) = x
--> SyntaxError [E0101] program.fut:2:8: expected `=`, found the operator `>`
--> 2 | def f<T> (x: T) = x
-->   |        ^
--> hint: type parameters stand before the others, with a quote: `def f 'a (x: a) = ...`
---
-- A pair of parameters with a comma.
def f = map (\x, y -> x + y) [(1, 2)]
--> SyntaxError [E0101] program.fut:2:16: expected `->`, found `,`
--> 2 | def f = map (\x, y -> x + y) [(1, 2)]
-->   |                ^
--> hint: parameters stand side by side, `\x y -> ...`; one that is a tuple in parentheses, `\(x, y) -> ...`
---
-- Cases of another language.
def f (x: i32) = match x with | 0 -> 1 | _ -> 2
--> SyntaxError [E0101] program.fut:2:31: expected `[` or the name of a field, found the operator `|`
--> 2 | def f (x: i32) = match x with | 0 -> 1 | _ -> 2
-->   |                               ^
--> hint: write `match x case pattern -> result case _ -> other`; `with` updates arrays and records
---
-- A loop without loop.
def f (n: i64) = for i < n do i
--> SyntaxError [E0101] program.fut:2:18: expected an expression, found the keyword `for`
--> 2 | def f (n: i64) = for i < n do i
-->   |                  ^^^
--> hint: a loop is written `loop acc = 0 for i < n do acc + i`
---
-- A choice of another language.
def f (b: bool) = b ? 1 : 2
--> SyntaxError [E0101] program.fut:2:21: expected a declaration, found `?`
--> 2 | def f (b: bool) = b ? 1 : 2
-->   |                     ^
--> hint: write `if c then a else b`
---
-- Definitions after the result.
def f x = y + 1 where y = x
--> SyntaxError [E0101] program.fut:2:25: expected a declaration, found `=`
--> 2 | def f x = y + 1 where y = x
-->   |                         ^
--> hint: Futhark has `let ... in` before the result, not `where` after it
---
-- A file name without quotes.
import foo
--> SyntaxError [E0101] program.fut:2:8: expected a string, found `foo`
--> 2 | import foo
-->   |        ^^^
--> hint: the path of a file stands in double quotes: import "foo"
---
-- The prefix operator is no function.
def f = map (!) [true]
--> SyntaxError [E0102] program.fut:2:14: `!` is a prefix operator: it can't be passed or defined like a function
--> 2 | def f = map (!) [true]
-->   |              ^
--> hint: write \x -> !x, or not for a bool; an operator of your own may begin with !, such as !+
---
-- A doc comment inside a definition.
def f =
  -- | The answer.
  42
--> SyntaxError [E0102] program.fut:3:3: a doc comment may stand only before a declaration
--> 3 |   -- | The answer.
-->   |   ^^^^
--> hint: begin the comment with -- alone
---
-- An attribute without a name.
#[] def f = 1
--> SyntaxError [E0101] program.fut:2:3: expected the name of an attribute, found `]`
--> 2 | #[] def f = 1
-->   |   ^
---
-- An in after a definition.
def three = 3i32 in
def main (x: i32) = x + three
--> SyntaxError [E0101] program.fut:2:18: expected a declaration, found the keyword `in`
--> 2 | def three = 3i32 in
-->   |                  ^^
--> hint: no `let` waits for this `in`: a definition has none, inside an expression it is `let x = e in e`
---
-- A Python function.
def f(x): return x**2
--> SyntaxError [E0101] program.fut:2:19: expected `=`, found the operator `**`
--> 2 | def f(x): return x**2
-->   |                   ^^
--> hint: the body of a definition follows `=`, and is its result: `def f x = e`
---
-- A comment over several lines.
{- not in Futhark -}
def f (x: i32) = x
--> SyntaxError [E0101] program.fut:2:1: expected a declaration, found `{`
--> 2 | {- not in Futhark -}
-->   | ^
--> hint: a comment takes the rest of its line, behind --; there are none over several lines
---
-- A Python comment.
# not in Futhark
def f (x: i32) = x
--> SyntaxError [E0103] program.fut:2:1: a # must be followed by the name of a constructor or by [
--> 2 | # not in Futhark
-->   | ^
--> hint: write #some_name, or #[attribute]; comments begin with --
---
-- Python's product of matrices.
def f (a: [2][2]f64) (b: [2][2]f64) = a @ b
--> SyntaxError [E0103] program.fut:2:41: a program can't contain `@`
--> 2 | def f (a: [2][2]f64) (b: [2][2]f64) = a @ b
-->   |                                         ^
--> hint: a product of matrices is map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
---
-- Quotes of a word processor.
def s = “text”
--> SyntaxError [E0103] program.fut:2:9: a program can't contain `“`
--> 2 | def s = “text”
-->   |         ^
--> hint: write "
---
-- A sign of a book.
def f (x: i32) = x ≤ 3
--> SyntaxError [E0103] program.fut:2:20: a program can't contain `≤`
--> 2 | def f (x: i32) = x ≤ 3
-->   |                    ^
--> hint: write <=
---
-- A space that does not break, from a web page.
def f (x: i32) = x + 1
--> SyntaxError [E0103] program.fut:2:19: a program can't contain the character U+00A0
--> 2 | def f (x: i32) = x + 1
-->   |                   ^
--> hint: it is invisible, and comes with copied text: delete it, or write a plain space
