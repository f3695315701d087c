/* ADBench's character LSTM and its gradient by hand: what the return sweep needs of a step is kept. */
#include "adbench.h"

static int64_t L, B, C;
static double *w, *extra, *start, *text; /* w: layer, weights and biases, gate, unit */
static double *state;                    /* layer, hidden and cell */
static double *tape;                     /* step, layer, what is kept (below) */
static double *bars, *grad, *value;

enum { FORGET, INTO, OUT, CHANGE, X, HIDDEN, CELL, TANH, KEPT };

static void setup(void) {
    w = args[0].f, extra = args[1].f, start = args[2].f, text = args[3].f;
    L = args[0].dim[0], B = args[0].dim[3], C = args[3].dim[0];
    if (B > 64) exit(2);
    state = reals(2 * L * B);
    tape = reals(C * L * KEPT * B);
    bars = reals(2 * L * B);
    grad = reals((8 * L + 3) * B);
    value = reals(1);
}

/* One layer of one step; k is where its values are kept. Returns the new hidden state. */
static inline double *layer(const double *restrict v, const double *restrict x, double *restrict h, double *restrict c,
                            double *restrict k) {
    const double *u = v + 4 * B;
#pragma omp simd
    for (int64_t i = 0; i < B; i++) {
        double f = 1 / (1 + exp(-(x[i] * v[i] + u[i])));
        double a = 1 / (1 + exp(-(h[i] * v[B + i] + u[B + i])));
        double o = 1 / (1 + exp(-(x[i] * v[2 * B + i] + u[2 * B + i])));
        double g = 1 - 2 / (1 + exp(2 * (h[i] * v[3 * B + i] + u[3 * B + i])));
        k[X * B + i] = x[i], k[HIDDEN * B + i] = h[i], k[CELL * B + i] = c[i];
        double d = c[i] * f + a * g, t = 1 - 2 / (1 + exp(2 * d));
        k[FORGET * B + i] = f, k[INTO * B + i] = a, k[OUT * B + i] = o, k[CHANGE * B + i] = g, k[TANH * B + i] = t;
        c[i] = d;
        h[i] = o * t;
    }
    return h;
}

/* The steps; keep says whether the tape moves on. */
static double forward(int keep) {
    double loss = 0, x0[64], y[64];
    memcpy(state, start, 2 * L * B * sizeof *state);
    for (int64_t t = 0; t < C - 1; t++) {
        const double *x = x0;
        for (int64_t i = 0; i < B; i++) x0[i] = text[t * B + i] * extra[i];
        for (int64_t l = 0; l < L; l++)
            x = layer(w + l * 8 * B, x, state + 2 * l * B, state + (2 * l + 1) * B, tape + ((keep ? t * L : 0) + l) * KEPT * B);
        double s = 2, d = 0, all = 0;
#pragma omp simd reduction(+ : s, d, all)
        for (int64_t i = 0; i < B; i++) {
            y[i] = x[i] * extra[B + i] + extra[2 * B + i];
            s += exp(y[i]);
            d += text[(t + 1) * B + i] * y[i];
            all += text[(t + 1) * B + i];
        }
        loss += d - all * log(s);
    }
    return -loss / (B * (C - 1));
}

static void objective(void) {
    value[0] = forward(0);
    result(value, 1);
}

/* The adjoint of a layer; xb comes in as what later layers say of the hidden state, and leaves as that of the input. */
static inline void layer_back(const double *restrict v, const double *restrict k, double *restrict hb, double *restrict cb,
                              double *restrict xb, double *restrict g) {
    double *u = g + 4 * B;
#pragma omp simd
    for (int64_t i = 0; i < B; i++) {
        double f = k[FORGET * B + i], a = k[INTO * B + i], o = k[OUT * B + i], c = k[CHANGE * B + i], t = k[TANH * B + i];
        double h = hb[i] + xb[i], d = cb[i] + h * o * (1 - t * t);
        double ob = h * t * o * (1 - o), fb = d * k[CELL * B + i] * f * (1 - f), ab = d * c * a * (1 - a), gb = d * a * (1 - c * c);
        cb[i] = d * f;
        g[i] += fb * k[X * B + i], u[i] += fb;
        g[B + i] += ab * k[HIDDEN * B + i], u[B + i] += ab;
        g[2 * B + i] += ob * k[X * B + i], u[2 * B + i] += ob;
        g[3 * B + i] += gb * k[HIDDEN * B + i], u[3 * B + i] += gb;
        xb[i] = fb * v[i] + ob * v[2 * B + i];
        hb[i] = ab * v[B + i] + gb * v[3 * B + i];
    }
}

static void gradient(void) {
    double xb[64], e[64], *ge = grad + 8 * L * B, scale = -1. / (B * (C - 1));
    forward(1);
    memset(grad, 0, (8 * L + 3) * B * sizeof *grad);
    memset(bars, 0, 2 * L * B * sizeof *bars);
    for (int64_t t = C - 2; t >= 0; t--) {
        const double *k = tape + (t * L + L - 1) * KEPT * B, *seen = text + (t + 1) * B;
        double s = 2, all = 0;
#pragma omp simd reduction(+ : s, all)
        for (int64_t i = 0; i < B; i++) {
            e[i] = exp(k[OUT * B + i] * k[TANH * B + i] * extra[B + i] + extra[2 * B + i]);
            s += e[i];
            all += seen[i];
        }
#pragma omp simd
        for (int64_t i = 0; i < B; i++) {
            double yb = scale * (seen[i] - all * e[i] / s);
            ge[B + i] += yb * k[OUT * B + i] * k[TANH * B + i];
            ge[2 * B + i] += yb;
            xb[i] = yb * extra[B + i];
        }
        for (int64_t l = L - 1; l >= 0; l--)
            layer_back(w + l * 8 * B, tape + (t * L + l) * KEPT * B, bars + 2 * l * B, bars + (2 * l + 1) * B, xb, grad + l * 8 * B);
#pragma omp simd
        for (int64_t i = 0; i < B; i++) ge[i] += xb[i] * text[t * B + i];
    }
    result(grad, (8 * L + 3) * B);
}

int main(int argc, char **argv) { return run(argc, argv, setup, objective, gradient); }
