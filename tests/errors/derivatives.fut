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
-- A sum with several constructors as the argument.
type shape = #circle f64 | #square f64
def area (s: shape): f64 = match s case #circle r -> f64.pi * r * r case #square a -> a * a
def main (r: f64) = vjp area (#circle r) 1
--> TypeError [E0214] program.fut:4:21: vjp of a function of type (#circle f64 | #square f64) -> f64: the sum type #circle f64 | #square f64 in its argument has several constructors, so there is no derivative
--> 4 | def main (r: f64) = vjp area (#circle r) 1
-->   |                     ^^^
--> hint: differentiate by the numbers in it: vjp (\x -> f (#circle x)) x
---
-- A sum with several constructors in the result.
type opt = #some f64 | #none
def safe (x: f64): {r: opt, n: i32} = {r = if x > 0 then #some (f64.sqrt x) else #none, n = 1}
def main (x: f64) = (jvp safe x 1).n
--> TypeError [E0214] program.fut:4:22: jvp of a function of type f64 -> {n: i32, r: #none | #some f64}: the sum type #none | #some f64 in its result has several constructors, so there is no derivative
--> 4 | def main (x: f64) = (jvp safe x 1).n
-->   |                      ^^^
--> hint: let the function give numbers: jvp (\x -> match f x case #some y -> y ...) x
---
-- A size that depends on values.
def main [n] (xs: [n]f64) = vjp (\ys -> filter (> 0) ys) xs xs
--> SizeError [E0401] program.fut:2:33: argument 1 of vjp should have type [n]f64 -> [n]f64, but has type [n]f64 -> [k]f64: sizes n and k differ
--> 2 | def main [n] (xs: [n]f64) = vjp (\ys -> filter (> 0) ys) xs xs
-->   |                                 ^^^^^^^^^^^^^^^^^^^^^^^^
--> note: size n is bound here
--> 2 | def main [n] (xs: [n]f64) = vjp (\ys -> filter (> 0) ys) xs xs
-->   |          ^^^
--> note: size k is only known when this is computed
--> 2 | def main [n] (xs: [n]f64) = vjp (\ys -> filter (> 0) ys) xs xs
-->   |                                         ^^^^^^^^^^^^^^^
--> note: vjp has type 'a 'b. (a -> b) -> a -> b -> a
--> hint: if they are always equal, say so with a size coercion, checked at run time: (\ys -> filter (> 0) ys) :> [n]f64 -> [n]f64
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
