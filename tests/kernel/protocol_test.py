"""The protocol as jupyter_client, and with it libzmq, sees it."""

import os
import signal
import time
import unittest

import toy


class Protocol(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = toy.kernel()
        cls.km, cls.kc = cls.context.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.context.__exit__(None, None, None)

    def test_info(self):
        info = toy.reply(self.kc, self.kc.kernel_info())
        self.assertEqual(info["protocol_version"], "5.5")
        self.assertEqual(info["status"], "ok")
        self.assertIn("name", info["language_info"])

    def test_cell(self):
        r, out = toy.run(self.kc, "print a\nprint b\nwarn c\nvalue 42")
        self.assertEqual(r["status"], "ok")
        self.assertEqual([t for t, _ in out],
                         ["status", "execute_input", "stream", "stream", "execute_result", "status"])
        self.assertEqual(out[2][1], {"name": "stdout", "text": "a\nb\n"})
        self.assertEqual(out[4][1]["data"], {"text/plain": "42", "text/html": "<b>42</b>"})
        self.assertEqual(out[4][1]["execution_count"], r["execution_count"])

    def test_error_and_abort(self):
        bad = self.kc.execute("pause 50\nfail")
        after = self.kc.execute("print never")
        r = toy.reply(self.kc, bad)
        self.assertEqual((r["status"], r["ename"]), ("error", "RuntimeError"))
        reply = toy.reply(self.kc, after)
        self.assertEqual((reply["status"], reply["execution_count"]), ("aborted", None))  # front ends show In [ ]
        self.assertEqual([t for t, _ in toy.output(self.kc, after)], ["status", "status"])

    def test_language_service(self):
        toy.run(self.kc, "set apple red")
        r = toy.reply(self.kc, self.kc.complete("get ap", 6))
        self.assertEqual((r["matches"], r["cursor_start"], r["cursor_end"]), (["apple"], 4, 6))
        r = toy.reply(self.kc, self.kc.inspect("apple", 2, 1))
        self.assertTrue(r["found"])
        self.assertEqual(toy.reply(self.kc, self.kc.is_complete("print \\"))["indent"], "  ")

    def test_history(self):
        r, _ = toy.run(self.kc, "print remember me")
        h = toy.reply(self.kc, self.kc.history(hist_access_type="search", pattern="*remember*", raw=True, output=False))
        self.assertEqual(h["history"][-1][1:], [r["execution_count"], "print remember me"])

    def test_history_of_earlier_sessions(self):
        with toy.kernel() as (km, kc):
            toy.run(kc, "value 41\nprint from before")
            km.restart_kernel(now=False)
            kc.wait_for_ready(timeout=toy.PATIENCE)
            toy.run(kc, "value 42")

            def ask(**q):
                return toy.reply(kc, kc.history(raw=True, **q))["history"]

            tail = ask(hist_access_type="tail", n=2, output=True)
            self.assertEqual([t[1:] for t in tail], [[1, ["value 41\nprint from before", "41"]], [1, ["value 42", "42"]]])
            self.assertEqual(tail[1][0], tail[0][0] + 1)
            self.assertEqual(ask(hist_access_type="range", session=-1, start=1, stop=2, output=False),
                             [[tail[0][0], 1, "value 41\nprint from before"]])
            self.assertEqual(ask(hist_access_type="range", session=0, output=False), [[tail[1][0], 1, "value 42"]])
            self.assertEqual(ask(hist_access_type="search", pattern="*from bef?re", unique=True, output=False, n=5),
                             [[tail[0][0], 1, "value 41\nprint from before"]])

    def test_input(self):
        answers = []

        def hook(msg):
            answers.append(msg["content"]["prompt"])
            self.kc.input("Ada")

        seen = []
        self.kc.execute_interactive("ask who", stdin_hook=hook, allow_stdin=True,
                                    output_hook=lambda m: seen.append(m), timeout=toy.PATIENCE)
        self.assertEqual(answers, ["who"])
        self.assertIn("Ada", [m["content"]["data"]["text/plain"] for m in seen if m["msg_type"] == "execute_result"])
        toy.run(self.kc, "")
        r, _ = toy.run(self.kc, "ask who", allow_stdin=False)
        self.assertEqual(r["ename"], "InputError")

    def test_interrupts_keep_state(self):
        toy.run(self.kc, "set kept yes")
        for interrupt in (self.km.interrupt_kernel, lambda: os.kill(toy.pid(self.km), signal.SIGINT)):
            msg_id = self.kc.execute("set kept no\nspin")
            toy.wait_busy(self.kc, msg_id)
            begin = time.time()
            interrupt()
            r = toy.reply(self.kc, msg_id)
            self.assertLess(time.time() - begin, toy.bound(2))
            self.assertEqual(r["ename"], "Interrupted")
            interrupt()  # idle now: harmless
            _, out = toy.run(self.kc, "get kept")
            self.assertEqual(out[2][1]["data"]["text/plain"], "yes")

    def test_heartbeat_beside_a_busy_shell(self):
        msg_id = self.kc.execute("spin")
        toy.wait_busy(self.kc, msg_id)
        self.kc.hb_channel.unpause()
        time.sleep(1.5)
        self.assertTrue(self.kc.hb_channel.is_beating())
        self.km.interrupt_kernel()
        toy.reply(self.kc, msg_id)

    def test_second_client(self):
        other = self.km.client()
        other.start_channels()
        other.wait_for_ready(timeout=toy.PATIENCE)
        msg_id = self.kc.execute("print shared")
        self.assertIn("stream", [t for t, _ in toy.output(other, msg_id)])
        self.assertTrue(toy.quiet(other.get_shell_msg))
        other.stop_channels()


class Bounds(unittest.TestCase):
    """Printed always; asserted with slack, because the machine may be busy."""

    def test_bounds(self):
        begin = time.time()
        with toy.kernel() as (km, kc):
            start = time.time() - begin
            idle = toy.resident(toy.pid(km))
            ticks = toy.cpu_ticks(toy.pid(km))
            time.sleep(1)
            ticks = toy.cpu_ticks(toy.pid(km)) - ticks
            times = []
            for _ in range(200):
                begin = time.perf_counter()
                toy.reply(kc, kc.execute("value 1"))
                times.append(time.perf_counter() - begin)
            begin = time.perf_counter()
            toy.run(kc, "lines 20000")
            stream = time.perf_counter() - begin
        median = sorted(times)[len(times) // 2]
        print(f"\nstart to ready {start*1e3:.0f} ms, trivial cell {median*1e3:.2f} ms, 20000 lines {stream*1e3:.0f} ms, "
              f"idle {idle:.0f} MB, {ticks} ticks of CPU in an idle second")
        self.assertLess(start, toy.bound(1))
        self.assertLess(median, toy.bound(0.01))
        self.assertLess(stream, toy.bound(1))
        self.assertLess(idle, 60)
        self.assertLessEqual(ticks, 5)


if __name__ == "__main__":
    unittest.main()
