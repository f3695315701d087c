/* ADBench's hand tracking: errors, and their Jacobian by hand, which looks only at the parameters that move a bone and at
 * the bones that move a vertex. With triangles among the arguments it is the complicated form. */
#include "adbench.h"

enum { PARAMS = 26, FIRST = 6, CHAIN = 64 };

typedef double mat[12]; /* three rows of an affine transformation */

static int64_t B, V, N, complicated, columns;
static const int64_t *parents, *at, *triangles;
static const double *relative, *inverse, *base, *weights, *points, *theta, *us;
static mat *own, *absolute, *moved, *slopes;        /* slopes: of the moved bone by each of its parameters */
static int (*by)[CHAIN], *many;                     /* the parameters of a bone */
static struct { int bone; double w; } *pull;        /* the bones of vertices, */
static int *pulls;                                  /* from pulls[v] to pulls[v+1] */
static double *where, *paths, *out;                 /* vertices; their derivatives by each parameter */

/* c = a b, with the last rows 0 0 0 1 left out; b has four rows if it comes from a file. */
static inline void times(const double *a, const double *b, double *c) {
    mat r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            r[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j] + (j == 3 ? a[4 * i + 3] : 0);
    memcpy(c, r, sizeof r);
}
/* The same where a is a derivative, whose translation is no sum. */
static inline void times_slope(const double *a, const double *b, double *c) {
    mat r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) r[4 * i + j] = a[4 * i] * b[j] + a[4 * i + 1] * b[4 + j] + a[4 * i + 2] * b[8 + j];
    memcpy(c, r, sizeof r);
}

/* The angles of a bone: which parameters they are, or -1. */
static void angles(int64_t b, int *x, int *z) {
    int64_t g = (b - 2) / 4, j = (b - 2) % 4;
    *x = *z = -1;
    if (b < 2 || g > 4 || j == 3) return;
    *x = (int)(j == 0 ? 6 + 4 * g : 7 + 4 * g + j);
    if (j == 0) *z = (int)(7 + 4 * g);
}

static void setup(void) {
    complicated = args[8].n > 0;
    parents = args[0].i, relative = args[1].f, inverse = args[2].f, base = args[3].f, weights = args[4].f;
    points = args[5].f, at = args[6].i, theta = args[7].f, triangles = args[8].i, us = args[9].f;
    B = args[0].n, V = args[3].dim[1], N = args[5].dim[0], columns = complicated ? 28 : 26;
    if (B > CHAIN) exit(2);
    own = alloc(B * sizeof *own), absolute = alloc(B * sizeof *own), moved = alloc(B * sizeof *own);
    slopes = alloc(B * PARAMS * sizeof *slopes);
    by = alloc(B * sizeof *by), many = alloc(B * sizeof *many);
    int count = 0;
    for (int64_t i = 0; i < B * V; i++) count += weights[i] != 0;
    pull = alloc(count * sizeof *pull), pulls = alloc((V + 1) * sizeof *pulls);
    for (int64_t v = 0, k = 0; v < V; v++) {
        for (int b = 0; b < B; b++)
            if (weights[b * V + v] != 0) pull[k].bone = b, pull[k++].w = weights[b * V + v];
        pulls[v + 1] = (int)k;
    }
    where = reals(6 * V), paths = reals(V * PARAMS * 3), out = reals(3 * N * columns);
}

static void rotation(double x, double z, double *r) {
    double cx = cos(x), sx = sin(x), cz = cos(z), sz = sin(z);
    memcpy(r, (mat){cz, -sz * cx, sz * sx, 0, sz, cz * cx, -cz * sx, 0, 0, sx, cx, 0}, sizeof(mat));
}
static void rotation_x(double x, double z, double *r) {
    double cx = cos(x), sx = sin(x), cz = cos(z), sz = sin(z);
    memcpy(r, (mat){0, sz * sx, sz * cx, 0, 0, -cz * sx, -cz * cx, 0, 0, cx, -sx, 0}, sizeof(mat));
}
static void rotation_z(double x, double z, double *r) {
    double cx = cos(x), sx = sin(x), cz = cos(z), sz = sin(z);
    memcpy(r, (mat){-sz, -cz * cx, cz * sx, 0, cz, -sz * cx, sz * sx, 0, 0, 0, 0, 0}, sizeof(mat));
}

/* The moved bones, and with derive their derivatives. */
static void bones(int derive) {
    static mat of[CHAIN][PARAMS]; /* of the absolute transformations */
    for (int64_t b = 0; b < B; b++) {
        int x, z;
        mat r;
        const double *rel = relative + 16 * b, *up = parents[b] < 0 ? NULL : absolute[parents[b]];
        angles(b, &x, &z);
        double tx = x < 0 ? 0 : theta[x], tz = z < 0 ? 0 : theta[z];
        rotation(tx, tz, r);
        times(rel, r, own[b]);
        if (up) times(up, own[b], absolute[b]);
        else memcpy(absolute[b], own[b], sizeof(mat));
        times(absolute[b], inverse + 16 * b, moved[b]);
        if (!derive) continue;
        int n = 0;
        for (int k = 0; up && k < many[parents[b]]; k++) {
            int p = by[b][n++] = by[parents[b]][k];
            const double *d = of[parents[b]][p];
            times_slope(d, own[b], of[b][p]);
            for (int i = 0; i < 3; i++) of[b][p][4 * i + 3] += d[4 * i + 3];
        }
        for (int k = 0; k < 2; k++) {
            int p = k ? z : x;
            if (p < 0) continue;
            (k ? rotation_z : rotation_x)(tx, tz, r);
            times_slope(rel, r, of[b][p]);
            if (up) times_slope(up, of[b][p], of[b][p]);
            by[b][n++] = p;
        }
        many[b] = n;
        for (int k = 0; k < n; k++) {
            const double *d = of[b][by[b][k]];
            times_slope(d, inverse + 16 * b, slopes[b * PARAMS + k]);
            for (int i = 0; i < 3; i++) slopes[b * PARAMS + k][4 * i + 3] += d[4 * i + 3];
        }
    }
}

/* The global rotation, and with d its derivatives. */
static void turn(double *r, double d[3][9]) {
    double n = sqrt(theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2]), s = sin(n), c = cos(n);
    memset(d, 0, 27 * sizeof(double));
    for (int i = 0; i < 9; i++) r[i] = i % 4 == 0;
    if (n < 0.0001) return;
    double k[3] = {theta[0] / n, theta[1] / n, theta[2] / n}, hat[9] = {0, -k[2], k[1], k[2], 0, -k[0], -k[1], k[0], 0};
    for (int i = 0; i < 9; i++) r[i] = (i % 4 == 0) * c + (1 - c) * k[i / 3] * k[i % 3] + s * hat[i];
    for (int j = 0; j < 3; j++) {
        double e[3];
        for (int i = 0; i < 3; i++) e[i] = ((i == j) - k[i] * k[j]) / n;
        double bent[9] = {0, -e[2], e[1], e[2], 0, -e[0], -e[1], e[0], 0};
        for (int i = 0; i < 9; i++)
            d[j][i] = k[j] * (s * (k[i / 3] * k[i % 3] - (i % 4 == 0)) + c * hat[i]) +
                      (1 - c) * (e[i / 3] * k[i % 3] + k[i / 3] * e[i % 3]) + s * bent[i];
    }
}

static inline void place(const double *m, const double *p, double w, double *to) {
    for (int i = 0; i < 3; i++) to[i] += w * (m[4 * i] * p[0] + m[4 * i + 1] * p[1] + m[4 * i + 2] * p[2] + m[4 * i + 3]);
}
static inline void rotate(const double *r, const double *p, double *to) {
    for (int i = 0; i < 3; i++) to[i] = r[3 * i] * p[0] + r[3 * i + 1] * p[1] + r[3 * i + 2] * p[2];
}

/* The vertices, and with derive how the parameters move them. */
static void vertices(int derive) {
    double r[9], d[3][9];
    bones(derive);
    turn(r, d);
#pragma omp parallel for
    for (int64_t v = 0; v < V; v++) {
        double p[3] = {base[v], base[V + v], base[2 * V + v]}, q[3] = {0, 0, 0}, move[PARAMS][3];
        for (int k = pulls[v]; k < pulls[v + 1]; k++) place(moved[pull[k].bone], p, pull[k].w, q);
        rotate(r, q, where + 3 * v);
        for (int i = 0; i < 3; i++) where[3 * v + i] += theta[3 + i];
        if (!derive) continue;
        double *path = paths + v * PARAMS * 3;
        memset(move, 0, sizeof move);
        for (int k = pulls[v]; k < pulls[v + 1]; k++)
            for (int b = pull[k].bone, j = 0; j < many[b]; j++) place(slopes[b * PARAMS + j], p, pull[k].w, move[by[b][j]]);
        for (int j = 0; j < 3; j++) rotate(d[j], q, path + 3 * j);
        for (int j = 0; j < 9; j++) path[9 + j] = j % 4 == 0;
        for (int j = FIRST; j < PARAMS; j++) rotate(r, move[j], path + 3 * j);
    }
}

static void objective(void) {
    vertices(0);
    for (int64_t n = 0; n < N; n++)
        for (int i = 0; i < 3; i++) {
            double at3 = where[3 * at[n] + i];
            if (complicated) {
                const int64_t *c = triangles + 3 * at[n];
                double u = us[2 * n], v = us[2 * n + 1];
                at3 = u * where[3 * c[0] + i] + v * where[3 * c[1] + i] + (1 - u - v) * where[3 * c[2] + i];
            }
            out[3 * n + i] = points[3 * n + i] - at3;
        }
    result(out, 3 * N);
}

static void jacobian(void) {
    vertices(1);
#pragma omp parallel for
    for (int64_t n = 0; n < N; n++)
        for (int i = 0; i < 3; i++) {
            double *row = out + (3 * n + i) * columns;
            if (!complicated) {
                const double *p = paths + at[n] * PARAMS * 3 + i;
                for (int j = 0; j < PARAMS; j++) row[j] = -p[3 * j];
                continue;
            }
            const int64_t *c = triangles + 3 * at[n];
            const double *p = paths + c[0] * PARAMS * 3 + i, *q = paths + c[1] * PARAMS * 3 + i, *r = paths + c[2] * PARAMS * 3 + i;
            double u = us[2 * n], v = us[2 * n + 1], w = 1 - u - v;
            row[0] = where[3 * c[2] + i] - where[3 * c[0] + i];
            row[1] = where[3 * c[2] + i] - where[3 * c[1] + i];
            for (int j = 0; j < PARAMS; j++) row[2 + j] = -(u * p[3 * j] + v * q[3 * j] + w * r[3 * j]);
        }
    result(out, 3 * N * columns);
}

int main(int argc, char **argv) { return run(argc, argv, setup, objective, jacobian); }
