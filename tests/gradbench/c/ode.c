/* The differential equation of GradBench by hand. The return sweep keeps y of each step and computes the slopes again. */
#include "adbench.h"

static int64_t N, S;
static const double *x;
static double *tape, *y2, *y3, *y4, *k1, *k2, *k3, *k4, *bar, *b1, *b2, *b3, *grad;

static void setup(void) {
    x = args[0].f, N = args[0].n, S = args[1].i[0];
    tape = reals((S + 1) * N), grad = reals(N);
    double **all[] = {&y2, &y3, &y4, &k1, &k2, &k3, &k4, &bar, &b1, &b2, &b3};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = reals(N);
}

static inline void field(const double *restrict y, double *restrict k) {
    k[0] = x[0];
    for (int64_t i = 1; i < N; i++) k[i] = x[i] * y[i - 1];
}
static inline void on(double a, const double *restrict y, const double *restrict k, double *restrict to) {
    for (int64_t i = 0; i < N; i++) to[i] = y[i] + a * k[i];
}

/* The slopes of a step from y, and where they are taken. */
static void slopes(double h, const double *y) {
    field(y, k1), on(h / 2, y, k1, y2);
    field(y2, k2), on(h / 2, y, k2, y3);
    field(y3, k3), on(h, y, k3, y4);
    field(y4, k4);
}

/* Solves, and keeps each step at its place if stride is N. */
static const double *solve(int64_t stride) {
    double h = 2. / S, *y = tape;
    memset(y, 0, N * sizeof *y);
    for (int64_t s = 0; s < S; s++) {
        double *to = y + stride;
        slopes(h, y);
        for (int64_t i = 0; i < N; i++) to[i] = y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
        y = to;
    }
    return y;
}

/* The adjoint of field: b is that of the slopes at y; it adds to the gradient and to the adjoint of y, which it leaves in to. */
static inline void field_back(const double *restrict y, const double *restrict b, double *restrict to) {
    grad[0] += b[0];
    for (int64_t i = 1; i < N; i++) grad[i] += b[i] * y[i - 1];
    for (int64_t i = 0; i < N - 1; i++) to[i] = x[i + 1] * b[i + 1];
    to[N - 1] = 0;
}

static void primal(void) { result(solve(0), N); }

static void gradient(void) {
    double h = 2. / S;
    solve(N);
    memset(grad, 0, N * sizeof *grad);
    memset(bar, 0, N * sizeof *bar);
    bar[N - 1] = 1;
    for (int64_t s = S - 1; s >= 0; s--) {
        const double *y = tape + s * N;
        slopes(h, y);
        for (int64_t i = 0; i < N; i++) b1[i] = h / 6 * bar[i];
        field_back(y4, b1, b2);
        for (int64_t i = 0; i < N; i++) b1[i] = h / 3 * bar[i] + h * b2[i], b3[i] = bar[i] + b2[i];
        field_back(y3, b1, b2);
        for (int64_t i = 0; i < N; i++) b1[i] = h / 3 * bar[i] + h / 2 * b2[i], b3[i] += b2[i];
        field_back(y2, b1, b2);
        for (int64_t i = 0; i < N; i++) b1[i] = h / 6 * bar[i] + h / 2 * b2[i], b3[i] += b2[i];
        field_back(y, b1, b2);
        for (int64_t i = 0; i < N; i++) bar[i] = b3[i] + b2[i];
    }
    result(grad, N);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, gradient); }
