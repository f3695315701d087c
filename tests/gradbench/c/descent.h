/* Gradient descent as descent.fut has it, for up to two variables. */
#include "adbench.h"

typedef double (*function)(const double *x, void *with);
typedef void (*slope)(const double *x, double *g, void *with);

static double length(int n, const double *x) { return n == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]); }

/* Moves x to where descent from it leads. */
static void argmin(int n, function f, slope g, void *with, double *x) {
    double eta = 1e-5, fx = f(x, with), gx[2], to[2], way[2];
    g(x, gx, with);
    for (int i = 0; length(n, gx) > 1e-5;) {
        if (i == 10) {
            eta *= 2, i = 0;
            continue;
        }
        for (int k = 0; k < n; k++) to[k] = x[k] - eta * gx[k], way[k] = x[k] - to[k];
        if (length(n, way) <= 1e-5) return;
        double fto = f(to, with);
        if (fto < fx) {
            memcpy(x, to, n * sizeof *x);
            fx = fto, i++;
            g(x, gx, with);
        } else {
            eta /= 2, i = 0;
        }
    }
}
