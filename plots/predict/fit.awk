# fit.awk: finds the weights with which a model comes nearest to what was measured. Used with terms.awk.
#   fit(names, count, steps)   moves weight[names[1..count]] so that the sum of square errors is least; returns it.
# error_of(i) is the error of case i, for i in 1..cases where is_used[i]: the logarithm of predicted / measured, so that
# twice as much and half as much are as wrong. Weights stay positive: their logarithms are moved, by Levenberg's and
# Marquardt's way. Far errors count less than their square (Huber's way), so that a case that the model does not
# understand does not spoil the others. `hold` pulls each weight to where it
# began: exp(began[name]), a value that one would guess.

function loss(e) { e = e < 0 ? -e : e; return e < near ? e * e / 2 : near * (e - near / 2) }
function total_loss(names, count,    i, sum) {
    sum = 0
    for (i = 1; i <= cases; i++)
        if (is_used[i])
            sum += of_case[i] * loss(at[i] = error_of(i))
    for (i = 1; i <= count; i++)
        sum += hold * (log(weight[names[i]]) - began[names[i]]) ^ 2 / 2
    return sum
}

function fit(names, count, steps,    step, i, j, k, damp, before, now, old, g, h, d, m, x, e, w) {
    near = 0.1
    hold = 1
    damp = 0.01
    now = total_loss(names, count)
    for (step = 1; step <= steps; step++) {
        for (i = 1; i <= cases; i++)
            e[i] = at[i]
        for (j = 1; j <= count; j++) {
            old[j] = weight[names[j]]
            weight[names[j]] = old[j] * 1.001
            for (i = 1; i <= cases; i++)
                if (is_used[i])
                    d[j, i] = (error_of(i) - e[i]) * 1000
            weight[names[j]] = old[j]
        }
        for (j = 1; j <= count; j++) {
            g[j] = hold * (log(weight[names[j]]) - began[names[j]])
            for (k = 1; k <= count; k++)
                h[j, k] = j == k ? hold : 0
        }
        for (i = 1; i <= cases; i++)
            if (is_used[i]) {
                w = of_case[i] * (e[i] > near || e[i] < -near ? near / (e[i] < 0 ? -e[i] : e[i]) : 1)
                for (j = 1; j <= count; j++) {
                    x = w * d[j, i]
                    g[j] += x * e[i]
                    for (k = 1; k <= j; k++)
                        h[j, k] += x * d[k, i]
                }
            }
        for (j = 1; j <= count; j++)
            for (k = j + 1; k <= count; k++)
                h[j, k] = h[k, j]
        before = now
        for (i = 0; i < 8; i++) {
            for (j = 1; j <= count; j++)
                for (k = 1; k <= count + 1; k++)
                    m[j, k] = k > count ? -g[j] : h[j, k] * (j == k ? 1 + damp : 1)
            solve(m, count)
            for (j = 1; j <= count; j++) {
                x = m[j, count + 1]
                weight[names[j]] = old[j] * exp(x > 1 ? 1 : x < -1 ? -1 : x)
            }
            now = total_loss(names, count)
            if (now <= before)
                break
            damp *= 5
            for (j = 1; j <= count; j++)
                weight[names[j]] = old[j]
        }
        if (now > before) {
            now = total_loss(names, count)
            break
        }
        damp /= 5
        if (before - now < 1e-5 * before)
            break
    }
    return now
}

# m[1..n, 1..n + 1]: the last column becomes the solution (Gauss, with the largest pivot).
function solve(m, n,    i, j, k, best, x) {
    for (i = 1; i <= n; i++) {
        best = i
        for (j = i + 1; j <= n; j++)
            if (m[j, i] ^ 2 > m[best, i] ^ 2)
                best = j
        for (k = i; k <= n + 1; k++) {
            x = m[i, k]
            m[i, k] = m[best, k]
            m[best, k] = x
        }
        for (j = 1; j <= n; j++)
            if (j != i && m[i, i] != 0) {
                x = m[j, i] / m[i, i]
                for (k = i; k <= n + 1; k++)
                    m[j, k] -= x * m[i, k]
            }
    }
    for (i = 1; i <= n; i++)
        m[i, n + 1] = m[i, i] != 0 ? m[i, n + 1] / m[i, i] : 0
}
