/* A determinant by expansion by minors of GradBench by hand. Columns that are left make a list, as the definition has it. */
#include "adbench.h"

static int64_t N;
static const double *a;
static double *grad, *value;
static int *next; /* of each column among those that are left; next[N] is the first */

static void setup(void) {
    N = args[0].dim[0], a = args[0].f, grad = reals(N * N), value = reals(1), next = alloc((N + 1) * sizeof *next);
    for (int i = 0; i <= N; i++) next[i] = i == N ? 0 : i + 1;
}

/* The minor of the rows from i and the columns that are left. */
static double minor_of(int64_t i) {
    if (i == N - 1) return a[i * N + next[N]];
    double s = 0, sign = 1;
    for (int before = (int)N, c = next[before]; c < N; before = c, c = next[c], sign = -sign) {
        next[before] = next[c];
        s += sign * a[i * N + c] * minor_of(i + 1);
        next[before] = c;
    }
    return s;
}

/* The same; p is the product of the rows above, with its sign: each element's derivative is that and its own minor. */
static double minor_back(int64_t i, double p) {
    if (i == N - 1) {
        grad[i * N + next[N]] += p;
        return a[i * N + next[N]];
    }
    double s = 0;
    for (int before = (int)N, c = next[before], sign = 1; c < N; before = c, c = next[c], sign = -sign) {
        double e = sign * a[i * N + c];
        next[before] = next[c];
        double m = minor_back(i + 1, p * e);
        next[before] = c;
        grad[i * N + c] += p * sign * m;
        s += e * m;
    }
    return s;
}

static void primal(void) {
    *value = minor_of(0);
    result(value, 1);
}

static void gradient(void) {
    memset(grad, 0, N * N * sizeof *grad);
    minor_back(0, 1);
    result(grad, N * N);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, gradient); }
