/* Problems of GradBench for tools that overload operators:
 *
 *   ./tools FILE RUNS NAME PROBLEM
 *
 * compiled with -DCPPAD, -DADEPT or -DADOLC. FILE is as for the C programs (adbench.h), and so is what is printed, without the primal. Each gradient
 * records its program anew, as programs whose control flow depends on values must. */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <vector>

typedef std::vector<double> reals;

#if defined(CPPAD)
#include <cppad/cppad.hpp>
typedef CppAD::AD<double> num;
#elif defined(ADEPT)
#include <adept.h>
typedef adept::adouble num;
static adept::Stack stack;
#else
#include <adolc/adolc.h>
typedef adouble num;
#endif

typedef std::vector<num> nums;

/* The gradient of f at x. */
static reals gradient(const std::function<num(const nums &)> &f, const reals &x) {
    size_t n = x.size();
    reals g(n);
#if defined(CPPAD)
    nums in(x.begin(), x.end()), out(1);
    CppAD::Independent(in);
    out[0] = f(in);
    CppAD::ADFun<double> recorded(in, out);
    g = recorded.Reverse(1, reals(1, 1.0));
#elif defined(ADEPT)
    nums in(n);
    adept::set_values(in.data(), n, x.data());
    stack.new_recording();
    num y = f(in);
    y.set_gradient(1.0);
    stack.compute_adjoint();
    adept::get_gradients(in.data(), n, g.data());
#else
    nums in(n);
    trace_on(1);
    for (size_t i = 0; i < n; i++) in[i] <<= x[i];
    double value;
    {
        num y = f(in);
        y >>= value;
    }
    trace_off();
    ::gradient(1, (int)n, const_cast<double *>(x.data()), g.data());
#endif
    return g;
}

struct arg {
    std::vector<int64_t> dim, i;
    reals f;
};
static std::vector<arg> args;

static void read_args(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) exit(2);
    int64_t rank;
    while (fread(&rank, 8, 1, file) == 1) {
        arg a;
        int64_t n = 1, d;
        for (int64_t k = 0; k < rank; k++) {
            if (fread(&d, 8, 1, file) != 1) exit(2);
            a.dim.push_back(d), n *= d;
        }
        a.i.resize(n), a.f.resize(n);
        if (fread(a.i.data(), 8, n, file) != (size_t)n) exit(2);
        memcpy(a.f.data(), a.i.data(), 8 * n);
        args.push_back(a);
    }
    fclose(file);
}

static num llsq(const nums &x) {
    int64_t n = args[1].i[0];
    num s = 0;
    for (int64_t i = 0; i < n; i++) {
        double t = -1 + (double)i * 2 / (n - 1), power = 1;
        num r = (double)((t > 0) - (t < 0));
        for (const num &c : x) r -= c * power, power *= t;
        s += r * r;
    }
    return s / 2.;
}

static num logsumexp(const num *x, size_t n) {
    num a = x[0], s = 0;
    for (size_t i = 1; i < n; i++)
        if (x[i] > a) a = x[i];
    for (size_t i = 0; i < n; i++) s += exp(x[i] - a);
    return a + log(s);
}

static num lse(const nums &x) { return logsumexp(x.data(), x.size()); }

/* The minor of the rows from i and the columns that are left; next has each column's next one, next[n] is the first. */
static num minor_of(const nums &a, int i, int n, std::vector<int> &next) {
    if (i == n - 1) return a[i * n + next[n]];
    num s = 0;
    double sign = 1;
    for (int before = n, c = next[n]; c < n; before = c, c = next[c], sign = -sign) {
        next[before] = next[c];
        s += sign * a[i * n + c] * minor_of(a, i + 1, n, next);
        next[before] = c;
    }
    return s;
}

static num det(const nums &a) {
    int n = (int)args[0].dim[0];
    std::vector<int> next(n + 1, 0);
    for (int i = 0; i < n; i++) next[i] = i + 1;
    return minor_of(a, 0, n, next);
}

static num ode(const nums &x) {
    size_t n = x.size();
    int64_t steps = args[1].i[0];
    double h = 2. / steps;
    nums y(n), at(n), k[4];
    for (nums &slope : k) slope.resize(n);
    for (num &v : y) v = 0;
    for (int64_t s = 0; s < steps; s++) {
        for (int stage = 0; stage < 4; stage++) {
            double a = stage == 3 ? h : h / 2;
            for (size_t i = 0; i < n; i++) {
                if (stage == 0) at[i] = y[i];
                else at[i] = y[i] + a * k[stage - 1][i];
            }
            k[stage][0] = x[0];
            for (size_t i = 1; i < n; i++) k[stage][i] = x[i] * at[i - 1];
        }
        for (size_t i = 0; i < n; i++) y[i] += h / 6 * (k[0][i] + 2. * k[1][i] + 2. * k[2][i] + k[3][i]);
    }
    return y[n - 1];
}

static num gmm(const nums &x) {
    int64_t K = args[0].dim[0], D = args[1].dim[1], T = args[2].dim[1], N = args[3].dim[0], M = args[5].i[0];
    const num *alphas = x.data(), *means = alphas + K, *icf = means + K * D;
    double gamma = args[4].f[0], free = (double)(D + M + 1), multi = D * (D - 1) / 4. * log(M_PI);
    for (int64_t j = 0; j < D; j++) multi += lgamma(0.5 * free - j / 2.);
    nums sums(K), diag(K * D), terms(K), between(D);
    num total = 0;
    for (int64_t k = 0; k < K; k++) {
        num s = 0, prior = 0;
        for (int64_t i = 0; i < D; i++) {
            num e = exp(icf[k * T + i]);
            diag[k * D + i] = e, s += icf[k * T + i], prior += e * e;
        }
        for (int64_t i = D; i < T; i++) prior += icf[k * T + i] * icf[k * T + i];
        sums[k] = s;
        total += 0.5 * gamma * gamma * prior - (double)M * s;
    }
    for (int64_t n = 0; n < N; n++) {
        for (int64_t k = 0; k < K; k++) {
            num square = 0;
            for (int64_t i = 0; i < D; i++) between[i] = args[3].f[n * D + i] - means[k * D + i];
            for (int64_t i = 0; i < D; i++) {
                num v = diag[k * D + i] * between[i];
                for (int64_t j = 0; j < i; j++) v += icf[k * T + D + j * D - j * (j + 1) / 2 + i - j - 1] * between[j];
                square += v * v;
            }
            terms[k] = alphas[k] + sums[k] - 0.5 * square;
        }
        total += logsumexp(terms.data(), K);
    }
    return total - (double)N * logsumexp(alphas, K);
}

static num sigmoid(const num &x) { return 1. / (1. + exp(-x)); }

static num lstm(const nums &x) {
    int64_t L = args[0].dim[0], B = args[0].dim[3], C = args[3].dim[0];
    const num *w = x.data(), *extra = w + 8 * L * B;
    const reals &text = args[3].f;
    nums state(args[2].f.begin(), args[2].f.end()), in(B), y(B);
    num loss = 0;
    for (int64_t t = 0; t < C - 1; t++) {
        for (int64_t i = 0; i < B; i++) in[i] = text[t * B + i] * extra[i];
        for (int64_t l = 0; l < L; l++)
            for (int64_t i = 0; i < B; i++) {
                const num *v = w + 8 * l * B + i, *u = v + 4 * B;
                num &h = state[2 * l * B + i], &c = state[(2 * l + 1) * B + i];
                num f = sigmoid(in[i] * v[0] + u[0]), a = sigmoid(h * v[B] + u[B]);
                num o = sigmoid(in[i] * v[2 * B] + u[2 * B]), g = tanh(h * v[3 * B] + u[3 * B]);
                c = c * f + a * g;
                h = o * tanh(c);
                in[i] = h;
            }
        num s = 2;
        for (int64_t i = 0; i < B; i++) {
            y[i] = in[i] * extra[B + i] + extra[2 * B + i];
            s += exp(y[i]);
        }
        s = log(s);
        for (int64_t i = 0; i < B; i++) loss += text[(t + 1) * B + i] * (y[i] - s);
    }
    return -loss / (double)(B * (C - 1));
}

/* A problem, and how many of its arguments it is differentiated by. */
static const struct {
    const char *name;
    num (*f)(const nums &);
    size_t active;
} problems[] = {{"llsq", llsq, 1}, {"lse", lse, 1}, {"det", det, 1}, {"ode", ode, 1}, {"gmm", gmm, 3}, {"lstm", lstm, 2}};

/* harness.h has the same. */
static double probe(const reals &xs) {
    double s = 0;
    int64_t k = 0;
    for (double x : xs) s += (2 * std::fabs(x) + x) * (k++ % 7 + 1);
    return s;
}

static double now() {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    if (argc < 5) return 3;
    read_args(argv[1]);
    for (const auto &p : problems) {
        if (strcmp(p.name, argv[4])) continue;
        reals x;
        for (size_t a = 0; a < p.active; a++) x.insert(x.end(), args[a].f.begin(), args[a].f.end());
        double begin = now(), seen = probe(gradient(p.f, x));
        int repeat = (int)std::max(1., std::min(1e4, 10 / (now() - begin + 1e-4))), runs = std::max(1, atoi(argv[2]));
        reals ms;
        for (int r = 0; r < runs; r++) {
            double start = now();
            for (int k = 0; k < repeat; k++) gradient(p.f, x);
            ms.push_back((now() - start) / repeat);
        }
        std::sort(ms.begin(), ms.end());
        printf("%s -1 0 %.5f %.12g 0\n", argv[3], (ms[(runs - 1) / 2] + ms[runs / 2]) / 2, seen);
        return 0;
    }
    return 4;
}
