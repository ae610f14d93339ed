/* The round of osphg/compiled/loops.py on quadratics over a box, in C: what the compiled round is
   measured against. All arrays are contiguous, rows last-index fastest. */

#include <stdlib.h>
#include <string.h>

double quadratic_rounds(
    long T, long n, long K,
    const double *restrict H,       /* (T, n, n), symmetric */
    const double *restrict h,       /* (T, n) */
    const double *restrict p,       /* (T, n) */
    double allowance,               /* B_T / T */
    const double *restrict lower,   /* (n) */
    const double *restrict upper,   /* (n) */
    const double *restrict weights, /* (K) */
    double step, double dual_step,
    double keep,                    /* 1 - delta mu^2 */
    double *restrict V,             /* (n, K), changed in place */
    double multiplier,
    double *restrict decisions,     /* (T, n), written */
    double *restrict utility,       /* (T), written */
    double *restrict violation,     /* (T), written */
    double *restrict multipliers)   /* (T), written */
{
    double *restrict X = malloc(sizeof(double) * n * K);
    double *restrict D = malloc(sizeof(double) * n * K);
    const double per_oracle = 1.0 / K;
    for (long t = 0; t < T; t++) {
        const double *Ht = H + t * n * n, *ht = h + t * n, *pt = p + t * n;
        double *x = decisions + t * n;
        for (long i = 0; i < n; i++) {
            double total = 0.0;
            for (long k = 0; k < K; k++) {
                X[i * K + k] = total;
                total += V[i * K + k] * per_oracle;
            }
            x[i] = total;
        }
        double value = 0.0, spend = 0.0;
        for (long i = 0; i < n; i++) {
            double slope = 0.0;
            for (long j = 0; j < n; j++)
                slope += Ht[i * n + j] * x[j];
            value += x[i] * (0.5 * slope + ht[i]);
            spend += x[i] * pt[i];
        }
        utility[t] = value;
        violation[t] = spend - allowance;
        multipliers[t] = multiplier;
        memset(D, 0, sizeof(double) * n * K);
        for (long i = 0; i < n; i++) {
            double *restrict Di = D + i * K;
            for (long j = 0; j < n; j++) {
                const double Hij = Ht[i * n + j], *restrict Xj = X + j * K;
                for (long k = 0; k < K; k++)
                    Di[k] += Hij * Xj[k];
            }
        }
        for (long i = 0; i < n; i++) {
            double *restrict Vi = V + i * K, *restrict Di = D + i * K;
            const double slope = ht[i], cost = multiplier * pt[i], low = lower[i], high = upper[i];
            for (long k = 0; k < K; k++) {
                double moved = Vi[k] + step * (weights[k] * (Di[k] + slope) - cost);
                moved = moved < low ? low : moved;
                Vi[k] = moved > high ? high : moved;
            }
        }
        multiplier = keep * multiplier + dual_step * violation[t];
        if (multiplier < 0.0)
            multiplier = 0.0;
    }
    free(X);
    free(D);
    return multiplier;
}
