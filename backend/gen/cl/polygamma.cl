// polygamma computes in double whatever the width, as prim.Polygamma does.

//: cotderiv const
static double rd_cotderiv(double x, int n) {
  double p[104], q[104];
  for (int i = 0; i < n + 2; i++) p[i] = 0;
  p[1] = 1;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n + 2; i++) q[i] = 0;
    for (int i = 1; i < n + 2; i++) {
      q[i-1] -= M_PI * i * p[i];
      if (i + 1 < n + 2) q[i+1] -= M_PI * i * p[i];
    }
    for (int i = 0; i < n + 2; i++) p[i] = q[i];
  }
  double c = cospi(x) / sinpi(x), cot = 0;
  for (int i = n + 1; i >= 0; i--) cot = cot * c + p[i];
  return cot;
}

//: polygamma const
static double rd_polygamma(double x, int n) {
  const double bern[8] = {1.0/12, -1.0/720, 1.0/30240, -1.0/1209600, 1.0/47900160,
    -691.0/1307674368000.0, 1.0/74724249600.0, -3617.0/10670622842880000.0};
  if (n < 0 || n > 100 || x != x || (x <= 0 && x == floor(x))) return as_double(0x7ff8000000000000UL);
  if (isinf(x)) return x < 0 ? as_double(0x7ff8000000000000UL) : n == 0 ? x : 0;
  int low = x < 0.5;
  double x0 = x;
  if (low) x = 1 - x;
  double sign = n % 2 == 0 ? -1 : 1, fact = 1, sum = 0, s, f, p;
  for (int k = 2; k <= n; k++) fact *= k;
  for (; x < 16 + n; x += 1) sum += pow(x, (double)(-(n + 1)));
  sum *= sign * fact;
  if (n == 0) {
    s = log(x) - 0.5 / x; f = 1; p = 1 / (x * x);
    for (int k = 0; k < 8; k++) { s -= bern[k] * f * p; p /= x * x; f *= (2.0*k + 2) * (2.0*k + 3); }
    s += sum;
  } else {
    s = fact / n * pow(x, (double)-n) + fact / 2 * pow(x, (double)(-(n + 1)));
    f = fact * (n + 1); p = pow(x, (double)(-(n + 2)));
    for (int k = 0; k < 8; k++) { s += bern[k] * f * p; p /= x * x; f *= (n + 2.0*k + 2) * (n + 2.0*k + 3); }
    s = sum + sign * s;
  }
  if (!low) return s;
  return (n % 2 == 1 ? -s : s) - M_PI * rd_cotderiv(x0, n);
}
