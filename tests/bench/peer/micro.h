/* Sizes, inputs and main of the micro benchmarks:
 *
 *   ./arrays N RUNS [NAME...]
 *
 * prints for each: name, milliseconds and probe of the primal, the same of the gradient, bytes. */
#include "harness.h"

static int64_t n;
static int64_t side; /* the number in a benchmark's name: buckets, rows, units */

/* hash is uniform in [0, 1); inputs.go has the same, and the ones below. */
static double hash(int64_t i) {
    uint32_t h = (uint32_t)i * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    return h / 4294967296.0;
}

static double near1(int64_t i) { return 1 + (hash(i) - 0.5) * 1e-3; }
static double around0(int64_t i) { return (hash(i + 7) - 0.5) / 8; }
static inline double uniform(int64_t i) { return hash(i + 13); }

static real *fill(int64_t n, double (*f)(int64_t)) {
    real *a = reals(n);
    for (int64_t i = 0; i < n; i++) a[i] = (real)f(i);
    return a;
}

typedef struct {
    const char *name;
    void (*setup)(void), (*primal)(void), (*gradient)(void), (*cleanup)(void);
    int64_t side;
} bench;

static int run(const bench *b, int benches, int argc, char **argv) {
    if (argc < 3) return 3;
    n = atoll(argv[1]);
    for (int i = 0; i < benches; i++, b++) {
        int wanted = argc == 3;
        for (int a = 3; a < argc; a++) wanted |= !strcmp(argv[a], b->name);
        if (!wanted) continue;
        allocated = 0;
        side = b->side;
        b->setup();
        measure_both(b->name, b->primal, b->gradient, atoi(argv[2]));
        b->cleanup();
    }
    return 0;
}
