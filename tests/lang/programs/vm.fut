-- A virtual machine as a functor over memory and numbers: programs are arrays of sums, many machines run at once.
-- ==
-- entry: factorials
-- input { [0, 1, 5, 10] } output { [1, 1, 120, 3628800] }
-- entry: roots
-- input { [2.0, 9.0, 144.0] } output { [1.414213562373095, 3.0, 12.0] }
-- entry: steps
-- input { [3] } output { [36] }
module type memory = {
  type~ mem 'a
  val make 'a: a -> mem a
  val get 'a: i64 -> mem a -> a
  val set 'a: i64 -> a -> mem a -> mem a
}

module array4: memory = {
  type~ mem 'a = [4]a
  def make x = replicate 4 x
  def get (i: i64) m = m[i]
  def set 'a (i: i64) (x: a) (m: [4]a): [4]a = copy m with [i] = x
}

module record4: memory = {
  type~ mem 'a = {a: a, b: a, c: a, d: a}
  def make x = {a = x, b = x, c = x, d = x}
  def get 'a (i: i64) (m: mem a) = match i case 0 -> m.a case 1 -> m.b case 2 -> m.c case _ -> m.d
  def set 'a (i: i64) (x: a) (m: mem a) =
    match i case 0 -> m with a = x case 1 -> m with b = x case 2 -> m with c = x case _ -> m with d = x
}

type instruction 'a = #load i64 | #store i64 | #const a | #add i64 | #sub i64 | #mul i64 | #div i64 | #jump i64 | #ifless i64 i64 | #halt

module machine (M: memory) (N: numeric) = {
  type instruction = instruction N.t
  type~ state = {mem: M.mem N.t, acc: N.t, pc: i64, time: i32}

  def start (x: N.t): state = {mem = M.set 0 x (M.make (N.i64 0)), acc = N.i64 0, pc = 0, time = 0}

  def step [n] (p: [n]instruction) (s: state): state =
    let next = s with pc = s.pc + 1 with time = s.time + 1
    let at i = M.get i s.mem
    in match p[s.pc]
       case #load i -> next with acc = at i
       case #store i -> next with mem = M.set i s.acc s.mem
       case #const x -> next with acc = x
       case #add i -> next with acc = s.acc N.+ at i
       case #sub i -> next with acc = N.(s.acc - at i)
       case #mul i -> next with acc = N.(s.acc * at i)
       case #div i -> next with acc = N.(s.acc / at i)
       case #jump d -> next with pc = s.pc + d
       case #ifless i d -> if s.acc N.< at i then next with pc = s.pc + d else next
       case #halt -> s with pc = -1

  def run [n] (p: [n]instruction) (x: N.t): state =
    loop s = start x while s.pc >= 0 do step p s

  def result [n] (p: [n]instruction) (x: N.t): N.t = M.get 1 (run p x).mem
}

module ints = machine array4 i32
module floats = machine record4 f64

-- Cells: 0 the input, 1 the result, 2 a counter, 3 one.
def factorial: []ints.instruction =
  [#const 1, #store 1, #store 2, #store 3, #load 0, #ifless 2 7, #load 1, #mul 2, #store 1, #load 2, #add 3, #jump 2, #halt, #store 2, #jump (-10)]

def root: []floats.instruction =
  [#const 30, #store 2, #load 0, #store 1,
   #load 0, #div 1, #add 1, #store 3, #const 0.5, #mul 3, #store 1,
   #const 1, #store 3, #load 2, #sub 3, #store 2, #const 0, #ifless 2 (-13), #halt]

entry factorials = map (ints.result factorial)
entry roots = map (floats.result root)
entry steps = map (\x -> (ints.run factorial x).time)
