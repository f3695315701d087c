/* ADBench's bundle adjustment: errors, and the dense 2 x 15 blocks of the Jacobian by hand. */
#include "adbench.h"

static int64_t CAMS, POINTS, OBS;
static double *cams, *points, *weights, *feats, *errors, *blocks, *slopes;

static void setup(void) {
    cams = args[0].f, points = args[1].f, weights = args[2].f, feats = args[3].f;
    CAMS = args[0].dim[0], POINTS = args[1].dim[0], OBS = args[2].dim[0];
    errors = reals(3 * OBS);
    blocks = reals(30 * OBS);
    slopes = reals(OBS);
}

static inline void cross(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}
static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* A rotation's axis, angle, cosine and sine. */
typedef struct { double k[3], theta, c, s; } rotation;

static inline rotation rotate_by(const double *r) {
    double sq = dot(r, r);
    if (sq == 0) return (rotation){{0, 0, 0}, 0, 1, 0};
    double t = sqrt(sq);
    return (rotation){{r[0] / t, r[1] / t, r[2] / t}, t, cos(t), sin(t)};
}
static inline void apply(const rotation *q, const double *r, const double *v, double *p) {
    double kv[3], along = dot(q->k, v) * (1 - q->c);
    if (q->theta == 0) {
        cross(r, v, kv);
        for (int i = 0; i < 3; i++) p[i] = v[i] + kv[i];
        return;
    }
    cross(q->k, v, kv);
    for (int i = 0; i < 3; i++) p[i] = v[i] * q->c + kv[i] * q->s + q->k[i] * along;
}

static void objective(void) {
#pragma omp parallel for
    for (int64_t o = 0; o < OBS; o++) {
        const double *cam = cams + o % CAMS * 11, *x = points + o % POINTS * 3, *m = feats + 2 * o;
        double v[3] = {x[0] - cam[3], x[1] - cam[4], x[2] - cam[5]}, p[3], w = weights[o];
        rotation q = rotate_by(cam);
        apply(&q, cam, v, p);
        double a = p[0] / p[2], b = p[1] / p[2], s = a * a + b * b, l = 1 + cam[9] * s + cam[10] * s * s;
        errors[2 * o] = w * (a * l * cam[6] + cam[7] - m[0]);
        errors[2 * o + 1] = w * (b * l * cam[6] + cam[8] - m[1]);
        errors[2 * OBS + o] = 1 - w * w;
    }
    result(errors, 3 * OBS);
}

/* The derivative of the rotated point by component j of the rotation; by the point it is the matrix itself. */
static inline void by_rotation(const rotation *q, const double *v, int j, double *d) {
    double e[3] = {0, 0, 0}, kv[3], ev[3];
    e[j] = 1;
    if (q->theta == 0) {
        cross(e, v, d);
        return;
    }
    for (int i = 0; i < 3; i++) e[i] = (e[i] - q->k[i] * q->k[j]) / q->theta; /* of the axis */
    cross(q->k, v, kv);
    cross(e, v, ev);
    double along = dot(q->k, v), slope = dot(e, v), dt = q->k[j];
    for (int i = 0; i < 3; i++)
        d[i] = (kv[i] * q->c - v[i] * q->s + q->k[i] * along * q->s) * dt + ev[i] * q->s + (e[i] * along + q->k[i] * slope) * (1 - q->c);
}
static inline void column(const rotation *q, const double *r, int j, double *d) {
    double e[3] = {0, 0, 0};
    e[j] = 1;
    apply(q, r, e, d);
}

static void block(const double *cam, const double *x, double w, const double *m, double *out) {
    double v[3] = {x[0] - cam[3], x[1] - cam[4], x[2] - cam[5]}, p[3], d[3];
    rotation q = rotate_by(cam);
    apply(&q, cam, v, p);
    double iz = 1 / p[2], a = p[0] * iz, b = p[1] * iz, s = a * a + b * b;
    double l = 1 + cam[9] * s + cam[10] * s * s, slope = cam[9] + 2 * cam[10] * s, f = w * cam[6];
    double aa = f * (l + 2 * a * a * slope), ab = f * 2 * a * b * slope, bb = f * (l + 2 * b * b * slope);
    for (int j = 0; j < 6; j++) {
        if (j < 3) by_rotation(&q, v, j, d);
        else column(&q, cam, j - 3, d);
        double da = (d[0] - a * d[2]) * iz, db = (d[1] - b * d[2]) * iz;
        double ea = aa * da + ab * db, eb = ab * da + bb * db;
        if (j < 3) {
            out[j] = ea, out[15 + j] = eb;
        } else {
            out[j] = -ea, out[15 + j] = -eb;            /* the centre */
            out[8 + j] = ea, out[23 + j] = eb;          /* the point */
        }
    }
    out[6] = w * a * l, out[21] = w * b * l;
    out[7] = w, out[22] = 0;
    out[8] = 0, out[23] = w;
    out[9] = f * a * s, out[24] = f * b * s;
    out[10] = f * a * s * s, out[25] = f * b * s * s;
    out[14] = a * l * cam[6] + cam[7] - m[0], out[29] = b * l * cam[6] + cam[8] - m[1];
}

static void jacobian(void) {
#pragma omp parallel for
    for (int64_t o = 0; o < OBS; o++) {
        block(cams + o % CAMS * 11, points + o % POINTS * 3, weights[o], feats + 2 * o, blocks + 30 * o);
        slopes[o] = -2 * weights[o];
    }
    result(blocks, 30 * OBS);
    result(slopes, OBS);
}

int main(int argc, char **argv) { return run(argc, argv, setup, objective, jacobian); }
