/* Loops over long arrays, and their derivatives by hand: what a patient programmer would write. Elements that an
 * operation may reassociate are summed by vectors. */
#include "micro.h"

enum { THREADS = 64 };

static real *x, *y, *out, *part, *hbar;
static int64_t *at;
static struct winner { real v; int64_t i; } *best;

static int64_t *indices(int64_t below) {
    int64_t *is = alloc(n * sizeof *is);
    for (int64_t i = 0; i < n; i++) is[i] = (int64_t)(hash(i + 777777) * below);
    return is;
}
static void setup(void) {
    x = fill(n, near1);
    out = reals(n);
}
static void cleanup(void) {
    free(x); free(y); free(out); free(part); free(hbar); free(at); free(best);
    x = y = out = part = hbar = NULL;
    at = NULL;
    best = NULL;
}
static void setup_scan(void) {
    setup();
    y = reals(n);
}
static void setup_hist(void) {
    setup();
    at = indices(side);
    hbar = fill(side, around0);
    part = reals(2 * side * omp_get_max_threads());
    best = alloc(side * omp_get_max_threads() * sizeof *best);
}
static void setup_gather(void) {
    side = n;
    setup();
    at = indices(n);
}

/* The part of the elements that a thread has. */
#define MINE(lo, hi, n) int t = omp_get_thread_num(), T = omp_get_num_threads(); int64_t lo = (n) * t / T, hi = (n) * (t + 1) / T

#define MAP(name, e)                                                   \
    static void name(void) {                                           \
        _Pragma("omp parallel for simd") for (int64_t i = 0; i < n; i++) out[i] = e; \
        result(out, n);                                                \
    }
MAP(map, 2 * x[i] + 1)
MAP(map_grad, 2 * x[i])
MAP(map_exp, EXP(x[i]))
MAP(map_log, LOG(x[i]))
MAP(map_log_grad, 1 / x[i])
MAP(map_sin, SIN(x[i]))
MAP(map_cos, SIN(x[i] + (real)1.57079632679489661923))
MAP(ones, 1)

#define REDUCE(name, clause, first, e)                                 \
    static real name##_of(void) {                                      \
        real s = first;                                                \
        _Pragma(clause) for (int64_t i = 0; i < n; i++) s = e;         \
        return s;                                                      \
    }                                                                  \
    static void name(void) {                                           \
        out[0] = name##_of();                                          \
        result(out, 1);                                                \
    }
REDUCE(sum, "omp parallel for simd reduction(+ : s)", 0, s + x[i])
REDUCE(product, "omp parallel for simd reduction(* : s)", 1, s * x[i])
REDUCE(maximum, "omp parallel for simd reduction(max : s)", -INFINITY, x[i] > s ? x[i] : s)

/* By division, with the zeros counted. */
static void product_grad(void) {
    real p = 1;
    int64_t zeros = 0;
#pragma omp parallel for simd reduction(* : p) reduction(+ : zeros)
    for (int64_t i = 0; i < n; i++) {
        zeros += x[i] == 0;
        p *= x[i] == 0 ? 1 : x[i];
    }
    if (zeros == 0) {
#pragma omp parallel for simd
        for (int64_t i = 0; i < n; i++) out[i] = p / x[i];
    } else {
#pragma omp parallel for simd
        for (int64_t i = 0; i < n; i++) out[i] = zeros == 1 && x[i] == 0 ? p : 0;
    }
    result(out, n);
}

static void maximum_grad(void) {
    real m = maximum_of();
#pragma omp parallel for simd
    for (int64_t i = 0; i < n; i++) out[i] = 0;
    int64_t i = 0;
    while (x[i] != m) i++;
    out[i] = 1;
    result(out, n);
}

/* Threads sum their parts first, then scan them. */
static void scan(void) {
    real sums[THREADS];
#pragma omp parallel
    {
        MINE(lo, hi, n);
        real s = 0;
        if (T > 1) {
#pragma omp simd reduction(+ : s)
            for (int64_t i = lo; i < hi; i++) s += x[i];
        }
        sums[t] = s;
#pragma omp barrier
        s = 0;
        for (int k = 0; k < t; k++) s += sums[k];
        for (int64_t i = lo; i < hi; i++) out[i] = s += x[i];
    }
    result(out, n);
}

/* With the input itself as the adjoint of the result, as in all that follow but the histograms. */
static void scan_grad(void) {
    real sums[THREADS];
#pragma omp parallel
    {
        MINE(lo, hi, n);
        real s = 0;
        if (T > 1) {
#pragma omp simd reduction(+ : s)
            for (int64_t i = lo; i < hi; i++) s += x[i];
        }
        sums[t] = s;
#pragma omp barrier
        s = 0;
        for (int k = t + 1; k < T; k++) s += sums[k];
        for (int64_t i = hi - 1; i >= lo; i--) out[i] = s += x[i];
    }
    result(out, n);
}

static void scanmul_into(real *to) {
    real products[THREADS];
#pragma omp parallel
    {
        MINE(lo, hi, n);
        real s = 1;
        if (T > 1) {
#pragma omp simd reduction(* : s)
            for (int64_t i = lo; i < hi; i++) s *= x[i];
        }
        products[t] = s;
#pragma omp barrier
        s = 1;
        for (int k = 0; k < t; k++) s *= products[k];
        for (int64_t i = lo; i < hi; i++) to[i] = s *= x[i];
    }
}
static void scanmul(void) {
    scanmul_into(out);
    result(out, n);
}

/* r[i] = ybar[i] + x[i+1] r[i+1]; xbar[i] = y[i-1] r[i]. Threads compose their linear maps first. */
static void scanmul_grad(void) {
    real factor[THREADS], offset[THREADS];
    scanmul_into(y);
#pragma omp parallel
    {
        MINE(lo, hi, n);
        real r = 0;
        if (T > 1) {
            real a = 1, b = 0;
            for (int64_t i = hi - 1; i >= lo; i--) {
                real m = i + 1 < n ? x[i + 1] : 0;
                b = x[i] + m * b;
                a *= m;
            }
            factor[t] = a;
            offset[t] = b;
#pragma omp barrier
            for (int k = T - 1; k > t; k--) r = offset[k] + factor[k] * r;
        }
        for (int64_t i = hi - 1; i >= lo; i--) {
            r = x[i] + (i + 1 < n ? x[i + 1] : 0) * r;
            out[i] = (i ? y[i - 1] : 1) * r;
        }
    }
    result(out, n);
}

/* Each thread has buckets of its own. */
#define HIST(name, first, update, join)                                \
    static void name(void) {                                           \
        _Pragma("omp parallel") {                                      \
            MINE(lo, hi, n);                                           \
            real *h = part + side * t;                                 \
            for (int64_t b = 0; b < side; b++) h[b] = first;           \
            for (int64_t i = lo; i < hi; i++) { real *p = h + at[i], v = x[i]; *p = update; } \
            _Pragma("omp barrier") _Pragma("omp for")                  \
            for (int64_t b = 0; b < side; b++)                         \
                for (int k = 1; k < T; k++) { real *p = part + b, v = part[side * k + b]; *p = join; } \
        }                                                              \
        result(part, side);                                            \
    }
HIST(hist, 0, *p + v, *p + v)
HIST(histmul, 1, *p * v, *p * v)
HIST(histmax, -INFINITY, v > *p ? v : *p, v > *p ? v : *p)

static void hist_grad(void) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) out[i] = hbar[at[i]];
    result(out, n);
}

/* Products of what is not zero and counts of zeros, side by side. */
static void histmul_grad(void) {
#pragma omp parallel
    {
        MINE(lo, hi, n);
        real *h = part + 2 * side * t;
        for (int64_t b = 0; b < side; b++) h[2 * b] = 1, h[2 * b + 1] = 0;
        for (int64_t i = lo; i < hi; i++) {
            real v = x[i], *p = h + 2 * at[i];
            p[0] *= v == 0 ? 1 : v;
            p[1] += v == 0;
        }
#pragma omp barrier
#pragma omp for
        for (int64_t b = 0; b < side; b++) {
            real p = hbar[b], z = 0;
            for (int k = 0; k < T; k++) p *= part[2 * (side * k + b)], z += part[2 * (side * k + b) + 1];
            part[2 * b] = p;
            part[2 * b + 1] = z;
        }
        for (int64_t i = lo; i < hi; i++) {
            const real *p = part + 2 * at[i];
            out[i] = p[1] == 0 ? p[0] / x[i] : p[1] == 1 && x[i] == 0 ? p[0] : 0;
        }
    }
    result(out, n);
}

/* The first of the largest wins. */
static void histmax_grad(void) {
#pragma omp parallel
    {
        MINE(lo, hi, n);
        struct winner *h = best + side * t;
        for (int64_t b = 0; b < side; b++) h[b] = (struct winner){-INFINITY, -1};
        memset(out + lo, 0, (hi - lo) * sizeof *out);
        for (int64_t i = lo; i < hi; i++)
            if (x[i] > h[at[i]].v) h[at[i]] = (struct winner){x[i], i};
#pragma omp barrier
#pragma omp for
        for (int64_t b = 0; b < side; b++) {
            struct winner w = best[b];
            for (int k = 1; k < T; k++)
                if (best[side * k + b].v > w.v) w = best[side * k + b];
            if (w.i >= 0) out[w.i] = hbar[b];
        }
    }
    result(out, n);
}

/* Linear functions x -> a x + b, composed in order. */
struct linear { real a, b; };
static struct linear *linears, *before;

static void setup_histlin(void) {
    setup_hist();
    y = reals(n);
    linears = alloc(2 * side * omp_get_max_threads() * sizeof *linears);
    before = alloc(n * sizeof *before);
}
static void cleanup_histlin(void) {
    free(linears);
    free(before);
    cleanup();
}
static inline struct linear then(struct linear f, struct linear g) { return (struct linear){f.a * g.a, f.b * g.a + g.b}; }
static inline struct linear element(int64_t i) { return (struct linear){x[i], x[i]}; }

/* The functions of a thread's part, for each bucket. */
static void compose(struct linear *h, int64_t lo, int64_t hi) {
    for (int64_t b = 0; b < side; b++) h[b] = (struct linear){1, 0};
    for (int64_t i = lo; i < hi; i++) h[at[i]] = then(h[at[i]], element(i));
}
static void histlin(void) {
#pragma omp parallel
    {
        MINE(lo, hi, n);
        compose(linears + side * t, lo, hi);
#pragma omp barrier
#pragma omp for
        for (int64_t b = 0; b < side; b++) {
            struct linear f = linears[b];
            for (int k = 1; k < T; k++) f = then(f, linears[side * k + b]);
            part[b] = f.a;
            part[side + b] = f.b;
        }
    }
    result(part, side);
    result(part + side, side);
}

/* A sweep forward that keeps what each bucket was before each element, and one backward. Threads compose their parts
 * first, to know where they start from on either side. */
static void histlin_grad(void) {
#pragma omp parallel
    {
        MINE(lo, hi, n);
        struct linear *h = linears + side * (T + t);
        if (T > 1) compose(linears + side * t, lo, hi);
#pragma omp barrier
        for (int64_t b = 0; b < side; b++) {
            h[b] = (struct linear){1, 0};
            for (int k = 0; k < t; k++) h[b] = then(h[b], linears[side * k + b]);
        }
        for (int64_t i = lo; i < hi; i++) {
            before[i] = h[at[i]];
            h[at[i]] = then(h[at[i]], element(i));
        }
        for (int64_t b = 0; b < side; b++) {
            h[b] = (struct linear){hbar[b], hbar[b]};
            for (int k = T - 1; k > t; k--) h[b].a *= linears[side * k + b].a, h[b].b *= linears[side * k + b].a;
        }
        for (int64_t i = hi - 1; i >= lo; i--) {
            struct linear *p = h + at[i];
            out[i] = before[i].a * p->a + before[i].b * p->b;
            y[i] = p->b;
            p->a *= x[i];
            p->b *= x[i];
        }
    }
    result(out, n);
    result(y, n);
}

static void gather(void) {
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) out[i] = x[at[i]];
    result(out, n);
}

/* A thread takes what falls into its part. */
static void gather_grad(void) {
#pragma omp parallel
    {
        MINE(lo, hi, n);
        memset(out + lo, 0, (hi - lo) * sizeof *out);
        if (T == 1)
            for (int64_t i = 0; i < n; i++) out[at[i]] += x[i];
        else
            for (int64_t i = 0; i < n; i++)
                if (at[i] >= lo && at[i] < hi) out[at[i]] += x[i];
    }
    result(out, n);
}

#define HISTS(name)                                                    \
    {#name "31", setup_hist, name, name##_grad, cleanup, 31}, {#name "1023", setup_hist, name, name##_grad, cleanup, 1023}, \
    {#name "1500000", setup_hist, name, name##_grad, cleanup, 1500000}

static const bench benches[] = {
    {"map", setup, map, map_grad, cleanup, 0},
    {"exp", setup, map_exp, map_exp, cleanup, 0},
    {"log", setup, map_log, map_log_grad, cleanup, 0},
    {"sin", setup, map_sin, map_cos, cleanup, 0},
    {"sum", setup, sum, ones, cleanup, 0},
    {"product", setup, product, product_grad, cleanup, 0},
    {"max", setup, maximum, maximum_grad, cleanup, 0},
    {"scan", setup, scan, scan_grad, cleanup, 0},
    {"scanmul", setup_scan, scanmul, scanmul_grad, cleanup, 0},
    HISTS(hist), HISTS(histmul), HISTS(histmax),
    {"histlin31", setup_histlin, histlin, histlin_grad, cleanup_histlin, 31},
    {"histlin1023", setup_histlin, histlin, histlin_grad, cleanup_histlin, 1023},
    {"histlin1500000", setup_histlin, histlin, histlin_grad, cleanup_histlin, 1500000},
    {"gather", setup_gather, gather, gather_grad, cleanup, 0},
};

int main(int argc, char **argv) { return run(benches, sizeof benches / sizeof *benches, argc, argv); }
