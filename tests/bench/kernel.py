"""Times kernels as a front end sees them. Called by the group kernel, with a kernelspec of Raido in JUPYTER_PATH:

    kernel.py RUNS GRADIENT_CELL_FILE

Prints lines "KERNEL FIGURE VALUE": milliseconds, or megabytes for memory; or "KERNEL absent REASON".
"""

import os
import shutil
import statistics
import sys
import tempfile
import time

import zmq
from jupyter_client import KernelManager
from jupyter_client.kernelspec import NoSuchKernel

PATIENCE = 60


class Kernel:
    """A running kernel; .ms is the time from its start to its kernel_info_reply."""

    def __init__(self, name, cache=None):
        context = zmq.Context()
        context.setsockopt(zmq.RECONNECT_IVL, 2)  # the default looks every 100 ms whether the kernel listens
        self.km = KernelManager(kernel_name=name, context=context)
        env = dict(os.environ)
        if cache:
            env["XDG_CACHE_HOME"] = cache
        begin = time.perf_counter()
        self.km.start_kernel(env=env)
        self.kc = self.km.client()
        self.kc.start_channels(hb=False, stdin=False)
        self.kc.kernel_info()
        self.kc.get_shell_msg(timeout=PATIENCE)
        self.ms = (time.perf_counter() - begin) * 1e3

    def cell(self, code):
        """Milliseconds until the reply and the idle status are here."""
        begin = time.perf_counter()
        ident = self.kc.execute(code)
        while True:
            reply = self.kc.get_shell_msg(timeout=PATIENCE)
            if reply["parent_header"].get("msg_id") == ident:
                break
        while True:
            msg = self.kc.get_iopub_msg(timeout=PATIENCE)
            idle = msg["msg_type"] == "status" and msg["content"]["execution_state"] == "idle"
            if idle and msg["parent_header"].get("msg_id") == ident:
                break
        spent = (time.perf_counter() - begin) * 1e3
        if reply["content"]["status"] != "ok":
            raise RuntimeError(f"{reply['content'].get('evalue')}")
        return spent

    def memory(self):
        with open(f"/proc/{self.km.provisioner.pid}/status") as f:
            return next(int(line.split()[1]) / 1e3 for line in f if line.startswith("VmRSS"))

    def cpu(self):
        """Milliseconds of processor time so far, with what the driver's compiler started."""
        with open(f"/proc/{self.km.provisioner.pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
        return sum(int(x) for x in fields[11:15]) * 1e3 / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kc.stop_channels()
        self.km.shutdown_kernel(now=True)


def say(kernel, figure, value):
    print(kernel, figure, value if isinstance(value, str) else f"{value:.3f}", flush=True)


LINES = {"raido": "i64.sum (map (\\i -> #[trace] i) (iota 20000))", "python3": "for i in range(20000): print(i)"}


def common(name, runs):
    """What any kernel is asked."""
    starts = []
    for _ in range(runs + 1):
        with Kernel(name) as k:
            starts.append(k.ms)
    say(name, "start", statistics.median(starts[1:]))
    with Kernel(name) as k:
        time.sleep(3)  # work in the background ends
        say(name, "idle", k.memory())
        k.cell("1 + 1")
        say(name, "new", statistics.median(k.cell(f"1 + {i}") for i in range(100, 130)))
        say(name, "same", statistics.median(k.cell("1 + 1") for _ in range(30)))
        time.sleep(1)
        say(name, "used", k.memory())
        say(name, "lines", statistics.median(k.cell(LINES[name]) for _ in range(3)))


def gradient(name, runs, cell):
    """A first gradient cell right after the start: with empty caches, and with those of the run before."""
    cold, cpu, warm, again = [], [], [], []
    for _ in range(min(runs, 3)):
        cache = tempfile.mkdtemp()
        try:
            with Kernel(name, cache) as k:
                before = k.cpu()
                cold.append(k.cell(cell))
                cpu.append(k.cpu() - before)
                again += [k.cell(cell) for _ in range(runs)]
                time.sleep(1)  # the caches are written in the background
            with Kernel(name, cache) as k:
                warm.append(k.cell(cell))
        finally:
            shutil.rmtree(cache, ignore_errors=True)
    say(name, "cold", statistics.median(cold))
    say(name, "cpu", statistics.median(cpu))
    say(name, "warm", statistics.median(warm))
    say(name, "again", statistics.median(again))
    cache = tempfile.mkdtemp()
    try:
        with Kernel(name, cache) as k:
            time.sleep(3)
            say(name, "rested", k.cell(cell))
            time.sleep(2)
            say(name, "worked", k.memory())
    finally:
        shutil.rmtree(cache, ignore_errors=True)


def main():
    runs = int(sys.argv[1])
    with open(sys.argv[2]) as f:
        cell = f.read()
    for step in (lambda: common("raido", runs), lambda: gradient("raido", runs, cell), lambda: common("python3", runs)):
        try:
            step()
        except NoSuchKernel:
            say("python3", "absent", "python3-ipykernel is not installed")
        except Exception as e:
            say("raido", "failed", f"{type(e).__name__} {e}")


main()
