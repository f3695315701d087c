/* The logarithm of a sum of exponentials of GradBench by hand; the gradient is the exponentials over their sum. */
#include "adbench.h"

static int64_t N;
static const double *x;
static double *grad, *value;

static void setup(void) { x = args[0].f, N = args[0].n, grad = reals(N), value = reals(1); }

static double greatest(void) {
    double a = x[0];
#pragma omp simd reduction(max : a)
    for (int64_t i = 0; i < N; i++) a = x[i] > a ? x[i] : a;
    return a;
}

static void primal(void) {
    double a = greatest(), s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < N; i++) s += exp(x[i] - a);
    *value = a + log(s);
    result(value, 1);
}

static void gradient(void) {
    double a = greatest(), s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < N; i++) s += grad[i] = exp(x[i] - a);
    s = 1 / s;
#pragma omp simd
    for (int64_t i = 0; i < N; i++) grad[i] *= s;
    result(grad, N);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, gradient); }
