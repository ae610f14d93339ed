/* The rounds of rounds.c with the oracles side by side in the lanes of vectors, as the compiled
   round of osphg/compiled/loops.py has them: the fastest C that we know of for few items.

   N, the number of items, and LANES, the oracles in a vector, are given to the compiler, which has
   to know vector extensions as gcc and clang do. With -DREREAD, H is read from memory for each
   vector of oracles: the faster way where there are more items than registers for H.

   The K oracles are cut into LANES runs, one for each lane. Row j has the j-th oracle of each run;
   in the last row some are missing. */

#include <stdlib.h>
#include <string.h>

typedef double lanes __attribute__((vector_size(8 * LANES)));

static inline lanes in_all_lanes(double a)
{
    return a - (lanes){0};
}

static inline lanes smaller(lanes a, lanes b)
{
    for (int l = 0; l < LANES; l++)
        a[l] = a[l] < b[l] ? a[l] : b[l];
    return a;
}

static inline lanes larger(lanes a, lanes b)
{
    for (int l = 0; l < LANES; l++)
        a[l] = a[l] > b[l] ? a[l] : b[l];
    return a;
}

double lane_rounds(
    long T, long K,
    const double *restrict H,       /* (T, N, N), symmetric */
    const double *restrict h,       /* (T, N) */
    const double *restrict p,       /* (T, N) */
    double allowance,               /* B_T / T */
    const double *restrict lower,   /* (N) */
    const double *restrict upper,   /* (N) */
    const double *restrict weights, /* (K) */
    double step, double dual_step,
    double keep,                    /* 1 - delta mu^2 */
    double *restrict V,             /* (N, K), changed in place */
    double multiplier,
    double *restrict decisions,     /* (T, N), written */
    double *restrict utility,       /* (T), written */
    double *restrict violation,     /* (T), written */
    double *restrict multipliers)   /* (T), written */
{
    const long rows = (K + LANES - 1) / LANES;
    const double per_oracle = 1.0 / K;
    lanes *choices = aligned_alloc(sizeof(lanes), sizeof(lanes) * rows * N); /* row by row */
    lanes *gradient_steps = aligned_alloc(sizeof(lanes), sizeof(lanes) * rows);
    lanes is_oracle = {0}; /* in the last row: 1, or 0 where there is none */
    lanes low[N], high[N], sums[N];
    memset(choices, 0, sizeof(lanes) * rows * N);
    memset(gradient_steps, 0, sizeof(lanes) * rows);
    for (int i = 0; i < N; i++) {
        low[i] = in_all_lanes(lower[i]);
        high[i] = in_all_lanes(upper[i]);
        sums[i] = in_all_lanes(0.0);
    }
    for (long l = 0; l < LANES; l++) {
        const long first = l * K / LANES, end = (l + 1) * K / LANES;
        is_oracle[l] = end - first == rows;
        for (long k = first; k < end; k++) {
            gradient_steps[k - first][l] = step * weights[k];
            for (int i = 0; i < N; i++) {
                choices[(k - first) * N + i][l] = V[i * K + k];
                sums[i][l] += V[i * K + k];
            }
        }
    }
    for (long t = 0; t < T; t++) {
        const double *Ht = H + t * N * N, *ht = h + t * N, *pt = p + t * N;
        double *x = decisions + t * N;
        lanes iterates[N], charge[N];
        for (int i = 0; i < N; i++) { /* each run begins with the choices of all runs before it */
            double sum = 0.0;
            for (int l = 0; l < LANES; l++) {
                iterates[i][l] = sum;
                sum += per_oracle * sums[i][l];
            }
            x[i] = sum;
            charge[i] = in_all_lanes(step * multiplier * pt[i]);
            sums[i] = in_all_lanes(0.0);
        }
        for (long j = 0; j < rows; j++) {
            lanes *row = choices + j * N, moved[N];
#ifdef REREAD
            __asm__ volatile("" ::: "memory"); /* memory may have changed: nothing read is kept */
#endif
            for (int i = 0; i < N; i++) {
                lanes slope = in_all_lanes(ht[i]);
                for (int q = 0; q < N; q++)
                    slope += Ht[i * N + q] * iterates[q];
                moved[i] = gradient_steps[j] * slope + (row[i] - charge[i]);
                moved[i] = smaller(larger(moved[i], low[i]), high[i]);
            }
            if (j == rows - 1)
                for (int i = 0; i < N; i++)
                    moved[i] *= is_oracle;
            for (int i = 0; i < N; i++) {
                iterates[i] += per_oracle * row[i];
                sums[i] += moved[i];
                row[i] = moved[i];
            }
        }
        double value = 0.0, spend = 0.0;
        for (int i = 0; i < N; i++) {
            double slope = 0.0;
            for (int q = 0; q < N; q++)
                slope += Ht[i * N + q] * x[q];
            value += x[i] * (0.5 * slope + ht[i]);
            spend += x[i] * pt[i];
        }
        utility[t] = value;
        violation[t] = spend - allowance;
        multipliers[t] = multiplier;
        multiplier = keep * multiplier + dual_step * violation[t];
        if (multiplier < 0.0)
            multiplier = 0.0;
    }
    for (long l = 0; l < LANES; l++) {
        const long first = l * K / LANES;
        for (long k = first; k < (l + 1) * K / LANES; k++)
            for (int i = 0; i < N; i++)
                V[i * K + k] = choices[(k - first) * N + i][l];
    }
    free(choices);
    free(gradient_steps);
    return multiplier;
}
