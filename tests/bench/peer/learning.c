/* Products of matrices and small models, with gradients by hand. With -DBLAS, products are OpenBLAS's. */
#include "micro.h"
#ifdef BLAS
#include <cblas.h>
#define GEMM _Generic((real)0, float: cblas_sgemm, double: cblas_dgemm)
#endif

enum { D = 64, KD = 10, KC = 10, BATCH = 64, IN = 784, CLASSES = 10 };

static int64_t rows; /* points */
static real *a, *b, *c, *d, *e, *w1, *w2, *z, *zbar, *hbar, *w1bar, *w2bar;

static void cleanup(void) {
    real **all[] = {&a, &b, &c, &d, &e, &w1, &w2, &z, &zbar, &hbar, &w1bar, &w2bar};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        free(*all[i]);
        *all[i] = NULL;
    }
}

/* z = x y, where x is transposed if tx, y if ty; the result is n x m, k is summed over. */
static void gemm(int tx, int ty, int64_t n, int64_t m, int64_t k, const real *x, const real *y, real *z) {
#ifdef BLAS
    GEMM(CblasRowMajor, tx ? CblasTrans : CblasNoTrans, ty ? CblasTrans : CblasNoTrans, n, m, k, 1, x, tx ? n : k, y, ty ? k : m, 0,
         z, m);
#else
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
        real *row = z + i * m;
        memset(row, 0, m * sizeof *row);
        if (ty)
            for (int64_t j = 0; j < m; j++) {
                real s = 0;
#pragma omp simd reduction(+ : s)
                for (int64_t l = 0; l < k; l++) s += x[tx ? l * n + i : i * k + l] * y[j * k + l];
                row[j] = s;
            }
        else
            for (int64_t l = 0; l < k; l++) {
                real s = x[tx ? l * n + i : i * k + l];
#pragma omp simd
                for (int64_t j = 0; j < m; j++) row[j] += s * y[l * m + j];
            }
    }
#endif
}

static void setup_matmul(void) {
    a = fill(side * side, near1);
    b = fill(side * side, uniform);
    c = reals(side * side);
    d = reals(side * side);
}
static void matmul(void) {
    gemm(0, 0, side, side, side, a, b, c);
    result(c, side * side);
}
/* By both factors, with a as the adjoint of the product; the product itself is not needed. */
static void matmul_grad(void) {
    gemm(0, 1, side, side, side, a, b, c);
    gemm(1, 0, side, side, side, a, a, d);
    result(c, side * side);
    result(d, side * side);
}

static void setup_points(void) {
    rows = n / D < 100000 ? n / D : 100000;
    a = fill(rows * D, near1);
    b = fill(D, around0);
    c = reals(rows);
    d = reals(D);
}
static real dot(const real *x, const real *y) {
    real s = 0;
#pragma omp simd reduction(+ : s)
    for (int j = 0; j < D; j++) s += x[j] * y[j];
    return s;
}
static void dots(void) {
#pragma omp parallel for
    for (int64_t i = 0; i < rows; i++) c[i] = dot(a + i * D, b);
    result(c, rows);
}
/* By the vector, with ones as the adjoint of the result. */
static void dots_grad(void) {
    real s[D] = {0};
#pragma omp parallel for reduction(+ : s)
    for (int64_t i = 0; i < rows; i++)
        for (int j = 0; j < D; j++) s[j] += a[i * D + j];
    memcpy(d, s, sizeof s);
    result(d, D);
}

/* Labels alternate. */
static void logreg(void) {
    real loss = 0;
#pragma omp parallel for reduction(+ : loss)
    for (int64_t i = 0; i < rows; i++) {
        real s = dot(a + i * D, b);
        loss += LOG1P(EXP(-(s < 0 ? -s : s))) + (s > 0 ? s : 0) - (i % 2) * s;
    }
    d[0] = loss;
    result(d, 1);
}
static void logreg_grad(void) {
    real g[D] = {0};
#pragma omp parallel for reduction(+ : g)
    for (int64_t i = 0; i < rows; i++) {
        const real *x = a + i * D;
        real r = 1 / (1 + EXP(-dot(x, b))) - (i % 2);
        for (int j = 0; j < D; j++) g[j] += r * x[j];
    }
    memcpy(d, g, sizeof g);
    result(d, D);
}

static void setup_kmeans(void) {
    rows = n / KD < 100000 ? n / KD : 100000;
    a = fill(rows * KD, uniform);
    b = fill(KC * KD, around0);
    for (int i = 0; i < KC * KD; i++) b[i] = b[i] * 4 + (real)0.5;
    c = reals(KC * KD);
    d = reals(KC * KD);
}
static inline int nearest(const real *x, real *least) {
    int at = 0;
    *least = INFINITY;
    for (int k = 0; k < KC; k++) {
        real s = 0;
#pragma omp simd reduction(+ : s)
        for (int j = 0; j < KD; j++) s += (x[j] - b[k * KD + j]) * (x[j] - b[k * KD + j]);
        at = s < *least ? k : at;
        *least = s < *least ? s : *least;
    }
    return at;
}
static void kmeans(void) {
    real cost = 0;
#pragma omp parallel for reduction(+ : cost)
    for (int64_t i = 0; i < rows; i++) {
        real s;
        nearest(a + i * KD, &s);
        cost += s;
    }
    c[0] = cost;
    result(c, 1);
}
/* The gradient and the diagonal of the Hessian. */
static void kmeans_grad(void) {
    real sums[KC * KD] = {0}, sizes[KC] = {0};
#pragma omp parallel for reduction(+ : sums, sizes)
    for (int64_t i = 0; i < rows; i++) {
        real s;
        int k = nearest(a + i * KD, &s);
        sizes[k]++;
        for (int j = 0; j < KD; j++) sums[k * KD + j] += a[i * KD + j];
    }
    for (int i = 0; i < KC * KD; i++) {
        c[i] = 2 * (sizes[i / KD] * b[i] - sums[i]);
        d[i] = 2 * sizes[i / KD];
    }
    result(c, KC * KD);
    result(d, KC * KD);
}

static void setup_mlp(void) {
    a = fill(BATCH * IN, uniform);
    w1 = fill(IN * side, around0);
    w2 = fill(side * CLASSES, around0);
    c = reals(BATCH * side);
    z = reals(BATCH * CLASSES);
    zbar = reals(BATCH * CLASSES);
    hbar = reals(BATCH * side);
    w1bar = reals(IN * side);
    w2bar = reals(side * CLASSES);
    e = reals(1);
}
/* Labels go round. Leaves zbar. */
static real forward(void) {
    gemm(0, 0, BATCH, side, IN, a, w1, c);
    for (int64_t i = 0; i < BATCH * side; i++) c[i] = c[i] > 0 ? c[i] : 0;
    gemm(0, 0, BATCH, CLASSES, side, c, w2, z);
    real loss = 0;
    for (int i = 0; i < BATCH; i++) {
        real *y = z + i * CLASSES, m = -INFINITY, s = 0;
        for (int j = 0; j < CLASSES; j++) m = y[j] > m ? y[j] : m;
        for (int j = 0; j < CLASSES; j++) s += EXP(y[j] - m);
        loss += LOG(s) + m - y[i % CLASSES];
        for (int j = 0; j < CLASSES; j++) zbar[i * CLASSES + j] = (EXP(y[j] - m) / s - (j == i % CLASSES)) / BATCH;
    }
    return loss / BATCH;
}
static void mlp(void) {
    e[0] = forward();
    result(e, 1);
}
static void mlp_grad(void) {
    forward();
    gemm(1, 0, side, CLASSES, BATCH, c, zbar, w2bar);
    gemm(0, 1, BATCH, side, CLASSES, zbar, w2, hbar);
    for (int64_t i = 0; i < BATCH * side; i++) hbar[i] = c[i] > 0 ? hbar[i] : 0;
    gemm(1, 0, IN, side, BATCH, a, hbar, w1bar);
    result(w1bar, IN * side);
    result(w2bar, side * CLASSES);
}

static const bench benches[] = {
    {"matmul512", setup_matmul, matmul, matmul_grad, cleanup, 512}, {"matmul1024", setup_matmul, matmul, matmul_grad, cleanup, 1024},
    {"dots", setup_points, dots, dots_grad, cleanup, 0},            {"logreg", setup_points, logreg, logreg_grad, cleanup, 0},
    {"kmeans", setup_kmeans, kmeans, kmeans_grad, cleanup, 0},      {"mlp256", setup_mlp, mlp, mlp_grad, cleanup, 256},
    {"mlp512", setup_mlp, mlp, mlp_grad, cleanup, 512},             {"mlp1024", setup_mlp, mlp, mlp_grad, cleanup, 1024},
};

int main(int argc, char **argv) { return run(benches, sizeof benches / sizeof *benches, argc, argv); }
