/* The charged particle of GradBench by hand: the path with its derivative by the place of the charge. */
#include "descent.h"

static double *out;

static void setup(void) { out = reals(1); }

/* The square of where the path meets the axis, and its derivative by w. */
static double miss(double w, double *slope) {
    const double h = 0.1;
    double x = 0, y = 8, u = 0.75, v = 0, dx = 0, dy = 0, du = 0, dv = 0;
    while (y + h * v > 0) {
        /* the charges are at (10, 10 - w) and (10, 0) */
        double p = x - 10, q = y - 10 + w, r = 1 / sqrt(p * p + q * q), s = 1 / sqrt(p * p + y * y);
        double r3 = r * r * r, s3 = s * s * s, fx = -(p * r3 + p * s3), fy = -(q * r3 + y * s3);
        double dq = dy + 1, dr3 = -3 * r3 * r * r * (p * dx + q * dq), ds3 = -3 * s3 * s * s * (p * dx + y * dy);
        double dfx = -(dx * (r3 + s3) + p * (dr3 + ds3)), dfy = -(dq * r3 + q * dr3 + dy * s3 + y * ds3);
        x += h * u, y += h * v, dx += h * du, dy += h * dv;
        u -= h * fx, v -= h * fy, du -= h * dfx, dv -= h * dfy;
    }
    double at = x - y / v * u, dat = dx - (dy * u + y * du) / v + y * u * dv / (v * v);
    *slope = 2 * at * dat;
    return at * at;
}

static double only_miss(const double *w, void *with) {
    double slope;
    (void)with;
    return miss(*w, &slope);
}
static void only_slope(const double *w, double *g, void *with) {
    (void)with;
    miss(*w, g);
}

static void primal(void) {
    *out = only_miss(args[0].f, NULL);
    result(out, 1);
}

static void control(void) {
    *out = args[0].f[0];
    argmin(1, only_miss, only_slope, NULL, out);
    result(out, 1);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, control); }
