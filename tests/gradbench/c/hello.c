/* The hello of GradBench by hand. */
#include "adbench.h"

static double *out;

static void setup(void) { out = reals(1); }

static void primal(void) {
    *out = args[0].f[0] * args[0].f[0];
    result(out, 1);
}

static void gradient(void) {
    *out = 2 * args[0].f[0];
    result(out, 1);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, gradient); }
