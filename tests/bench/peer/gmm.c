/* ADBench's Gaussian mixture model and its gradient by hand. The packed columns of the factors are contiguous, so both
 * sweeps over them are vector operations; a point's differences and products are kept for all components. */
#include "adbench.h"

static int64_t K, D, T, N, M;
static double gamma_;
static double *alpha, *mean, *icf, *x;
static double *diag, *sums;                 /* exponentials of the diagonals; sums of their logarithms */
static double *work;                        /* of each thread: differences, products, terms, gradient */
static double *grad, *value;
static int64_t per;

static void setup(void) {
    alpha = args[0].f, mean = args[1].f, icf = args[2].f, x = args[3].f;
    K = args[1].dim[0], D = args[1].dim[1], T = args[2].dim[1], N = args[3].dim[0];
    gamma_ = args[4].f[0], M = args[5].i[0];
    diag = reals(K * D);
    sums = reals(K);
    per = 2 * K * D + K + K + K * D + K * T;
    work = reals(per * omp_get_max_threads());
    grad = reals(K + K * D + K * T);
    value = reals(1);
}

static double log_sum_exp(const double *v, int64_t n) {
    double m = -INFINITY, s = 0;
    for (int64_t i = 0; i < n; i++) m = v[i] > m ? v[i] : m;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < n; i++) s += exp(v[i] - m);
    return m + log(s);
}

static void prepare(void) {
    for (int64_t k = 0; k < K; k++) {
        sums[k] = 0;
        for (int64_t i = 0; i < D; i++) {
            diag[k * D + i] = exp(icf[k * T + i]);
            sums[k] += icf[k * T + i];
        }
    }
}

/* Qxc = Q (x - mean): column by column. */
static inline double square(int64_t k, const double *p, double *restrict xc, double *restrict y) {
    const double *l = icf + k * T + D;
    for (int64_t i = 0; i < D; i++) xc[i] = p[i] - mean[k * D + i];
    for (int64_t i = 0; i < D; i++) y[i] = diag[k * D + i] * xc[i];
    for (int64_t j = 0; j < D; j++) {
        double v = xc[j];
#pragma omp simd
        for (int64_t i = j + 1; i < D; i++) y[i] += l[i - j - 1] * v;
        l += D - j - 1;
    }
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t i = 0; i < D; i++) s += y[i] * y[i];
    return s;
}

static double prior(void) {
    double s = 0, a = 0.5 * (D + M + 1), c = D * (D - 1) / 4. * log(M_PI);
    for (int64_t j = 0; j < D; j++) c += lgamma(a - j / 2.);
    c = (D + M + 1) * D * (log(gamma_) - 0.5 * log(2)) - c;
    for (int64_t k = 0; k < K; k++) {
        double q = 0;
        for (int64_t i = 0; i < D; i++) q += diag[k * D + i] * diag[k * D + i];
        for (int64_t i = D; i < T; i++) q += icf[k * T + i] * icf[k * T + i];
        s += 0.5 * gamma_ * gamma_ * q - M * sums[k];
    }
    return s - K * c - N * log_sum_exp(alpha, K) - N * D / 2. * log(2 * M_PI);
}

static void objective(void) {
    double fit = 0;
    prepare();
#pragma omp parallel for reduction(+ : fit)
    for (int64_t n = 0; n < N; n++) {
        double *w = work + per * omp_get_thread_num(), *t = w + 2 * D;
        for (int64_t k = 0; k < K; k++) t[k] = alpha[k] + sums[k] - 0.5 * square(k, x + n * D, w, w + D);
        fit += log_sum_exp(t, K);
    }
    value[0] = fit + prior();
    result(value, 1);
}

/* One point's share: w is the weight of component k. */
static inline void backward(int64_t k, double w, const double *restrict xc, const double *restrict y, double *restrict gm,
                            double *restrict gq) {
    const double *l = icf + k * T + D;
    double *g = gq + D;
    for (int64_t i = 0; i < D; i++) gq[i] += w * (1 - y[i] * xc[i] * diag[k * D + i]);
    for (int64_t i = 0; i < D; i++) gm[i] += w * diag[k * D + i] * y[i];
    for (int64_t j = 0; j < D; j++) {
        double v = -w * xc[j], s = 0;
#pragma omp simd reduction(+ : s)
        for (int64_t i = j + 1; i < D; i++) {
            s += l[i - j - 1] * y[i];
            g[i - j - 1] += v * y[i];
        }
        gm[j] += w * s;
        l += D - j - 1;
        g += D - j - 1;
    }
}

static void gradient(void) {
    int threads = omp_get_max_threads();
    prepare();
#pragma omp parallel
    {
        double *xc = work + per * omp_get_thread_num(), *y = xc + K * D, *t = y + K * D, *ga = t + K, *gm = ga + K, *gq = gm + K * D;
        memset(ga, 0, (K + K * D + K * T) * sizeof *ga);
#pragma omp for
        for (int64_t n = 0; n < N; n++) {
            for (int64_t k = 0; k < K; k++) t[k] = alpha[k] + sums[k] - 0.5 * square(k, x + n * D, xc + k * D, y + k * D);
            double l = log_sum_exp(t, K);
            for (int64_t k = 0; k < K; k++) {
                double w = exp(t[k] - l);
                ga[k] += w;
                backward(k, w, xc + k * D, y + k * D, gm + k * D, gq + k * T);
            }
        }
    }
    double l = log_sum_exp(alpha, K);
    int64_t size = K + K * D + K * T;
    memset(grad, 0, size * sizeof *grad);
    for (int t = 0; t < threads; t++) {
        const double *g = work + per * t + 2 * K * D + K;
        for (int64_t i = 0; i < size; i++) grad[i] += g[i];
    }
    for (int64_t k = 0; k < K; k++) {
        double *q = grad + K + K * D + k * T;
        grad[k] -= N * exp(alpha[k] - l);
        for (int64_t i = 0; i < D; i++) q[i] += gamma_ * gamma_ * diag[k * D + i] * diag[k * D + i] - M;
        for (int64_t i = D; i < T; i++) q[i] += gamma_ * gamma_ * icf[k * T + i];
    }
    result(grad, size);
}

int main(int argc, char **argv) { return run(argc, argv, setup, objective, gradient); }
