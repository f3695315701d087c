"""What the front-end tests share: kernels of the toy language, started as notebooks start them."""

import contextlib
import os
import queue
import time

from jupyter_client import KernelManager

PATIENCE = 60


def bound(seconds):
    """That long on an idle machine, and longer by as much as others want its processors."""
    return seconds * max(1, 2 * os.getloadavg()[0] / os.cpu_count())


@contextlib.contextmanager
def kernel(name="toy", **options):
    """A running kernel and a client that is connected to it."""
    km = KernelManager(kernel_name=name, **options)
    km.start_kernel()
    kc = km.client()
    kc.start_channels()
    try:
        kc.wait_for_ready(timeout=PATIENCE)
        yield km, kc
    finally:
        kc.stop_channels()
        if km.has_kernel:
            km.shutdown_kernel(now=True)


def run(kc, code, **options):
    """Executes a cell; gives the reply's content and the iopub messages up to idle as (type, content)."""
    msg_id = kc.execute(code, **options)
    return reply(kc, msg_id), output(kc, msg_id)


def reply(kc, msg_id):
    """The answer to a request on shell; those to other requests are kept until they are asked for."""
    kept = kc.__dict__.setdefault("kept", {})
    while msg_id not in kept:
        msg = kc.get_shell_msg(timeout=PATIENCE)
        kept[msg["parent_header"].get("msg_id")] = msg["content"]
    return kept.pop(msg_id)


def control(kc, msg_type, content):
    """The answer to a request on control."""
    msg = kc.session.msg(msg_type, content)
    kc.control_channel.send(msg)
    while True:
        reply = kc.get_control_msg(timeout=PATIENCE)
        if reply["parent_header"].get("msg_id") == msg["header"]["msg_id"]:
            return reply["content"]


def execute_in(kc, subshell, code):
    """Sends a cell to a subshell."""
    msg = kc.session.msg("execute_request", {"code": code, "silent": False, "store_history": True, "user_expressions": {},
                                             "allow_stdin": False, "stop_on_error": True})
    msg["header"]["subshell_id"] = subshell
    kc.shell_channel.send(msg)
    return msg["header"]["msg_id"]


def output(kc, msg_id):
    got = []
    while True:
        msg = kc.get_iopub_msg(timeout=PATIENCE)
        if msg["parent_header"].get("msg_id") != msg_id:
            continue
        got.append((msg["msg_type"], msg["content"]))
        if msg["content"].get("execution_state") == "idle":
            return got


def wait_busy(kc, msg_id):
    """Waits until a cell runs."""
    while True:
        msg = kc.get_iopub_msg(timeout=PATIENCE)
        if msg["parent_header"].get("msg_id") == msg_id and msg["msg_type"] == "execute_input":
            return


def pid(km):
    return km.provisioner.process.pid


def gone(pid, within):
    """Whether a process ends in that time; a zombie has ended."""
    end = time.time() + within
    while time.time() < end:
        try:
            with open(f"/proc/{pid}/stat") as f:
                if f.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.02)
    return False


def quiet(channel):
    """Whether nothing more comes."""
    try:
        channel(timeout=0.3)
    except queue.Empty:
        return True
    return False


def resident(pid):
    """Resident memory in MB."""
    with open(f"/proc/{pid}/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_ticks(pid):
    """User and system time of a process in clock ticks."""
    with open(f"/proc/{pid}/stat") as f:
        return sum(map(int, f.read().rsplit(")", 1)[1].split()[11:13]))
