"""How kernels begin and end."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import toy

BINARY = os.environ["RAIDO_BINARY"]


class Lifetime(unittest.TestCase):
    def test_shutdown_idle_and_busy(self):
        for code in ("", "spin", "pause 5000"):
            with self.subTest(code), toy.kernel() as (km, kc):
                if code:
                    toy.wait_busy(kc, kc.execute(code))
                process = km.provisioner.process
                begin = time.time()
                msg_id = kc.shutdown()
                self.assertEqual(process.wait(timeout=5), 0)
                self.assertLess(time.time() - begin, toy.bound(2))
                msg = kc.get_control_msg(timeout=toy.PATIENCE)
                self.assertEqual((msg["msg_type"], msg["parent_header"]["msg_id"]), ("shutdown_reply", msg_id))
                types = []
                while "shutdown_reply" not in types:
                    types.append(kc.get_iopub_msg(timeout=toy.PATIENCE)["msg_type"])

    def test_sigterm(self):
        with toy.kernel() as (km, kc):
            toy.wait_busy(kc, kc.execute("print last words\nspin"))
            process = km.provisioner.process
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=5), 0)
            types = []
            while "stream" not in types:  # what was printed is not lost
                types.append(kc.get_iopub_msg(timeout=toy.PATIENCE)["msg_type"])

    def test_restart(self):
        with toy.kernel() as (km, kc):
            toy.run(kc, "set x 1")
            km.restart_kernel(now=False)
            kc.wait_for_ready(timeout=toy.PATIENCE)
            r, _ = toy.run(kc, "get x")
            self.assertEqual((r["ename"], r["execution_count"]), ("NameError", 1))

    def test_ipc_and_restart_after_kill(self):
        with toy.kernel(transport="ipc") as (km, kc):
            r, _ = toy.run(kc, "value 1")
            self.assertEqual(r["status"], "ok")
            os.kill(toy.pid(km), signal.SIGKILL)  # the socket files stay
            km.restart_kernel(now=True)
            kc.wait_for_ready(timeout=toy.PATIENCE)
            r, _ = toy.run(kc, "value 1")
            self.assertEqual(r["execution_count"], 1)

    def test_parent_dies(self):
        with tempfile.TemporaryDirectory() as folder:
            script = (
                "import os, sys, time, subprocess\n"
                "from jupyter_client.connect import write_connection_file\n"
                f"f, _ = write_connection_file({folder!r} + '/c.json', ip='127.0.0.1', key=b'k')\n"
                "os.environ['JPY_PARENT_PID'] = str(os.getpid())\n"
                "p = subprocess.Popen([sys.argv[1], 'kernel', '-f', f], start_new_session=True)\n"
                "print(p.pid, flush=True)\n"
                "time.sleep(60)\n"
            )
            parent = subprocess.Popen([sys.executable, "-c", script, BINARY], stdout=subprocess.PIPE)
            pid = int(parent.stdout.readline())
            time.sleep(0.5)
            self.assertFalse(toy.gone(pid, 0.1))
            parent.kill()
            parent.wait()
            parent.stdout.close()
            self.assertTrue(toy.gone(pid, 5))

    def test_bad_connection_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for text in ("", "[]", '{"transport": "tcp"}', json.dumps({"ip": "127.0.0.1", "shell_port": "x"})):
                path = os.path.join(folder, "c.json")
                with open(path, "w") as f:
                    f.write(text)
                self.refused(path)
            self.refused(os.path.join(folder, "nowhere.json"))

    def refused(self, path):
        done = subprocess.run([BINARY, "kernel", "-f", path], capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 1)
        self.assertIn("connection file", done.stderr)
        self.assertNotIn("goroutine", done.stderr)


if __name__ == "__main__":
    unittest.main()
