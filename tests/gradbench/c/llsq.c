/* Least squares of GradBench by hand: some rows at once, powers one after the other. */
#include "adbench.h"

enum { ROWS = 16 };

static int64_t M, N;
static const double *x;
static double *sums, *grad, *value;

static void setup(void) {
    x = args[0].f, M = args[0].n, N = args[1].i[0];
    sums = reals(M * ROWS), grad = reals(M), value = reals(1);
}

/* The residuals of the rows from i, 0 for those that are not there. */
static inline void residuals(int64_t i, double *restrict t, double *restrict r) {
    double power[ROWS];
    for (int q = 0; q < ROWS; q++) t[q] = -1 + (double)(i + q) * 2 / (N - 1), r[q] = 0, power[q] = 1;
    for (int64_t j = 0; j < M; j++)
        for (int q = 0; q < ROWS; q++) r[q] += x[j] * power[q], power[q] *= t[q];
    for (int q = 0; q < ROWS; q++) r[q] = i + q < N ? (t[q] > 0) - (t[q] < 0) - r[q] : 0;
}

static void primal(void) {
    double t[ROWS], r[ROWS], s = 0;
    for (int64_t i = 0; i < N; i += ROWS) {
        residuals(i, t, r);
        for (int q = 0; q < ROWS; q++) s += r[q] * r[q];
    }
    *value = s / 2;
    result(value, 1);
}

static void gradient(void) {
    double t[ROWS], r[ROWS];
    memset(sums, 0, M * ROWS * sizeof *sums);
    for (int64_t i = 0; i < N; i += ROWS) {
        residuals(i, t, r);
        for (int64_t j = 0; j < M; j++)
            for (int q = 0; q < ROWS; q++) sums[j * ROWS + q] -= r[q], r[q] *= t[q];
    }
    for (int64_t j = 0; j < M; j++) {
        double s = 0;
        for (int q = 0; q < ROWS; q++) s += sums[j * ROWS + q];
        grad[j] = s;
    }
    result(grad, M);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, gradient); }
