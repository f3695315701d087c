/* Sums and neighbours by index, with gradients by hand. */
#include "micro.h"

static int64_t rows, *begins, *cols;
static real *a, *x, *y, *abar, *xbar;

static void cleanup(void) {
    real **all[] = {&a, &x, &y, &abar, &xbar};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        free(*all[i]);
        *all[i] = NULL;
    }
    free(begins);
    free(cols);
    begins = cols = NULL;
}

static void make(int64_t size, int64_t n, int64_t m) {
    a = fill(size, near1);
    x = fill(m, around0);
    y = reals(n);
    abar = reals(size);
    xbar = reals(m);
    rows = n;
}

static void both(int64_t size, int64_t m) {
    result(abar, size);
    result(xbar, m);
}

/* Row i has n elements from r; with y as the adjoint. */
static inline real row(const real *r, int64_t n) {
    real s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t j = 0; j < n; j++) s += r[j] * x[j];
    return s;
}
static inline void row_grad(const real *r, real *rbar, real ybar, int64_t n) {
#pragma omp simd
    for (int64_t j = 0; j < n; j++) {
        rbar[j] = ybar * x[j];
        xbar[j] += ybar * r[j];
    }
}

static void setup_dot(void) { make(side * side, side, side); }
static void dot(void) {
    for (int64_t i = 0; i < side; i++) y[i] = row(a + i * side, side);
    result(y, side);
}
static void dot_grad(void) {
    memset(xbar, 0, side * sizeof *xbar);
    for (int64_t i = 0; i < side; i++) row_grad(a + i * side, abar + i * side, x[i], side);
    both(side * side, side);
}

static void setup_packed(void) { make(side * (side + 1) / 2, side, side); }
static void packed(void) {
    for (int64_t i = 0; i < side; i++) y[i] = row(a + i * (i + 1) / 2, i + 1);
    result(y, side);
}
static void packed_grad(void) {
    memset(xbar, 0, side * sizeof *xbar);
    for (int64_t i = 0; i < side; i++) row_grad(a + i * (i + 1) / 2, abar + i * (i + 1) / 2, x[i], i + 1);
    both(side * (side + 1) / 2, side);
}

static void setup_stencil(void) { make(n, n, 0); }
static void stencil(void) {
    y[0] = a[0];
    for (int64_t i = 1; i < n - 1; i++) y[i] = a[i - 1] + a[i] + a[i + 1];
    y[n - 1] = a[n - 1];
    result(y, n);
}
static void stencil_grad(void) {
    abar[0] = a[0] + a[1];
    abar[1] = a[1] + a[2];
    for (int64_t i = 2; i < n - 2; i++) abar[i] = a[i - 1] + a[i] + a[i + 1];
    abar[n - 2] = a[n - 3] + a[n - 2];
    abar[n - 1] = a[n - 2] + a[n - 1];
    result(abar, n);
}

enum { W = 9 };
static void setup_banded(void) { make(n / W * W, n / W, n / W); }
static void banded(void) {
    for (int64_t i = 0; i < rows; i++) {
        real s = 0;
        for (int64_t k = 0; k < W; k++) {
            int64_t j = i + k - W / 2;
            if (j >= 0 && j < rows) s += a[i * W + k] * x[j];
        }
        y[i] = s;
    }
    result(y, rows);
}
static void banded_grad(void) {
    memset(xbar, 0, rows * sizeof *xbar);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = 0; k < W; k++) {
            int64_t j = i + k - W / 2;
            int in = j >= 0 && j < rows;
            abar[i * W + k] = in ? x[i] * x[j] : 0;
            if (in) xbar[j] += x[i] * a[i * W + k];
        }
    both(rows * W, rows);
}

enum { MEAN = 20 };
static void setup_sparse(void) {
    make(n, n / MEAN, n / MEAN);
    begins = calloc(rows + 1, sizeof *begins);
    cols = calloc(n, sizeof *cols);
    for (int64_t i = 0; i < rows; i++) {
        int64_t end = begins[i] + (int64_t)(hash(i) * (2 * MEAN));
        begins[i + 1] = end < n ? end : n;
    }
    begins[rows] = n;
    for (int64_t i = 0; i < n; i++) cols[i] = (int64_t)(hash(i + 777777) * rows);
}
static void sparse(void) {
    for (int64_t i = 0; i < rows; i++) {
        real s = 0;
        for (int64_t k = begins[i]; k < begins[i + 1]; k++) s += a[k] * x[cols[k]];
        y[i] = s;
    }
    result(y, rows);
}
static void sparse_grad(void) {
    memset(xbar, 0, rows * sizeof *xbar);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = begins[i]; k < begins[i + 1]; k++) {
            abar[k] = x[i] * x[cols[k]];
            xbar[cols[k]] += x[i] * a[k];
        }
    both(n, rows);
}

/* z += x y for square matrices, either transposed, in blocks of rows that stay near. */
static void product(const real *x, int64_t xi, int64_t xl, const real *y, int64_t yl, int64_t yj, real *z) {
    for (int64_t i = 0; i < side; i++) {
        real *out = z + i * side;
        memset(out, 0, side * sizeof *out);
        for (int64_t l = 0; l < side; l++) {
            real s = x[i * xi + l * xl];
#pragma omp simd
            for (int64_t j = 0; j < side; j++) out[j] += s * y[l * yl + j * yj];
        }
    }
}
static void setup_matmul(void) {
    a = fill(side * side, near1);
    x = fill(side * side, uniform);
    y = reals(side * side);
    abar = reals(side * side);
    xbar = reals(side * side);
}
static void matmul(void) {
    product(a, side, 1, x, side, 1, y);
    result(y, side * side);
}
static void matmul_grad(void) {
    real *turned = y;
    for (int64_t i = 0; i < side; i++)
        for (int64_t j = 0; j < side; j++) turned[j * side + i] = x[i * side + j];
    product(a, side, 1, turned, side, 1, abar);
    product(a, 1, side, a, side, 1, xbar);
    both(side * side, side * side);
}

static const bench benches[] = {
    {"dotloop2000", setup_dot, dot, dot_grad, cleanup, 2000},
    {"packed2000", setup_packed, packed, packed_grad, cleanup, 2000},
    {"stencil", setup_stencil, stencil, stencil_grad, cleanup, 0},
    {"banded", setup_banded, banded, banded_grad, cleanup, 0},
    {"sparse", setup_sparse, sparse, sparse_grad, cleanup, 0},
    {"matloop512", setup_matmul, matmul, matmul_grad, cleanup, 512},
};

int main(int argc, char **argv) { return run(benches, sizeof benches / sizeof *benches, argc, argv); }
