"""The real kernel: Futhark cells as a notebook sends them."""

import json
import os
import signal
import threading
import time
import unittest

import toy


def values(out):
    return [c["data"]["text/plain"] for t, c in out if t == "execute_result"]


class Futhark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = toy.kernel("raido-test")
        cls.km, cls.kc = cls.context.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)

    def value(self, code):
        r, out = toy.run(self.kc, code)
        self.assertEqual(r["status"], "ok", r)
        return values(out)

    def test_values_and_state(self):
        self.assertEqual(self.value("def sq (x: f64) = x * x\nlet y = sq 3"), [])
        self.assertEqual(self.value("y + 1"), ["10.0 : f64"])
        self.assertEqual(self.value("vjp sq y 1"), ["18.0 : f64"])
        self.assertEqual(self.value("def sq (x: f64) = x\nvjp sq y 1"), ["1.0 : f64"])

    def test_errors(self):
        r, out = toy.run(self.kc, "let good = 1i32\nlet bad = nowhere + 1")
        self.assertEqual((r["status"], r["ename"]), ("error", "NameError"))
        self.assertIn("^", "\n".join(r["traceback"]))
        error = next(c for t, c in out if t == "error")
        self.assertEqual(error["traceback"], r["traceback"])
        r, _ = toy.run(self.kc, "good")  # the cell that failed changed nothing
        self.assertEqual(r["ename"], "NameError")
        r, _ = toy.run(self.kc, "(iota 3)[7]")
        self.assertEqual(r["ename"], "RuntimeError")
        self.assertIn("7", r["evalue"])

    def test_errors_have_colours_places_and_hints(self):
        self.value("def first (x: i32) = x + 1")
        r, _ = toy.run(self.kc, "let a = 1i32\nlet b = frist a")
        text = "\n".join(r["traceback"])
        self.assertEqual(r["ename"], "NameError")
        self.assertNotIn("\n", r["evalue"])
        for part in (f"In [{r['execution_count']}]:2:9", "\x1b[", "^^^^^", "first"):
            self.assertIn(part, text)

    def test_what_the_language_says_of_itself(self):
        info = toy.reply(self.kc, self.kc.kernel_info())
        language = info["language_info"]
        self.assertEqual((language["name"], language["file_extension"], language["pygments_lexer"]), ("futhark", ".fut", "futhark"))
        self.assertEqual(language["codemirror_mode"]["name"], "futhark")
        self.assertTrue(all(link["url"].startswith("https://") for link in info["help_links"]))
        self.assertIn("Raido", info["banner"])

    def test_interrupt_keeps_state(self):
        self.value("let kept = 42i32\nlet later = 1i32")
        msg_id = self.kc.execute("let kept = kept + 1\nloop x = 1i64 while x > 0 do (x * 3) % 1000003 + 1\nlet later = 2i32")
        toy.wait_busy(self.kc, msg_id)
        time.sleep(1)
        begin = time.time()
        threading.Thread(target=self.km.interrupt_kernel).start()
        r = toy.reply(self.kc, msg_id)
        self.assertLess(time.time() - begin, toy.bound(2))
        self.assertEqual((r["ename"], r["evalue"]), ("Interrupted", "interrupted; what stands before it is kept: kept"))
        self.assertEqual(self.value("(kept, later)"), ["(43, 1) : (i32, i32)"])

    def test_interrupts_of_a_loop_that_launches_kernels(self):
        """By message and by signal: within two seconds, with how far the cell was, and values are kept."""
        self.value("let kept = map f64.i64 (iota 1000000)\nlet count = 0i32")
        slow = "let count = count + 1\nlet slow = loop xs = replicate 1000000 0f64 for i < 10000000 do let s = f64.sum xs in map (\\x -> f64.cos (x + s) + f64.i64 i) xs"
        for times, interrupt in enumerate((self.km.interrupt_kernel, lambda: os.kill(toy.pid(self.km), signal.SIGINT))):
            msg_id = self.kc.execute(slow)
            toy.wait_busy(self.kc, msg_id)
            time.sleep(2)
            begin = time.time()
            threading.Thread(target=interrupt).start()
            r = toy.reply(self.kc, msg_id)
            self.assertLess(time.time() - begin, toy.bound(2))
            self.assertEqual(r["ename"], "Interrupted")
            self.assertIn("it was running", "\n".join(r["traceback"]))
            self.assertEqual(self.value("(kept[2], count)"), [f"(2.0, {1 + times}) : (f64, i32)"], r)

    def test_memory_that_is_not_there(self):
        """An array too large for the device is an error; what its cell had finished stays until it is forgotten."""
        self.value("%reset")
        self.value("let kept = map f64.i64 (iota 1000)")
        used = self.value("%device")
        r, _ = toy.run(self.kc, "let big = map (+ 1) (replicate 3_000_000 1f64)\nlet huge = replicate (1i64 << 50) 1f64\nf64.sum big + f64.sum huge")
        self.assertEqual(r["ename"], "MemoryError")
        self.assertEqual(self.value("f64.sum big"), ["6000000.0 : f64"])
        r, _ = toy.run(self.kc, "huge")
        self.assertEqual(r["ename"], "NameError")
        self.value("%reset big it")
        self.assertEqual(self.value("%device"), used)
        self.assertEqual(self.value("f64.sum kept"), ["499500.0 : f64"])

    def test_numbers_that_json_lacks(self):
        """NaN and infinities are text and pictures; no message has them as bare words."""
        def strict(name):
            raise AssertionError(f"{name} stands bare in JSON")
        self.kc.session.unpack = lambda b: json.loads(b if isinstance(b, str) else b.decode(), parse_constant=strict)
        code = "[f64.nan, f64.inf, 1]"
        r, out = toy.run(self.kc, f"%plot {code}\n%heatmap [[f64.nan, 1], [f64.inf, 2]]\n%hist {code}\n%grad (\\x -> f64.sqrt x) 0.0\n{code}",
                         user_expressions={"e": "(f64.nan, {x = f64.inf})"})
        self.assertEqual(r["status"], "ok", r)
        self.assertIn("nan", values(out)[0])
        self.assertIn("inf", r["user_expressions"]["e"]["data"]["text/plain"])
        self.assertGreaterEqual(len([t for t, _ in out if t == "display_data"]), 3)

    def test_language_service(self):
        self.value("def parabola (x: f64) = x * x")
        r = toy.reply(self.kc, self.kc.complete("1 + para", 8))
        self.assertIn("parabola", r["matches"])
        r = toy.reply(self.kc, self.kc.inspect("parabola 2", 3))
        self.assertTrue(r["found"])
        self.assertIn("f64", r["data"]["text/plain"])
        for code, want in (("1 + 2", "complete"), ("def f x =", "incomplete"), ("let let", "invalid")):
            self.assertEqual(toy.reply(self.kc, self.kc.is_complete(code))["status"], want, code)

    def test_rich_output(self):
        _, out = toy.run(self.kc, "map (\\i -> f64.i64 i) (iota 4)")
        data = next(c["data"] for t, c in out if t == "execute_result")
        self.assertEqual(data["text/plain"], "[0.0, 1.0, 2.0, 3.0] : [4]f64")
        self.assertIn("<table", data["text/html"])
        self.assertIn("bmatrix", data["text/latex"])

    def test_beside_a_running_cell(self):
        self.value("def quad (x: f64) = x * x\nlet seven = 7i32")
        running = self.kc.execute("let seven = 8i32\nvjp (\\(x: f64) -> loop y = x while y > -1 do f64.cos y) 1.0 1")
        toy.wait_busy(self.kc, running)
        times = []
        for _ in range(9):
            begin = time.time()
            self.assertEqual(toy.reply(self.kc, self.kc.complete("qua", 3))["matches"], ["quad"])
            self.assertIn("f64", toy.reply(self.kc, self.kc.inspect("quad", 2, 1))["data"]["text/plain"])
            times.append((time.time() - begin) / 2)
        print(f"\ncompletion or inspection beside a running cell {sorted(times)[4]*1e3:.0f} ms")
        self.assertLess(sorted(times)[4], toy.bound(0.1))
        subshell = toy.control(self.kc, "create_subshell_request", {})["subshell_id"]
        for code, want in (("seven", "7 : i32"), ("vjp quad 3 1", "6.0 : f64"), ("%who", None), ("%type quad 1", None)):
            msg_id = toy.execute_in(self.kc, subshell, code)
            self.assertEqual(toy.reply(self.kc, msg_id)["status"], "ok", code)
            shown = values(toy.output(self.kc, msg_id))
            self.assertIn(want or "f64", shown[0])
        msg_id = toy.execute_in(self.kc, subshell, "let seven = 9i32")
        r = toy.reply(self.kc, msg_id)
        self.assertEqual(r["ename"], "UsageError")
        self.assertIn("^", "\n".join(r["traceback"]))
        self.km.interrupt_kernel()
        self.assertEqual(toy.reply(self.kc, running)["ename"], "Interrupted")
        toy.control(self.kc, "delete_subshell_request", {"subshell_id": subshell})
        self.assertEqual(self.value("seven"), ["8 : i32"])


def children(pid):
    found = set()
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children") as f:
            found.update(int(p) for p in f.read().split())
    return found


class Ends(unittest.TestCase):
    """No process is left, however the kernel ends."""

    def test_no_process_is_left(self):
        for busy in (False, True):
            for how in ("shutdown", signal.SIGTERM, signal.SIGKILL):
                with self.subTest(how=how, busy=busy), toy.kernel("raido-test") as (km, kc):
                    toy.run(kc, "let xs = map f64.i64 (iota 1000)\nlet stop = 1000i64\n%profile f64.sum xs")
                    kernel = toy.pid(km)
                    left = children(kernel)
                    self.assertTrue(left, "no worker")
                    if busy:
                        toy.wait_busy(kc, kc.execute("!sleep 600" if how == "shutdown" else "loop x = 1i64 while x > 0 do (x * 3) % 1000003 + 1"))
                        left |= children(kernel)
                    process = km.provisioner.process
                    if how == "shutdown":
                        kc.shutdown()
                        self.assertEqual(process.wait(timeout=20), 0)
                    else:
                        process.send_signal(how)
                        process.wait(timeout=20)
                    for pid in left:
                        self.assertTrue(toy.gone(pid, 20), f"process {pid} is left after {how}")


class Start(unittest.TestCase):
    def test_start_and_idle_memory(self):
        begin = time.time()
        with toy.kernel("raido-test") as (km, _):
            start, idle = time.time() - begin, toy.resident(toy.pid(km))
            print(f"\nstart to ready {start*1e3:.0f} ms, idle {idle:.0f} MB")
            self.assertLess(start, toy.bound(1))
            self.assertLess(idle, 60)


if __name__ == "__main__":
    unittest.main()
