/* words.js: a step in words, as one would tell them to somebody who sees a kernel for the first time.
 *
 *   caption(run, v)            "8 threads add a neighbour 8 cells away: sums[0] = 12 + 9 = 21 ..."
 *   costs(run, v)              what the step adds to the counts: "1 wavefront"; of a shuffle, which one it is
 *   accessText(run, side)      one access of a race */
"use strict";

function plural(n, what) { return n + " " + what + (n === 1 ? "" : "s"); }

function numberText(x) {
    return Number.isInteger(x) && Math.abs(x) < 1e9 ? String(x) : String(Number(x.toPrecision(4))).replace(/^(-?)0\./, "$1.").replace("e+", "e");
}

/* 12 + 9 = 21. Of many terms only how many they are. */
function sumText(sum) {
    const terms = sum.terms.map(t => numberText(t.x));
    if (terms.length > 6)
        return "the sum of " + terms.length + " values, " + numberText(sum.result);
    return terms.map((t, n) => n === 0 ? t : t[0] === "-" ? "\u2212 " + t.slice(1) : "+ " + t).join(" ") + " = " + numberText(sum.result);
}

/* The one value of all; null if they differ. */
function common(values) { return values.length && values.every(x => x === values[0]) ? values[0] : null; }

/* in[0]; of a variable only its name. */
function cellName(a, cell) { return a.bytes <= a.element ? a.name : a.name + "[" + cell + "]"; }

/* in[0] to in[31]; every second of them; or how many. */
function cellsText(run, moves) {
    const a = common(moves.map(m => m.array)), cells = [...new Set(moves.map(m => m.cell))].sort((x, y) => x - y);
    if (a === null)
        return "places of several arrays";
    const name = cell => cellName(run.arrays[a], cell), last = cells[cells.length - 1];
    const step = common(cells.slice(1).map((cell, n) => cell - cells[n]));
    if (cells.length <= 2)
        return cells.map(name).join(" and ");
    if (step === 1)
        return name(cells[0]) + " to " + name(last);
    return step === null ? cells.length + " places of " + run.arrays[a].name
        : cells.slice(0, 2).map(name).join(", ") + " \u2026 " + name(last) + ", in steps of " + step;
}

function away(n) { return n < 0 ? plural(-n, "cell") + " before" : plural(n, "cell") + " away"; }

function loadText(run, s, who, one) {
    const per = common(s.lanes.map(lane => s.moves.filter(m => m.lane === lane).length));
    const own = s.moves.map(m => { const t = s.targets.get(m.lane); return t && t.array === m.array ? m.cell - t.cell : null; });
    const distance = own.includes(null) ? null : common(own), cells = cellsText(run, s.moves);
    const reads = who + (one ? " reads " : " read ");
    if (distance !== null)
        return reads + (distance === 0 ? (one ? "its" : "their") + " own value: " : "the neighbour " + away(distance) + ": ") + cells;
    if (!one && new Set(s.moves.map(m => m.array + " " + m.cell)).size === 1)
        return reads + "the same value: " + cells;
    return reads + (one ? cells : (per === 1 ? "a value each: " : per ? per + " values each: " : "values: ") + cells);
}

function storeText(run, s, who, one) {
    const sums = s.moves.map(m => s.sums.get(m.lane)), isAdding = sums.every(isSum);
    const cells = cellsText(run, s.moves), m = s.moves[0], verb = (many, single) => who + " " + (one ? single : many);
    const example = isAdding && cellName(run.arrays[m.array], m.cell) + " = " + sumText(sums[0]) + (one ? "" : " \u2026"), adds = verb("add", "adds");
    if (isAdding && sums.every(sum => isInMemory(sum, s))) {
        const far = s.moves.map((move, n) => {
            const others = sums[n].terms.filter(t => !isSame(t.at, move));
            return sums[n].terms.length === 2 && others.length === 1 && others[0].at.array === move.array ? others[0].at.cell - move.cell : null;
        });
        const distance = far.includes(null) ? null : common(far);
        if (distance !== null)
            return adds + " a neighbour " + away(distance) + ": " + example;
        return adds + " " + (one ? cellsText(run, sums[0].terms.map(t => t.at)) : sums[0].terms.length + " values each") + ": " + example;
    }
    if (isAdding) {
        const terms = common(sums.map(sum => sum.terms.length));
        return adds + " " + (terms ? "the " + terms + " values" : "the values") + " that " + (one ? "it has" : "they have") + ", and "
               + (one ? "stores" : "store") + " the result: " + example;
    }
    const isRead = sums.every(sum => sum && sum.terms[0].at);
    return verb("store " + (isRead ? "what they read: " : "a value each: "), "stores " + (sums[0] ? numberText(sums[0].result) : "a value") + " in ") + cells;
}

function shuffleText(s, first, who, n) {
    const from = s.lanes.map((lane, k) => s.from[k] - lane).filter(d => d), isAdding = s.lanes.some(lane => isSum(s.sums.get(lane)));
    const far = common(from), apart = common(from.map(Math.abs)), source = common(s.from), lane = s.lanes.find((l, k) => s.from[k] !== l);
    const sum = s.sums.get(lane === undefined ? s.lanes[0] : lane), does = isAdding ? " add " : " get ";
    const example = isAdding && sum ? ": " + sumText(sum) + " in thread " + (first + (lane === undefined ? s.lanes[0] : lane)) + " \u2026" : "";
    if (source !== null && n > 1)
        return who + does + "the value of thread " + (first + source) + example;
    if (far !== null)
        return plural(from.length, "thread") + does + "the value of the lane " + Math.abs(far) + (far > 0 ? " further on" : " before") + example;
    if (apart !== null)
        return who + " swap values with the lane " + apart + " away" + (isAdding ? " and add" : "") + example;
    return who + does + "values of other lanes" + example;
}

function meetingText(run, s, who, n) {
    const first = s.warp * LANES;
    if (s.from)
        return shuffleText(s, first, who, n);
    const does = (s.operation.match(/^__reduce_(\w+)_sync/) || [])[1];
    if (does && s.before)
        return who + " find " + (does === "add" ? "the sum of their values" : "the " + does + " of their values") + " in one instruction: "
               + shown(s.after[0].slice(-2 * run.given.element), run.given.element, run.given.type);
    return s.before ? who + (n === 1 ? " asks the warp" : " ask each other") + ": " + s.operation : who + (n === 1 ? " waits" : " wait for each other") + ": " + s.operation;
}

function caption(run, v) { return (inWords(run, v) + ".").replace(/\u2026\.$/, "\u2026"); }

function inWords(run, v) {
    const s = run.steps[v.step], n = s.lanes.length, one = n === 1, first = s.warp * LANES;
    const who = one ? "Thread " + (first + s.lanes[0]) : n + " threads";
    switch (s.kind) {
    case "load": return loadText(run, s, who, one) + (s.more ? ", again and again: " + (s.more + 1) + " times without a change" : "");
    case "store": return storeText(run, s, who, one);
    case "atomic": {
        const sum = s.sums.get(s.moves[0].lane), cells = cellsText(run, s.moves), a = run.arrays[s.moves[0].array];
        const isShared = new Set(s.moves.map(m => m.array + " " + m.cell)).size < n;
        return who + (sum ? (one ? " adds to " : " add to ") : one ? " changes " : " change ") + cells + (isShared ? ", one at a time" : ", in one piece")
               + ": " + (sum ? sumText(sum) : shown(s.moves[0].before, a.element, a.type) + " becomes " + shown(s.moves[0].after, a.element, a.type))
               + (one ? "" : " \u2026");
    }
    case "meeting": return meetingText(run, s, who, n);
    case "barrier": return "Warp " + s.warp + (s.opens ? " is the last one at " + s.operation + ": now all may go on" : " waits for the other warps: " + s.operation);
    case "wait": return who + (one ? " waits" : " wait") + " for the rest of the warp";
    case "branch": {
        const next = run.steps.slice(v.step + 1).find(step => step.warp === s.warp);
        const few = next && next.lanes.length < n ? next.lanes.length : 0;
        return (few === 1 ? "Only thread " + (first + next.lanes[0]) + " of warp " + s.warp + " goes" : (few || "Some") + " of the " + plural(n, "thread")
               + " of warp " + s.warp + " go") + " on alone, and the others wait: a divergent branch";
    }
    default: return who + " of warp " + s.warp + (one ? " has ended" : " have ended")
                    + (s.opens ? ", and nobody waits for them any longer: the barrier opens" : "");
    }
}

function costs(run, v) {
    const s = run.steps[v.step], c = s.counts, list = s.kind === "meeting" && s.before ? [s.operation.replace("()", "")] : [];
    for (const name in c) {
        if (/_sectors$/.test(name)) list.push(plural(c[name], "sector"));
        if (/_wavefronts$/.test(name)) list.push(plural(c[name], "wavefront"));
        if (/_excess$/.test(name)) list.push(c[name] + " of them because of bank conflicts");
    }
    return list.join(", ");
}

function accessText(run, side) {
    const s = run.steps[side.step], lane = side.thread % LANES, k = s.lanes.indexOf(lane);
    const a = run.arrays[s.array[k]], m = s.moves.filter(move => move.lane === lane)[0];
    const does = { load: "reads ", store: "writes ", atomic: "updates " }[s.kind];
    return "thread " + side.thread + " " + does + cellName(a, m.cell) + ", line " + s.line + " (step " + (side.step + 1) + ")";
}
