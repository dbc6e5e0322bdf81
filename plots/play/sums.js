/* sums.js: where the values of a step come from. A trace has what each lane loaded, stored, gave and got; what it did with
 * them in registers it does not have. But where a lane stores 21 after it loaded 12 and 9, it added them.
 *
 *   findSums(run)              gives each step: sums, lane -> { terms: [{ x, at or thread }], result }, where one term is a
 *                              copy; and loads: targets, lane -> where on the same line the lane then stores
 *   arrowsOf(run, s)           from where to where values go in the step: [{ from, to }] of { array, cell } or { thread }
 */
"use strict";

/* Floats may be added in another order. */
function isSumOf(terms, z) {
    const sum = terms.reduce((x, t) => x + t.x, 0), size = terms.reduce((x, t) => x + Math.abs(t.x), 0);
    return terms.length > 1 && Math.abs(sum - z) <= 1e-6 * size;
}

/* How a lane comes to z from what it has in its hand: first what it loaded on this line, then all, then the last of it. */
function explain(hand, z, s) {
    const here = hand.filter(t => t.at && t.line === s.line && t.file === s.file), copied = hand.filter(t => t.x === z).slice(-1);
    const terms = [here, hand].find(all => isSumOf(all, z)) || (copied.length ? copied : hand.map((t, n) => hand.slice(n)).find(tail => isSumOf(tail, z)));
    return terms ? { terms, result: z } : null;
}

/* Of each move: which element it is of a vector, such as int4; null where lanes move one element each. */
function partsOf(s) {
    const seen = new Map(), isVector = s.moves && s.moves.length > s.lanes.length;
    return (s.moves || []).map(m => {
        seen.set(m.lane, (seen.has(m.lane) ? seen.get(m.lane) : -1) + 1);
        return isVector ? seen.get(m.lane) : null;
    });
}

function findSums(run) {
    const hands = Array.from({ length: run.info.threads }, () => []);
    const number = (bits, of) => Number(numberOf(bits, of.element, of.type));

    /* The lane has made z: the shuffle before it learns what became of its value. */
    const made = (thread, z, s, part) => {
        const hand = hands[thread], same = hand.filter(t => part !== null && t.part === part), last = hand[hand.length - 1];
        const sum = explain(same.length ? same : hand, z, s);
        if (!last || !last.got)
            return sum;
        const shuffle = run.steps[last.step], isOfBoth = sum && sum.terms.length === 2 && sum.terms[1] === last;
        if (isOfBoth)
            shuffle.sums.set(thread % LANES, sum);
        else if (z === hand[0].x)
            shuffle.kept.add(thread % LANES);
        else if (z === last.x)
            shuffle.taken++;
        return isOfBoth ? { terms: [{ x: z }], result: z } : sum; /* it is told there */
    };
    run.steps.forEach((s, i) => {
        const first = s.warp * LANES;
        const part = partsOf(s);
        s.sums = new Map();
        s.targets = new Map();
        s.kept = new Set(); /* lanes that do not use what they get */
        s.taken = 0;        /* how many take it as it is */
        if (s.kind === "load")
            s.moves.forEach((m, k) => hands[first + m.lane].push({ x: number(m.before, run.arrays[m.array]), at: { array: m.array, cell: m.cell },
                                                                   part: part[k], step: i, line: s.line, file: s.file }));
        if (s.kind === "store") {
            const sums = s.moves.map((m, k) => made(first + m.lane, number(m.after, run.arrays[m.array]), s, part[k]));
            s.moves.forEach((m, k) => {
                if (sums.includes(null) && isSum(sums[k])) /* all lanes do the same: where one does something else, it is chance */
                    sums[k] = null;
                for (const t of sums[k] ? sums[k].terms : [])
                    if (t.at && t.line === s.line && t.file === s.file)
                        run.steps[t.step].targets.set(m.lane, { array: m.array, cell: m.cell });
                s.sums.set(m.lane, sums[k]);
                hands[first + m.lane] = [{ x: number(m.after, run.arrays[m.array]) }];
            });
        }
        if (s.kind === "atomic")
            for (const m of s.moves) {
                const a = run.arrays[m.array], was = number(m.before, a), is = number(m.after, a);
                if (/add/i.test(lineOf(run, s)))
                    s.sums.set(m.lane, { terms: [{ x: was, at: m }, { x: is - was }], result: is });
            }
        if (s.kind === "meeting" && s.before)
            s.lanes.forEach((lane, k) => {
                const gave = number(s.before[k].slice(-2 * run.given.element), run.given);
                const got = number(s.after[k].slice(-2 * run.given.element), run.given);
                made(first + lane, gave, s, null);
                hands[first + lane] = [{ x: gave }, { x: got, got: true, step: i, thread: s.from ? first + s.from[k] : null }];
            });
    });
    /* All lanes of a shuffle do the same with what they get, also those whose sum nobody needs. */
    for (const s of run.steps.filter(step => step.from && step.kind === "meeting" && step.sums.size)) {
        if (s.taken > s.sums.size) { /* then the sums are chance */
            s.sums.clear();
            continue;
        }
        s.lanes.forEach((lane, k) => {
            const terms = [s.before[k], s.after[k]].map(bits => ({ x: number(bits.slice(-2 * run.given.element), run.given) }));
            terms[1].thread = s.warp * LANES + s.from[k];
            if (!s.sums.has(lane) && !s.kept.has(lane) && !POISON.test(s.after[k]))
                s.sums.set(lane, { terms, result: terms[0].x + terms[1].x });
        });
    }
}

function isSum(sum) { return !!sum && sum.terms.length > 1; }
function isSame(a, b) { return a.array === b.array && a.cell === b.cell; }

/* The terms that a lane loads on the line on which it stores: no register comes between, as in x[i] += x[i + s]. */
function isInMemory(sum, s) { return isSum(sum) && sum.terms.every(t => t.at && t.line === s.line && t.file === s.file); }

function arrowsOf(run, s) {
    const first = s.warp * LANES, arrows = [];
    if (s.kind === "meeting" && s.from)
        s.lanes.forEach((lane, k) => {
            if (s.from[k] !== lane)
                arrows.push({ from: { thread: first + s.from[k] }, to: { thread: first + lane } });
        });
    for (const m of s.moves || []) {
        const to = { array: m.array, cell: m.cell }, thread = { thread: first + m.lane }, sum = s.sums.get(m.lane);
        if (s.kind === "load")
            arrows.push({ from: to, to: thread });
        else if (isInMemory(sum, s))
            sum.terms.filter(t => !isSame(t.at, m)).forEach(t => arrows.push({ from: t.at, to }));
        else
            arrows.push({ from: thread, to });
    }
    return arrows;
}
