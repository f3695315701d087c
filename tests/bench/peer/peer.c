/* The micro benchmarks in plain C, one thread: what a patient programmer would write, with derivatives by hand.
 *
 *   gcc -O3 -march=native -DREAL=double -o peer peer.c -lm     (or -DREAL=float)
 *   ./peer N SIDE RUNS [NAME...]
 *
 * prints for each benchmark: name, median ms and probe of the primal, and the same of the gradient.
 * The probe is the middle element of the result, to compare with Raido's.
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef REAL real;
#define EXP(x) (sizeof(real) == 4 ? (real)expf((float)(x)) : (real)exp(x))
#define LOG1P(x) (sizeof(real) == 4 ? (real)log1pf((float)(x)) : (real)log1p(x))

enum { COLS = 1000, FEATURES = 64, BINS = 1024 };

/* The sizes and arrays of all benchmarks. in is as large as any needs, and so are out and tmp. */
static int64_t n, side;
static real *in, *out, *tmp, *vec;
static int64_t *bin;

/* hash is uniform in [0, 1); inputs.go has the same. */
static double hash(int64_t i) {
    uint32_t h = (uint32_t)i * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    return h / 4294967296.0;
}

static real map_exp(void) {
    for (int64_t i = 0; i < n; i++) out[i] = EXP(in[i]);
    return out[n / 2];
}

static real map_exp_grad(void) { return map_exp(); }

static real sum(void) {
    real s = 0;
    for (int64_t i = 0; i < n; i++) s += in[i];
    return s;
}

static real sum_grad(void) {
    for (int64_t i = 0; i < n; i++) out[i] = 1;
    return out[n / 2];
}

static real product(void) {
    real p = 1;
    for (int64_t i = 0; i < n; i++) p *= in[i];
    return p;
}

/* Without division, which a zero would break: the product of what is left times that of what is right. */
static real product_grad(void) {
    real p = 1, q = 1;
    for (int64_t i = 0; i < n; i++) {
        out[i] = p;
        p *= in[i];
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        out[i] *= q;
        q *= in[i];
    }
    return out[n / 2];
}

static real scan(void) {
    real s = 0;
    for (int64_t i = 0; i < n; i++) out[i] = s += in[i];
    return out[n / 2];
}

/* With the input itself as the adjoint of the result. */
static real scan_grad(void) {
    real s = 0;
    for (int64_t i = n - 1; i >= 0; i--) out[i] = s += in[i];
    return out[n / 2];
}

static real hist(void) {
    memset(out, 0, BINS * sizeof(real));
    for (int64_t i = 0; i < n; i++) out[bin[i]] += in[i];
    return out[BINS / 2];
}

static real hist_grad(void) {
    for (int64_t i = 0; i < n; i++) out[i] = vec[bin[i]];
    return out[n / 2];
}

static real dotrows(void) {
    int64_t rows = n / COLS;
    for (int64_t i = 0; i < rows; i++) {
        real s = 0;
        for (int64_t j = 0; j < COLS; j++) s += in[i * COLS + j] * vec[j];
        out[i] = s;
    }
    return out[rows / 2];
}

/* By vec, with ones as the adjoint of the result. */
static real dotrows_grad(void) {
    int64_t rows = n / COLS;
    memset(out, 0, COLS * sizeof(real));
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < COLS; j++) out[j] += in[i * COLS + j];
    return out[COLS / 2];
}

static real matmul(void) {
    memset(out, 0, side * side * sizeof(real));
    for (int64_t i = 0; i < side; i++)
        for (int64_t k = 0; k < side; k++) {
            real a = in[i * side + k];
            for (int64_t j = 0; j < side; j++) out[i * side + j] += a * in[k * side + j];
        }
    return out[side * side / 2];
}

/* By the left factor, with the right one (the same matrix) as the adjoint of the product: B B^T. */
static real matmul_grad(void) {
    for (int64_t i = 0; i < side; i++)
        for (int64_t j = 0; j < side; j++) tmp[i * side + j] = in[j * side + i];
    memset(out, 0, side * side * sizeof(real));
    for (int64_t i = 0; i < side; i++)
        for (int64_t k = 0; k < side; k++) {
            real a = in[i * side + k];
            for (int64_t j = 0; j < side; j++) out[i * side + j] += a * tmp[k * side + j];
        }
    return out[side * side / 2];
}

/* Log loss of rows whose labels are all 1. */
static real logreg(void) {
    int64_t rows = n / FEATURES;
    real loss = 0;
    for (int64_t i = 0; i < rows; i++) {
        real s = 0;
        for (int64_t j = 0; j < FEATURES; j++) s += in[i * FEATURES + j] * vec[j];
        loss += LOG1P(EXP(-s));
    }
    return loss;
}

static real logreg_grad(void) {
    int64_t rows = n / FEATURES;
    memset(out, 0, FEATURES * sizeof(real));
    for (int64_t i = 0; i < rows; i++) {
        const real *x = in + i * FEATURES;
        real s = 0;
        for (int64_t j = 0; j < FEATURES; j++) s += x[j] * vec[j];
        real d = -1 / (1 + EXP(s));
        for (int64_t j = 0; j < FEATURES; j++) out[j] += d * x[j];
    }
    return out[FEATURES / 2];
}

static const struct {
    const char *name;
    real (*primal)(void), (*gradient)(void);
} benches[] = {
    {"exp", map_exp, map_exp_grad}, {"sum", sum, sum_grad},          {"product", product, product_grad},
    {"scan", scan, scan_grad},      {"hist", hist, hist_grad},       {"dotrows", dotrows, dotrows_grad},
    {"matmul", matmul, matmul_grad}, {"logreg", logreg, logreg_grad},
};

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* measure prints the median time after one run that is not counted, and the probe. */
static void measure(real (*f)(void), int runs) {
    double *ms = malloc(runs * sizeof(double));
    volatile real probe = f();
    for (int r = 0; r < runs; r++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        probe = f();
        clock_gettime(CLOCK_MONOTONIC, &b);
        ms[r] = (b.tv_sec - a.tv_sec) * 1e3 + (b.tv_nsec - a.tv_nsec) / 1e6;
    }
    qsort(ms, runs, sizeof(double), ascending);
    printf(" %.4f %.9g", (ms[(runs - 1) / 2] + ms[runs / 2]) / 2, (double)probe);
    free(ms);
}

int main(int argc, char **argv) {
    if (argc < 4) return 3;
    n = atoll(argv[1]);
    side = atoll(argv[2]);
    int runs = atoi(argv[3]);
    int64_t size = n > side * side ? n : side * side;
    if (size < BINS) size = BINS;
    in = malloc(size * sizeof(real));
    out = malloc(size * sizeof(real));
    tmp = malloc(size * sizeof(real));
    vec = malloc(BINS * sizeof(real));
    bin = malloc(n * sizeof(int64_t));
    if (!in || !out || !tmp || !vec || !bin) return 2;
    for (int64_t i = 0; i < size; i++) in[i] = (real)(1 + (hash(i) - 0.5) * 1e-3);
    for (int64_t i = 0; i < BINS; i++) vec[i] = (real)((hash(i + 7) - 0.5) / 8);
    for (int64_t i = 0; i < n; i++) bin[i] = (int64_t)(hash(i) * BINS);
    for (size_t b = 0; b < sizeof benches / sizeof *benches; b++) {
        int wanted = argc == 4;
        for (int a = 4; a < argc; a++) wanted |= !strcmp(argv[a], benches[b].name);
        if (!wanted) continue;
        printf("%s", benches[b].name);
        measure(benches[b].primal, runs);
        measure(benches[b].gradient, runs);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
