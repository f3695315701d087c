"""ADBench's problems as a PyTorch user would write them, on whole arrays: torch_adbench.py THREADS PROBLEM FILE RUNS NAME.

FILE is what adbench.h reads; prints what the C programs print, with probes of 0. Hand tracking (the simple form) is
jacfwd, 26 columns in one pass; the LSTM is a loop over time."""

import math
import sys

import numpy as np
import torch
from torch_clock import Clock, device


def read(path):
    words, at, out = np.fromfile(path, dtype=np.int64), 0, []
    while at < len(words):
        shape = words[at + 1 : at + 1 + words[at]]
        at += 1 + len(shape)
        size = int(np.prod(shape)) if len(shape) else 1
        out.append(words[at : at + size].reshape(shape))
        at += size
    return out


def real(a):
    return torch.from_numpy(a.view(np.float64).copy()).to(device)


def gmm(args):
    alpha, mean, icf, x, gamma = map(real, args[:5])
    m = int(args[5])
    (k, d), n = mean.shape, len(x)
    cols, rows = np.triu_indices(d, 1)
    rows, cols = torch.tensor(rows), torch.tensor(cols)
    constant = float((d + m + 1) * d * (math.log(float(gamma)) - 0.5 * math.log(2)) - torch.special.multigammaln(torch.tensor(0.5 * (d + m + 1)).double(), d))

    def f(a, mu, q):
        diag, sums = q[:, :d].exp(), q[:, :d].sum(1)
        low = torch.diag_embed(diag).index_put((torch.arange(k)[:, None], rows[None, :], cols[None, :]), q[:, d:])
        y = torch.bmm(x[None, :, :] - mu[:, None, :], low.transpose(1, 2))
        fit = torch.logsumexp(a + sums - 0.5 * y.square().sum(2).T, 1).sum()
        prior = 0.5 * gamma**2 * (diag.square().sum() + q[:, d:].square().sum()) - m * sums.sum()
        return fit - n * torch.logsumexp(a, 0) + prior - n * d / 2 * math.log(2 * math.pi) - k * constant

    return gradient(f, [alpha, mean, icf])


def gradient(f, xs):
    leaves = [x.requires_grad_(True) for x in xs]

    def primal():
        with torch.no_grad():
            return f(*leaves)

    return primal, lambda: torch.autograd.grad(f(*leaves), leaves)


def ba(args):
    cams, points, w, feat = map(real, args)
    p = len(w)
    seen, what = torch.arange(p) % len(cams), torch.arange(p) % len(points)

    def project(c, x, w):
        r, foc = c[:, 0:3], c[:, 6:7]
        theta = r.square().sum(1, keepdim=True).sqrt()
        k, v = r / theta, x - c[:, 3:6]
        v = v * theta.cos() + torch.cross(k, v, 1) * theta.sin() + k * (k * v).sum(1, keepdim=True) * (1 - theta.cos())
        u = v[:, :2] / v[:, 2:3]
        s = u.square().sum(1, keepdim=True)
        return w[:, None] * (u * (1 + c[:, 9:10] * s + c[:, 10:11] * s * s) * foc + c[:, 7:9] - feat)

    def primal():
        with torch.no_grad():
            return project(cams[seen], points[what], w), 1 - w * w

    def jacobian():
        leaves = [t.detach().requires_grad_(True) for t in (cams[seen], points[what], w)]
        errors = project(*leaves)
        rows = []
        for k in range(2):
            seed = torch.zeros_like(errors)
            seed[:, k] = 1
            rows.append(torch.cat([t.reshape(p, -1) for t in torch.autograd.grad(errors, leaves, seed, retain_graph=k == 0)], 1))
        return torch.stack(rows, 1), -2 * w

    return primal, jacobian


def lstm(args):
    main, extra, state, text = map(real, args)
    layers, steps, units = len(main), len(text), text.shape[1]

    def f(main, extra):
        hs, cs, ys = [s[0] for s in state], [s[1] for s in state], []
        for t in range(steps - 1):
            x = text[t] * extra[0]
            for i in range(layers):
                z = torch.stack((x, hs[i], x, hs[i])) * main[i, 0] + main[i, 1]
                gate = torch.sigmoid(z[:3])
                cs[i] = cs[i] * gate[0] + gate[1] * torch.tanh(z[3])
                x = hs[i] = gate[2] * torch.tanh(cs[i])
            ys.append(x * extra[1] + extra[2])
        y = torch.stack(ys)
        return -(text[1:] * (y - torch.log(2 + y.exp().sum(1, keepdim=True)))).sum() / (units * (steps - 1))

    return gradient(f, [main, extra])


def hand(args):
    from functorch import jacfwd

    parents, at = args[0], torch.tensor(args[6])
    relative, inverse, base, weights, points = (real(args[i]) for i in (1, 2, 3, 4, 5))
    theta, bones = real(args[7]), len(parents)
    slots = torch.tensor([v for g in range(5) for v in (6 + 12 * g, 7 + 12 * g, 9 + 12 * g, 12 + 12 * g)])

    def f(t):
        angles = torch.zeros(3 * bones, dtype=t.dtype).index_put((slots,), t[6:]).reshape(bones, 3)
        s, c = angles.sin(), angles.cos()
        (sx, sz, sy), (cx, cz, cy) = s.unbind(1), c.unbind(1)
        turn = torch.stack((cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, sz * cy, sz * sy * sx + cz * cx,
                            sz * sy * cx - cz * sx, -sy, cy * sx, cy * cx), 1).reshape(bones, 3, 3)
        own, absolute = torch.cat((relative[:, :, :3] @ turn, relative[:, :, 3:]), 2), []
        for b in range(bones):
            absolute.append(own[b] if parents[b] < 0 else absolute[parents[b]] @ own[b])
        moved = (torch.stack(absolute) @ inverse)[:, :3, :].reshape(bones, 12)
        where = ((weights.T @ moved).reshape(-1, 3, 4) * base.T[:, None, :]).sum(2)
        n = t[:3].square().sum().sqrt()
        x, y, z = (t[:3] / n).unbind(0)
        k = torch.stack((0 * x, -z, y, z, 0 * x, -x, -y, x, 0 * x)).reshape(3, 3)
        whole = torch.eye(3, dtype=t.dtype) + n.sin() * k + (1 - n.cos()) * (k @ k)
        return points - (where @ whole.T + t[3:6])[at]

    def primal():
        with torch.no_grad():
            return f(theta)

    return primal, lambda: jacfwd(f)(theta)


clock = Clock(int(sys.argv[1]), int(sys.argv[4]), cap=8.0)
clock.say(sys.argv[5], *{"gmm": gmm, "ba": ba, "lstm": lstm, "hand": hand}[sys.argv[2]](read(sys.argv[3])))
