/* fit.c: finds the weights with which a model comes nearest to what was measured.
 *
 * The error of a sample is the logarithm of predicted / measured, so that twice as much and half as much are as wrong; the
 * sum of their squares becomes least. Weights stay positive: their logarithms are moved, by Levenberg's and Marquardt's
 * way. Far errors count less than their square (Huber's way), so that a sample that the model does not understand does not
 * spoil the others. HOLD pulls each weight to where it began: a value that one would guess. */
#include "model.h"

#include <string.h>

#define NEAR 0.1
#define HOLD 1

static double loss(double e)
{
    e = fabs(e);
    return e < NEAR ? e * e / 2 : NEAR * (e - NEAR / 2);
}

struct fit {
    struct weight *moved;
    int count;
    struct sample *first, *end;
    double (*error_of)(const void *);
};

void add_sample(struct samples *samples, const void *of, double counts)
{
    samples->at = more_room(samples->at, samples->count, sizeof *samples->at);
    samples->at[samples->count++] = (struct sample){ .of = of, .counts = counts };
}

static double away(const struct weight *w) { return log(w->value) - w->began; }

static double total_loss(const struct fit *f)
{
    double sum = 0;

    for (struct sample *s = f->first; s < f->end; s++)
        sum += s->counts * loss(s->now = f->error_of(s->of));
    for (int i = 0; i < f->count; i++)
        sum += HOLD * pow(away(&f->moved[i]), 2) / 2;
    return sum;
}

/* How each error changes with each weight */
static void find_slopes(const struct fit *f)
{
    for (struct sample *s = f->first; s < f->end; s++)
        s->error = s->now;
    for (int j = 0; j < f->count; j++) {
        double old = f->moved[j].value;

        f->moved[j].value = old * 1.001;
        for (struct sample *s = f->first; s < f->end; s++)
            s->slope[j] = (f->error_of(s->of) - s->error) * 1000;
        f->moved[j].value = old;
    }
}

/* h * step = -g; the last column of a row is g. */
typedef double matrix[WEIGHTS][WEIGHTS + 1];

static void find_equations(const struct fit *f, matrix h)
{
    int g = f->count;

    for (int j = 0; j < f->count; j++) {
        h[j][g] = HOLD * away(&f->moved[j]);
        for (int k = 0; k < f->count; k++)
            h[j][k] = j == k ? HOLD : 0;
    }
    for (const struct sample *s = f->first; s < f->end; s++) {
        double w = s->counts * (fabs(s->error) > NEAR ? NEAR / fabs(s->error) : 1);

        for (int j = 0; j < f->count; j++) {
            double x = w * s->slope[j];

            h[j][g] += x * s->error;
            for (int k = 0; k <= j; k++)
                h[j][k] += x * s->slope[k];
        }
    }
    for (int j = 0; j < f->count; j++)
        for (int k = j + 1; k < f->count; k++)
            h[j][k] = h[k][j];
}

/* The last column becomes the solution (Gauss, with the largest pivot). */
static void solve(matrix m, int n)
{
    for (int i = 0; i < n; i++) {
        int best = i;

        for (int j = i + 1; j < n; j++)
            if (m[j][i] * m[j][i] > m[best][i] * m[best][i])
                best = j;
        for (int k = i; k <= n; k++) {
            double x = m[i][k];

            m[i][k] = m[best][k];
            m[best][k] = x;
        }
        for (int j = 0; j < n; j++)
            if (j != i && m[i][i] != 0) {
                double x = m[j][i] / m[i][i];

                for (int k = i; k <= n; k++)
                    m[j][k] -= x * m[i][k];
            }
    }
    for (int i = 0; i < n; i++)
        m[i][n] = m[i][i] != 0 ? m[i][n] / m[i][i] : 0;
}

static void move(const struct fit *f, matrix h, const double *old, double damp)
{
    matrix m;

    memcpy(m, h, sizeof m);
    for (int j = 0; j < f->count; j++) {
        m[j][j] *= 1 + damp;
        m[j][f->count] = -h[j][f->count];
    }
    solve(m, f->count);
    for (int j = 0; j < f->count; j++)
        f->moved[j].value = old[j] * exp(least(most(m[j][f->count], -1), 1));
}

void fit(struct weight *moved, int count, const struct samples *samples, double (*error_of)(const void *), int steps)
{
    const struct fit f = { moved, count, samples->at, samples->at + samples->count, error_of };
    double damp = 0.01, now = total_loss(&f), before, old[WEIGHTS];
    matrix h = { { 0 } };

    for (int step = 0; step < steps; step++) {
        find_slopes(&f);
        find_equations(&f, h);
        for (int j = 0; j < count; j++)
            old[j] = moved[j].value;
        before = now;
        for (int i = 0; i < 8; i++) {
            move(&f, h, old, damp);
            now = total_loss(&f);
            if (now <= before)
                break;
            damp *= 5;
            for (int j = 0; j < count; j++)
                moved[j].value = old[j];
        }
        if (now > before)
            return;
        damp /= 5;
        if (before - now < 1e-5 * before)
            return;
    }
}
