-- A calculator on strings: tokens, precedence climbing by two stacks in records, recursion as a check of the result.
-- ==
-- entry: calculate
-- input { "2+3*4" } output { 14 }
-- input { "(2+3)*4-10/(3-1)" } output { 15 }
-- input { "100" } output { 100 }
-- input { "((((7))))*(1+1)*(1+1)" } output { 28 }
-- entry: fault
-- input { "1/(2-2)" } error: division by zero
-- entry: fibonacci
-- input { 20 } output { 6765 }
type token = #number i32 | #operator u8 | #open | #close

def is_digit (c: u8) = c >= '0' && c <= '9'

def token_at [n] (s: [n]u8) (i: i64): (token, i64) =
  match s[i]
  case '(' -> (#open, i + 1)
  case ')' -> (#close, i + 1)
  case c ->
    if !is_digit c then (#operator c, i + 1)
    else let (x, j) = loop (x, j) = (0, i) while j < n && is_digit s[j] do (10 * x + i32.u8 (s[j] - '0'), j + 1)
         in (#number x, j)

def level (op: u8): i32 = match op case '(' -> 0 case '+' -> 1 case '-' -> 1 case _ -> 2

def apply (op: u8) (a: i32) (b: i32): i32 =
  match op
  case '+' -> a + b
  case '-' -> a - b
  case '*' -> a * b
  case '/' -> a / b
  case _ -> assert false 0

type machine [n] = {values: [n]i32, ops: [n]u8, height: i64, depth: i64}

def push [n] (m: *machine [n]) (x: i32): *machine [n] =
  m with values[m.height] = x with height = m.height + 1

def wait [n] (m: *machine [n]) (op: u8): *machine [n] =
  m with ops[m.depth] = op with depth = m.depth + 1

def reduce_top [n] (m: *machine [n]): *machine [n] =
  let (a, b) = (m.values[m.height - 2], m.values[m.height - 1])
  let x = apply m.ops[m.depth - 1] a b
  in m with values[m.height - 2] = x with height = m.height - 1 with depth = m.depth - 1

def settle [n] (m: *machine [n]) (least: i32): *machine [n] =
  loop m = m while m.depth > 0 && level m.ops[m.depth - 1] >= least do reduce_top m

def run [n] (s: [n]u8): i32 =
  let (m, _) =
    loop (m, i) = ({values = replicate n 0, ops = replicate n 0, height = 0, depth = 0}, 0) while i < n do
      let (t, j) = token_at s i
      in match t
         case #number x -> (push m x, j)
         case #operator op -> (wait (settle m (level op)) op, j)
         case #open -> (wait m '(', j)
         case #close -> let m = settle m 1 in (m with depth = m.depth - 1, j)
  in (settle m 1).values[0]

entry calculate s = run s
entry fault s = run s

def fib (n: i32): i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
def fast (n: i32) = (loop (a, b) = (0, 1) for _i < n do (b, a + b)).0
entry fibonacci (n: i32) = assert (fib n == fast n) (fast n)
