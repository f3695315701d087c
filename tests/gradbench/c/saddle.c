/* The saddle point of GradBench by hand: the derivative of the greatest value by x is that at the place where it is. */
#include "descent.h"

static const double *start;
static double *out;

static void setup(void) { start = args[0].f, out = reals(4); }

static double f(const double *x, const double *y) { return x[0] * x[0] + x[1] * x[1] - (y[0] * y[0] + y[1] * y[1]); }

static double less(const double *y, void *x) { return -f(x, y); }
static void less_slope(const double *y, double *g, void *x) {
    (void)x;
    g[0] = 2 * y[0], g[1] = 2 * y[1];
}

/* The greatest value of f(x, y) by y. */
static double greatest(const double *x, void *with) {
    double y[2] = {start[0], start[1]};
    (void)with;
    argmin(2, less, less_slope, (void *)x, y);
    return f(x, y);
}
static void greatest_slope(const double *x, double *g, void *with) {
    (void)with;
    g[0] = 2 * x[0], g[1] = 2 * x[1];
}

static void primal(void) {
    *out = greatest(start, NULL);
    result(out, 1);
}

static void saddle(void) {
    memcpy(out, start, 2 * sizeof *out);
    memcpy(out + 2, start, 2 * sizeof *out);
    argmin(2, greatest, greatest_slope, NULL, out);
    argmin(2, less, less_slope, out, out + 2);
    result(out, 4);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, saddle); }
