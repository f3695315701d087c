"""Measures as harness.h does: processor time and medians on one thread, the best wall time on several, and on the GPU that TORCH_DEVICE names."""

import os
import statistics
import time

import torch

device = os.environ.get("TORCH_DEVICE", "cpu")
if device != "cpu":
    torch.set_default_device(device)


class Clock:
    def __init__(self, threads, runs, cap=15.0):
        if threads:
            torch.set_num_threads(threads)
        self.one = device == "cpu" and torch.get_num_threads() == 1
        self.now = time.process_time if self.one else time.perf_counter
        self.runs, self.cap = runs, cap

    def measure(self, f):
        """Milliseconds after a run that is not counted; fewer samples of what takes long."""
        wait = torch.cuda.synchronize if device != "cpu" else lambda: None
        f()
        wait()
        start = self.now()
        f()
        wait()
        spent = max(self.now() - start, 1e-6)
        repeat = max(1, int(0.02 / spent))
        samples = []
        for _ in range(max(1, min(self.runs, int(self.cap / (spent * repeat))))):
            start = self.now()
            for _ in range(repeat):
                f()
            wait()
            samples.append((self.now() - start) / repeat * 1e3)
        return statistics.median(samples) if self.one else min(samples)

    def say(self, name, primal, gradient):
        print(name, self.measure(primal), 0, self.measure(gradient), 0, 0, flush=True)
