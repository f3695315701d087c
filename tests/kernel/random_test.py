"""Random cells with interrupts at random times: nothing is lost, memory stays. RAIDO_SOAK says for how many seconds (60), RAIDO_SEED
which cells; an hour: RAIDO_SOAK=3600 go test ./tests/kernel -run FrontEnds/random -v -timeout 70m."""

import contextlib
import os
import random
import signal
import threading
import time
import unittest

import toy

SECONDS = float(os.environ.get("RAIDO_SOAK", "60"))
SEED = int(os.environ.get("RAIDO_SEED", "1"))
MOD = 1000003
ENDLESS = ["loop x = 1i64 while x > 0 do (x * 3) % 1000003 + 1",
           "map (\\i -> loop x = i + 1 while x > 0 do (x * 3) % 1000003 + 1) (iota 100000)",
           "vjp (\\(x: f64) -> loop y = x while y > -1 do f64.cos y) 1.0 1"]
WRONG = [("def g =", "SyntaxError"), ("((((", "SyntaxError"), ("1 + true", "TypeError"), ("nowhere + 1", "NameError"), ("[1, 2, 3][5]", "RuntimeError"),
         ("1i32 / 0", "RuntimeError"), ("%nosuch", "UsageError"), ("replicate (1i64 << 50) 1u8", "MemoryError")]


class Model:
    """What must be there: integers, arrays by length and sum, functions of integers that mention other names, functions of floats."""

    def __init__(self, rng):
        self.rng, self.ints, self.arrays, self.funs, self.grads = rng, {}, {}, {}, {}

    def some(self, names):
        return self.rng.choice(sorted(names))

    def call(self, name, x):
        callee, k, c, v = self.funs[name]
        return ((self.call(callee, x) if callee else x) * k + c + (self.ints[v] if v else 0)) % MOD

    def names(self):
        return [*self.ints, *self.arrays, *self.funs, *self.grads]

    def definition(self):
        """A declaration, and what makes it true in the model."""
        rng, n = self.rng, self.rng.randrange
        kind, i = n(5), n(12)
        if kind == 0:
            value = n(1000)
            return f"let v{i} = {value}i64", lambda: self.ints.update({f"v{i}": value})
        if kind == 1 and self.ints:
            other, c = self.some(self.ints), n(100)  # maybe itself
            value = (self.ints[other] + c) % MOD
            return f"let v{i} = ({other} + {c}) % {MOD}", lambda: self.ints.update({f"v{i}": value})
        if kind == 2 and self.funs:
            f, length = self.some(self.funs), rng.choice([3, 50, 1000, 200000])
            total = sum(self.call(f, x) for x in range(length)) if length <= 1000 else length * self.call(f, 7)
            arg = "(iota {})" if length <= 1000 else "(replicate {} 7)"
            return f"let a{i} = map {f} {arg.format(length)}", lambda: self.arrays.update({f"a{i}": (length, total)})
        if kind == 3:
            k = n(50) + 1
            return f"def g{i} (x: f64) = x * x * {k}", lambda: self.grads.update({f"g{i}": k})
        callees = [f for f in self.funs if int(f[1:]) < i]
        callee = rng.choice(callees) if callees and n(2) else None
        v = self.some(self.ints) if self.ints and n(2) else None
        k, c = n(20), n(100)
        body = f"{f'{callee} x' if callee else 'x'} * {k} + {c} + {v or 0}"
        return f"def f{i} (x: i64) : i64 = ({body}) % {MOD}", lambda: self.funs.update({f"f{i}": (callee, k, c, v)})

    def question(self):
        """An expression with what it must be."""
        kinds = [d for d in (self.ints, self.arrays, self.funs, self.grads) if d]
        if not kinds:
            return "1 + 1i64", "2 : i64"
        names = self.rng.choice(kinds)
        name = self.some(names)
        if names is self.ints:
            return name, f"{self.ints[name]} : i64"
        if names is self.arrays:
            length, total = self.arrays[name]
            return f"(length {name}, i64.sum {name})", f"({length}, {total}) : (i64, i64)"
        if names is self.funs:
            x = self.rng.randrange(100)
            return f"{name} {x}", f"{self.call(name, x)} : i64"
        return f"vjp {name} 3 1", f"{6 * self.grads[name]}.0 : f64"


class Random(unittest.TestCase):
    seconds = SECONDS

    @contextlib.contextmanager
    def trouble(self):
        """What happens beside the cells."""
        yield

    def test_random_cells(self):
        with toy.kernel("raido-test") as (self.km, self.kc):
            self.rng = random.Random(SEED)
            self.model = Model(self.rng)
            self.pid = toy.pid(self.km)
            actions = [(self.define, 30), (self.ask, 25), (self.mistake, 8), (self.draw, 4), (self.look, 8), (self.interrupted, 6),
                       (self.maybe_interrupted, 8), (self.everything, 3), (self.reset, 0.3)]
            doing, weights = zip(*actions)
            begin, sizes, count = time.time(), [], {}
            with self.trouble():
                while time.time() - begin < self.seconds:
                    action = self.rng.choices(doing, weights)[0]
                    action()
                    count[action.__name__] = count.get(action.__name__, 0) + 1
                    if sum(count.values()) % 20 == 0:
                        sizes.append((time.time() - begin, self.resident()))
                self.everything()
            self.assertEqual(toy.pid(self.km), self.pid)
        # After the first third drivers and compilers are loaded and caches are full.
        late = [s for t, s in sizes if t > self.seconds / 3]
        half = max(1, len(late) // 4)
        grown = sorted(late[-half:])[half // 2] - sorted(late[:half])[half // 2]
        print(f"\nseed {SEED}, {self.seconds:.0f} s: {count}; kernel and worker {sizes[0][1]:.0f} MB at first, then {late[0]:.0f} to {late[-1]:.0f}, "
              f"grown by {grown:.1f} MB")
        self.assertLess(sorted(late)[len(late) // 2], 500)
        if self.seconds >= 600:  # caches have filled by then
            self.assertLess(grown, 50)

    def resident(self):
        """Memory of the kernel and its worker."""
        total = toy.resident(self.pid)
        for child in self.children():
            with contextlib.suppress(OSError):  # it has ended
                total += toy.resident(child)
        return total

    def children(self):
        children = []
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{thread}/children") as f:
                    children += f.read().split()
            except FileNotFoundError:
                pass
        return set(map(int, children))

    def cell(self, code, want=None, wrong=None):
        r, out = toy.run(self.kc, code)
        self.assertEqual(r.get("ename"), wrong, (code, r.get("evalue")))
        shown = next((c["data"]["text/plain"] for t, c in out if t == "execute_result"), None)
        if want:
            self.assertEqual(shown, want, code)
        return shown

    def define(self):
        code, done = self.model.definition()
        self.cell(code)
        done()

    def ask(self):
        self.cell(*self.model.question())

    def mistake(self):
        code, name = self.rng.choice(WRONG)
        done = None
        if "=" not in code and "%" not in code:
            text, done = self.model.definition()
            code = text + "\n" + code
        self.cell(code, wrong=name)
        if done and name in ("RuntimeError", "MemoryError"):  # what does not check defines nothing; what stands before a failure stays
            done()

    def draw(self):
        name = self.model.some(self.model.arrays) if self.model.arrays else "[1i64, 2]"
        k = self.rng.randrange(1000)
        self.cell(self.rng.choice([f"%plot (map f64.i64 (take 3 {name}))" if self.model.arrays and self.model.arrays[name][0] >= 3 else "%plot [1.0, 2.0]",
                                   f"%heatmap [[1.0, 2.0], [3.0, {k}.0]]", f"%grad (\\x -> x * x) {k}.0", "%who",
                                   f"%jacobian (map (\\x -> x * {k})) [1.0, 2.0, 3.0]"]))

    def look(self):
        for name in self.rng.sample(self.model.names(), min(3, len(self.model.names()))):
            self.assertIn(name, toy.reply(self.kc, self.kc.complete("1 + " + name[0], 5))["matches"])
            self.assertTrue(toy.reply(self.kc, self.kc.inspect(name, 1))["found"])

    def interrupt(self):
        if self.rng.randrange(2):
            toy.control(self.kc, "interrupt_request", {})
        else:
            os.kill(self.pid, signal.SIGINT)
            end = time.time() + 10
            while self.pending() and time.time() < end:  # the system delivers it when the kernel gets a processor
                time.sleep(0.001)

    def pending(self):
        """Whether a SIGINT has not been delivered."""
        with open(f"/proc/{self.pid}/status") as f:
            return any(int(line.split()[1], 16) & 1 << signal.SIGINT - 1 for line in f if line.startswith("ShdPnd"))

    def interrupted(self):
        """A cell that never ends, with looks beside it."""
        code, done = self.model.definition()
        msg_id = self.kc.execute(code + "\n" + self.rng.choice(ENDLESS))
        toy.wait_busy(self.kc, msg_id)
        time.sleep(self.rng.random() ** 3)
        self.look()
        begin = time.time()
        self.interrupt()
        r = toy.reply(self.kc, msg_id)
        self.assertEqual(r.get("ename"), "Interrupted", r)
        self.assertLess(time.time() - begin, toy.bound(2))
        toy.output(self.kc, msg_id)
        if "kept" in r["evalue"]:
            done()

    def maybe_interrupted(self):
        """A definition that is interrupted at any time, so that it is there or not."""
        code, done = self.model.definition()
        msg_id = self.kc.execute(code)
        time.sleep(self.rng.random() * 0.03)
        self.interrupt()
        r = toy.reply(self.kc, msg_id)
        toy.output(self.kc, msg_id)
        if r["status"] == "ok":
            done()
        else:
            self.assertEqual(r["ename"], "Interrupted", (code, r))
            if "kept" in r["evalue"]:  # the interrupt came when it was done
                done()
        time.sleep(toy.bound(0.02))  # what was delivered is on its way to the kernel's channel

    def everything(self):
        who = self.cell("%who")
        for name in self.model.names():
            self.assertIn(name, who)
        m = self.model
        for name, value in sorted(m.ints.items()):
            self.cell(name, f"{value} : i64")
        for name, (length, total) in sorted(m.arrays.items()):
            self.cell(f"(length {name}, i64.sum {name})", f"({length}, {total}) : (i64, i64)")
        for name in sorted(m.funs):
            self.cell(f"{name} 5", f"{m.call(name, 5)} : i64")

    def reset(self):
        self.cell("%reset")
        self.model = Model(self.rng)


class Kills(Random):
    """The same on the device, while its process is killed every few seconds. 30 minutes of it: RAIDO_SOAK=5400."""
    seconds = SECONDS / 3

    @contextlib.contextmanager
    def trouble(self):
        self.cell("%device opencl")
        end, killed = threading.Event(), []

        def kill():
            rng, pause = random.Random(SEED), 1
            while not end.wait(pause):
                pause = toy.bound(1 + 4 * rng.random())  # a cell that meets three of them fails
                for child in self.children():
                    with contextlib.suppress(OSError):
                        os.kill(child, signal.SIGKILL)
                        killed.append(child)

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            yield
        finally:
            end.set()
            thread.join()
        print(f"\n{len(killed)} workers were killed")
        self.assertTrue(killed)


if __name__ == "__main__":
    unittest.main()
