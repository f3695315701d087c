-- A derivative by a function.
def f (g: f64 -> f64): f64 = g 1
def main (x: f64) = vjp f (\y -> y * x) 1
--> TypeError [E0207] program.fut:3:25: argument 1 of vjp has type (f64 -> f64) -> f64: a function may not stand here
--> 3 | def main (x: f64) = vjp f (\y -> y * x) 1
-->   |                         ^
--> note: vjp has type 'a 'b. (a -> b) -> a -> b -> a
--> hint: there is no derivative by a function: let it be a free variable: vjp (\x -> f g x) x
---
-- Two arguments, one after the other.
def f (x: f64) (y: f64): f64 = x * y
def main (x: f64) = vjp f x 1
--> TypeError [E0207] program.fut:3:25: argument 1 of vjp has type f64 -> f64 -> f64: a function may not stand here
--> 3 | def main (x: f64) = vjp f x 1
-->   |                         ^
--> note: vjp has type 'a 'b. (a -> b) -> a -> b -> a
--> hint: f takes its arguments one after the other, but a derivative is by one, so make it a tuple: vjp (\(x, y) -> f x y) ...
---
-- A record that holds a function.
def main (x: f64) = jvp (\r -> r.x * x) {x, f = f64.sin} {x, f = f64.cos}
--> TypeError [E0207] program.fut:2:41: argument 2 of jvp has type {f: f64 -> f64, x: f64}: a function may not stand here
--> 2 | def main (x: f64) = jvp (\r -> r.x * x) {x, f = f64.sin} {x, f = f64.cos}
-->   |                                         ^^^^^^^^^^^^^^^^
--> note: jvp has type 'a 'b. (a -> b) -> a -> a -> b
--> hint: there is no derivative by a function: give jvp the numbers only, and let the functions be free variables of f
---
-- A seed of another type.
def f (x: f64): (f64, f64) = (x, x * x)
def main (x: f64) = vjp f x 1.0f64
--> TypeError [E0201] program.fut:3:29: argument 3 of vjp should have type (f64, f64), but has type f64
--> 3 | def main (x: f64) = vjp f x 1.0f64
-->   |                             ^^^^^^
--> note: vjp has type 'a 'b. (a -> b) -> a -> b -> a
--> hint: the third argument of vjp, dy, has the type of f's result
---
-- A seed of another shape.
def f [n] (xs: [n]f64): [n][n]f64 = map (\x -> map (* x) xs) xs
def main [n] (xs: [n]f64) = vjp f xs xs
--> TypeError [E0201] program.fut:3:38: argument 3 of vjp should have type [n][n]f64, but has type [n]f64
--> 3 | def main [n] (xs: [n]f64) = vjp f xs xs
-->   |                                      ^^
--> note: vjp has type 'a 'b. (a -> b) -> a -> b -> a
--> hint: the third argument of vjp, dy, has the type of f's result
---
-- One seed where several are taken.
def main (x: f64) = mjp f64.sin x 1.0
--> TypeError [E0203] program.fut:2:35: argument 3 of mjp should have type []f64, but is of a float type
--> 2 | def main (x: f64) = mjp f64.sin x 1.0
-->   |                                   ^^^
--> note: mjp has type [n] 'a 'b. (a -> b) -> a -> [n]b -> [n]a
--> hint: the third argument of mjp is an array of seeds, each of the type of f's result: mjp f x [dy]; for one seed there is vjp
---
-- A seed of another size.
def main (x: [3]f64) = jvp f64.sum x [1, 0]
--> SizeError [E0401] program.fut:2:38: argument 3 of jvp should have type [3]f64, but has type [2]f64: sizes 3 and 2 differ
--> 2 | def main (x: [3]f64) = jvp f64.sum x [1, 0]
-->   |                                      ^^^^^^
--> note: jvp has type 'a 'b. (a -> b) -> a -> a -> b
--> hint: the third argument of jvp, dx, has the type of f's argument
---
-- A lambda of two arguments, and a seed that is a number.
def main (x: f64) = vjp (\a b -> a * b) x 1
--> TypeError [E0203] program.fut:2:25: argument 1 of vjp should have type f64 -> _, but has type f64 -> f64 -> f64
--> 2 | def main (x: f64) = vjp (\a b -> a * b) x 1
-->   |                         ^^^^^^^^^^^^^^^
--> note: f64 -> f64 does not fit a number type
--> note: vjp has type 'a 'b. (a -> b) -> a -> b -> a
--> hint: f takes its arguments one after the other, but a derivative is by one, so make it a tuple: vjp (\(x, y) -> f x y) ...
---
-- A seed of another type in a tuple.
def f (x: f64, y: f32): (f64, i32) = (x * f64.f32 y, 3)
def main (x: f64) (y: f32) = vjp f (x, y) (1f64, 1f32)
--> TypeError [E0201] program.fut:3:43: argument 3 of vjp should have type (f64, i32), but has type (f64, f32)
--> 3 | def main (x: f64) (y: f32) = vjp f (x, y) (1f64, 1f32)
-->   |                                           ^^^^^^^^^^^^
--> note: f32 does not fit i32
--> note: vjp has type 'a 'b. (a -> b) -> a -> b -> a
--> hint: the third argument of vjp, dy, has the type of f's result; convert with i32.f32
---
-- Seeds of another size in vector mode.
def f (x: [3]f64): [2]f64 = [x[0], x[1]]
def main (x: [3]f64) = mjp f x [[1f64, 2, 3]]
--> SizeError [E0401] program.fut:3:32: argument 3 of mjp should have type [][2]f64, but has type [1][3]f64: sizes 2 and 3 differ
--> 3 | def main (x: [3]f64) = mjp f x [[1f64, 2, 3]]
-->   |                                ^^^^^^^^^^^^^^
--> note: mjp has type [n] 'a 'b. (a -> b) -> a -> [n]b -> [n]a
--> hint: the third argument of mjp is an array of seeds, each of the type of f's result: mjp f x [dy]; for one seed there is vjp
---
-- No function.
def main (x: f64) = jvp x x 1
--> TypeError [E0201] program.fut:2:25: argument 1 of jvp should have type _ -> _, but has type f64
--> 2 | def main (x: f64) = jvp x x 1
-->   |                         ^
--> note: jvp has type 'a 'b. (a -> b) -> a -> a -> b
--> hint: a function is expected here: the arguments may be in the wrong order
