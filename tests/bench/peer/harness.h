/* What the C peers share: memory that is counted, a clock, probes, and the loop that measures.
 *
 * On one thread figures are processor time, medians, so that other work on the machine is left out; on several they
 * are the best wall time. Short functions run several times in a sample.
 */
#define _XOPEN_SOURCE 600
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef REAL
#define REAL double
#endif
typedef REAL real;

/* The vector variants of libmvec, which loops under omp simd may use without -ffast-math. */
#pragma omp declare simd notinbranch
extern float expf(float);
#pragma omp declare simd notinbranch
extern double exp(double);
#pragma omp declare simd notinbranch
extern float logf(float);
#pragma omp declare simd notinbranch
extern double log(double);
#pragma omp declare simd notinbranch
extern float sinf(float);
#pragma omp declare simd notinbranch
extern double sin(double);
#define EXP(x) _Generic((real)0, float: expf, double: exp)(x)
#define LOG(x) _Generic((real)0, float: logf, double: log)(x)
#define SIN(x) _Generic((real)0, float: sinf, double: sin)(x)
#define LOG1P(x) _Generic((real)0, float: log1pf, double: log1p)(x)

static int64_t allocated; /* bytes */

static void *alloc(int64_t bytes) {
    void *p;
    allocated += bytes;
    if (posix_memalign(&p, 64, bytes + 64)) exit(2);
    return memset(p, 0, bytes);
}

static real *reals(int64_t n) { return alloc(n * sizeof(real)); }

/* The result of the last function: outs[0..count) one after the other. */
static struct { const real *at; int64_t n; } outs[4];
static int count;

static void result(const real *at, int64_t n) {
    outs[count].at = at;
    outs[count++].n = n;
}

/* probe is a weighted sum in which nothing cancels but the sign shows; measure.go has the same. */
static double probe(void) {
    double s = 0;
    int64_t k = 0;
    for (int r = 0; r < count; r++)
        for (int64_t i = 0; i < outs[r].n; i++, k++) {
            double x = outs[r].at[i];
            if (fabs(x) < 1e30) s += (2 * fabs(x) + x) * (k % 7 + 1); /* empty buckets are -inf */
        }
    return s;
}

static double now(void) {
    struct timespec t;
    clock_gettime(omp_get_max_threads() > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* measure prints the time after a run that is not counted, and the probe. */
static void measure(void (*f)(void), int runs) {
    double ms[64], begin = now();
    count = 0;
    f();
    int repeat = (int)fmax(1, fmin(1e4, 10 / (now() - begin + 1e-4)));
    double seen = probe();
    if (runs > 64) runs = 64;
    for (int r = 0; r < runs; r++) {
        double start = now();
        for (int k = 0; k < repeat; k++) {
            count = 0;
            f();
        }
        ms[r] = (now() - start) / repeat;
    }
    qsort(ms, runs, sizeof(double), ascending);
    printf(" %.5f %.12g", omp_get_max_threads() > 1 ? ms[0] : (ms[(runs - 1) / 2] + ms[runs / 2]) / 2, seen);
}

/* show prints all results of a function. */
static inline void show(const char *what, void (*f)(void)) {
    count = 0;
    f();
    printf("%s", what);
    for (int r = 0; r < count; r++)
        for (int64_t i = 0; i < outs[r].n; i++) printf(" %.17g", (double)outs[r].at[i]);
    printf("\n");
}

static void measure_both(const char *name, void (*primal)(void), void (*gradient)(void), int runs) {
    printf("%s", name);
    measure(primal, runs);
    measure(gradient, runs);
    printf(" %lld\n", (long long)allocated);
    fflush(stdout);
}
