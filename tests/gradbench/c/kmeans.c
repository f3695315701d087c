/* Clustering of GradBench by hand: the gradient is twice the sum of the differences from the points that are nearest, the Hessian's diagonal
 * twice their number. */
#include "adbench.h"

static int64_t N, K, D;
static const double *points, *centroids;
static double *turned, *sums, *counts, *near, *out, *value; /* turned: component by component */

static void setup(void) {
    points = args[0].f, centroids = args[1].f, N = args[0].dim[0], K = args[1].dim[0], D = args[0].dim[1];
    turned = reals(K * D), sums = reals(K * D), counts = reals(K), near = reals(K), out = reals(K * D), value = reals(1);
    for (int64_t k = 0; k < K; k++)
        for (int64_t d = 0; d < D; d++) turned[d * K + k] = centroids[k * D + d];
}

/* The nearest centroid, and its squared distance. */
static inline int64_t nearest(const double *restrict p, double *restrict least) {
    int64_t at = 0;
    for (int64_t k = 0; k < K; k++) near[k] = 0;
    for (int64_t d = 0; d < D; d++)
        for (int64_t k = 0; k < K; k++) {
            double x = p[d] - turned[d * K + k];
            near[k] += x * x;
        }
    for (int64_t k = 1; k < K; k++)
        if (near[k] < near[at]) at = k;
    *least = near[at];
    return at;
}

static void primal(void) {
    double s = 0, least;
    for (int64_t i = 0; i < N; i++) nearest(points + i * D, &least), s += least;
    *value = s;
    result(value, 1);
}

static void direction(void) {
    double least;
    memset(sums, 0, K * D * sizeof *sums);
    memset(counts, 0, K * sizeof *counts);
    for (int64_t i = 0; i < N; i++) {
        const double *p = points + i * D;
        int64_t k = nearest(p, &least);
        counts[k]++;
        for (int64_t d = 0; d < D; d++) sums[k * D + d] += centroids[k * D + d] - p[d];
    }
    for (int64_t k = 0; k < K; k++)
        for (int64_t d = 0; d < D; d++) out[k * D + d] = 2 * sums[k * D + d] / (2 * counts[k]);
    result(out, K * D);
}

int main(int argc, char **argv) { return run(argc, argv, setup, primal, direction); }
