/* Arguments and main of ADBench's problems:
 *
 *   ./gmm FILE RUNS NAME
 *
 * FILE holds the arguments of the Futhark program one after the other: rank, dimensions, elements, all of eight bytes.
 * Prints what the micro benchmarks print, or without runs the results of both functions. */
#include "harness.h"

enum { ARGS = 12 };

typedef struct {
    int64_t rank, dim[4], n;
    double *f;  /* elements as numbers, */
    int64_t *i; /* or as integers: the program knows which */
} arg;

static arg args[ARGS];

static void read_args(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) exit(2);
    for (int k = 0; k < ARGS; k++) {
        arg *a = &args[k];
        if (fread(&a->rank, 8, 1, f) != 1) break;
        a->n = 1;
        for (int d = 0; d < a->rank; d++) {
            if (fread(&a->dim[d], 8, 1, f) != 1) exit(2);
            a->n *= a->dim[d];
        }
        a->i = alloc(a->n * 8);
        a->f = (double *)a->i;
        if (fread(a->i, 8, a->n, f) != (size_t)a->n) exit(2);
    }
    fclose(f);
}

static int run(int argc, char **argv, void (*setup)(void), void (*primal)(void), void (*gradient)(void)) {
    if (argc < 4) return 3;
    read_args(argv[1]);
    setup();
    if (atoi(argv[2]) == 0) {
        show("primal", primal);
        show("gradient", gradient);
        return 0;
    }
    measure_both(argv[3], primal, gradient, atoi(argv[2]));
    return 0;
}
