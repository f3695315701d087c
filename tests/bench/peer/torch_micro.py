"""The micro benchmarks in PyTorch: torch_micro.py THREADS f32|f64 N RUNS NAME...

Prints what the C programs print; probes are 0. A gradient is forward and backward."""

import sys

import torch
from torch_clock import Clock

dtype = {"f32": torch.float32, "f64": torch.float64}[sys.argv[2]]
n, names = int(sys.argv[3]), set(sys.argv[5:])
clock = Clock(int(sys.argv[1]), int(sys.argv[4]))
torch.manual_seed(1)


def rand(*shape):
    return torch.rand(*shape, dtype=dtype)


def pair(name, f, xs, seed=None):
    leaves = [x.detach().requires_grad_(True) for x in xs]

    def primal():
        with torch.no_grad():
            f(*xs)

    clock.say(name, primal, lambda: torch.autograd.grad(f(*leaves), leaves, seed))


x, near1 = rand(n), 1 + (rand(n) - 0.5) * 1e-3
for name, f, a, seed in (
    ("map", lambda v: 2 * v + 1, x, x),
    ("exp", lambda v: v.exp().sum(), x, None),
    ("log", lambda v: v.log().sum(), near1, None),
    ("sin", lambda v: v.sin().sum(), x, None),
    ("sum", lambda v: v.sum(), x, None),
    ("product", lambda v: v.prod(), near1, None),
    ("max", lambda v: v.max(), x, None),
    ("scan", lambda v: v.cumsum(0), x, x),
    ("scanmul", lambda v: v.cumprod(0), near1, x),
):
    if name in names:
        pair(name, f, [a], seed)
for k in (31, 1023, 1_500_000):
    at, bar, zero = torch.randint(0, k, (n,)), rand(k), torch.zeros(k, dtype=dtype)
    for name, f in (
        ("hist", lambda v: zero.scatter_add(0, at, v)),
        ("histmul", lambda v: (zero + 1).scatter_reduce(0, at, v, "prod")),
        ("histmax", lambda v: zero.scatter_reduce(0, at, v, "amax")),
    ):
        if f"{name}{k}" in names:
            pair(f"{name}{k}", f, [near1], bar)
if "gather" in names:
    at = torch.randint(0, n, (n,))
    pair("gather", lambda v: v[at], [x], x)
for k in (512, 1024):
    if f"matmul{k}" in names:
        pair(f"matmul{k}", lambda a, b: a @ b, [rand(k, k), rand(k, k)], rand(k, k))
rows = min(n // 64, 100_000)
points, weights = rand(rows, 64), rand(64) - 0.5
if "dots" in names:
    pair("dots", lambda w: points @ w, [weights], torch.ones(rows, dtype=dtype))
if "logreg" in names:
    labels = (torch.arange(rows) % 2).to(dtype)
    loss = torch.nn.functional.binary_cross_entropy_with_logits
    pair("logreg", lambda w: loss(points @ w, labels, reduction="sum"), [weights])
if "kmeans" in names:
    cloud, centres = rand(min(n // 10, 100_000), 10), rand(10, 10)

    def cost(c):  # by a product, the fast way
        return ((cloud * cloud).sum(1)[:, None] + (c * c).sum(1)[None, :] - 2 * cloud @ c.T).min(1).values.sum()

    def both():
        c = centres.detach().requires_grad_(True)
        (g,) = torch.autograd.grad(cost(c), c, create_graph=True)
        torch.autograd.grad(g, c, torch.ones_like(g))

    clock.say("kmeans", lambda: cost(centres), both)
for h in (256, 512, 1024):
    if f"mlp{h}" in names:
        batch, classes = rand(64, 784), torch.arange(64) % 10
        loss = torch.nn.functional.cross_entropy
        pair(f"mlp{h}", lambda a, b: loss(torch.relu(batch @ a) @ b, classes), [(rand(784, h) - 0.5) / 8, (rand(h, 10) - 0.5) / 8])
