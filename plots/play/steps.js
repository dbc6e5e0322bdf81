/* steps.js: what a block looks like after each of its steps, from what inspect --trace wrote. Nothing here, nor in names.js,
 * sums.js and words.js, knows of a page: tests run them on their own.
 *
 *   run = read(objects)        one object for each line of the trace
 *   view(run, i)               the block after step i: threads, cells, banks, counts, arrows, and a caption
 *   shown(bits, size, type)    a value as text; bits are hexadecimal digits, the highest first; a float with 4 digits
 */
"use strict";

const LANES = 32;
const POISON = /^(7ffadbad)+$/; /* what fresh shared memory holds, and what a missing lane gives */
const MEMORY = { shared: "shared memory", global: "global memory", remote: "shared memory of another block" };

/* ---- Values -------------------------------------------------------------------------------- */

function numberOf(bits, size, type) {
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setBigUint64(0, BigInt("0x" + (bits || "0")));
    const at = 8 - size;
    if (type === "float")
        return size === 8 ? bytes.getFloat64(at) : size === 4 ? bytes.getFloat32(at) : size === 2 ? half(bytes.getUint16(at)) : NaN;
    if (type === "unsigned")
        return size === 8 ? bytes.getBigUint64(at) : size === 4 ? bytes.getUint32(at) : size === 2 ? bytes.getUint16(at) : bytes.getUint8(at);
    return size === 8 ? bytes.getBigInt64(at) : size === 4 ? bytes.getInt32(at) : size === 2 ? bytes.getInt16(at) : bytes.getInt8(at);
}

function half(bits) {
    const exponent = bits >> 10 & 31, part = bits & 1023;
    const value = exponent === 31 ? (part ? NaN : Infinity) : exponent ? (1 + part / 1024) * 2 ** (exponent - 15) : part / 1024 * 2 ** -14;
    return bits & 32768 ? -value : value;
}

function shown(bits, size, type, digits = 4) {
    if (bits === null || bits === undefined)
        return "";
    if (POISON.test(bits))
        return "?";
    if (type === "hex" || (type === "float" && size === 1))
        return bits;
    const value = numberOf(bits, size, type);
    if (type !== "float" || Number.isInteger(value) && Math.abs(value) < 1e7)
        return String(value);
    return String(Number(value.toPrecision(digits))).replace(/^(-?)0\./, "$1.").replace("e+", "e");
}

/* int or float? Small integers are no sensible floats, and sensible floats are large integers. */
function guess(values, size) {
    let floats = 0, small = 0, all = 0;
    for (const bits of values) {
        if (POISON.test(bits) || /^0*$/.test(bits) || /^f*$/.test(bits))
            continue;
        const f = Math.abs(numberOf(bits, size, "float")), i = Number(numberOf(bits, size, "int"));
        all++;
        floats += f >= 1e-9 && f < 1e12;
        small += Math.abs(i) < (size === 2 ? 1024 : 2 ** 23);
    }
    return size > 1 && all && floats >= 0.9 * all && small < 0.5 * all ? "float" : "int";
}

/* ---- Reading ------------------------------------------------------------------------------- */

function lanesOf(mask) {
    const lanes = [];
    for (let lane = 0; lane < LANES; lane++)
        if (mask >>> lane & 1)
            lanes.push(lane);
    return lanes;
}

/* Splits a value into elements, the lowest address first. */
function elementsOf(bits, element) {
    const parts = [];
    for (let end = bits.length; end > 0; end -= 2 * element)
        parts.push(bits.slice(Math.max(0, end - 2 * element), end));
    return parts;
}

function isAccess(step) { return step.kind === "load" || step.kind === "store" || step.kind === "atomic"; }

function read(objects) {
    const run = { arrays: [], steps: [], found: [], sources: [] };
    for (const o of objects) {
        if ("trace" in o) run.info = o;
        else if ("array" in o && !("step" in o)) run.arrays.push(o);
        else if ("step" in o) run.steps.push(o);
        else if ("found" in o) run.found.push(o);
        else if ("source" in o) run.sources.push(o);
    }
    nameArrays(run);
    for (const a of run.arrays) {
        a.sizes = new Set();
        a.cells = new Set();
    }
    for (const s of run.steps) {
        s.lanes = lanesOf(s.active);
        s.counts = s.counts || {};
        if (isAccess(s))
            s.lanes.forEach((lane, k) => run.arrays[s.array[k]].sizes.add(s.before[k].length / 2));
    }
    /* An element is as large as the smallest access. Two floats may have been moved together, or four. */
    for (const a of run.arrays) {
        a.element = Math.min(...a.sizes);
        const values = [];
        for (const s of run.steps)
            if (isAccess(s))
                s.lanes.forEach((lane, k) => {
                    if (run.arrays[s.array[k]] === a)
                        values.push(s.kind === "load" ? s.before[k] : s.after[k]);
                });
        if (a.element === 16 || (a.element === 8 && guess(values, 8) === "int"
                                 && values.some(v => !/^(00000000|ffffffff)/.test(v) && !POISON.test(v))))
            a.element = 4;
        a.type = guess(values.flatMap(v => elementsOf(v, a.element)), a.element);
    }
    const given = [];
    for (const s of run.steps) {
        if (!isAccess(s)) {
            if (s.before)
                given.push(...s.before, ...s.after);
            continue;
        }
        s.moves = [];               /* every element that a lane uses */
        s.lanes.forEach((lane, k) => {
            const a = run.arrays[s.array[k]], first = Math.floor(s.from[k] / a.element);
            const before = elementsOf(s.before[k], a.element), after = s.after ? elementsOf(s.after[k], a.element) : before;
            before.forEach((bits, n) => {
                a.cells.add(first + n);
                s.moves.push({ lane, array: s.array[k], cell: first + n, before: bits, after: after[n] });
            });
        });
    }
    /* What a shuffle hands on: 4 bytes, unless some have more in the upper half. */
    run.given = { element: given.some(v => !/^(00000000|ffffffff|7ffadbad)/.test(v)) ? 8 : 4 };
    run.given.type = guess(given.map(v => v.slice(-2 * run.given.element)), run.given.element);
    findSums(run);
    for (const f of run.found)
        f.isRace = f.found === "race";
    run.stop = run.found.filter(f => f.at && f.before).sort((a, b) => a.at.step - b.at.step)[0] || null;
    run.arrays.filter(a => !a.cells.size).forEach(a => { a.element = 4; }); /* only of what was not counted */
    run.lines = new Map(); /* how many steps each line has */
    for (const s of run.steps)
        if (s.line)
            run.lines.set(s.file + " " + s.line, (run.lines.get(s.file + " " + s.line) || 0) + 1);
    run.totals = {};
    for (const s of run.steps)
        for (const name in s.counts)
            run.totals[name] = (run.totals[name] || 0) + s.counts[name];
    return run;
}

/* ---- The block after a step ---------------------------------------------------------------- */

function begin(run) {
    const threads = [];
    for (let t = 0; t < run.info.threads; t++)
        threads.push({ state: "other", bits: null, got: null, sum: null, number: null, size: 4, type: "int", moved: "" });
    /* What the block only reads was there before it. */
    const cells = run.arrays.map(() => new Map()), isRead = a => a.memory === "global"
        && run.steps.every(s => s.kind === "load" || !isAccess(s) || !s.moves.some(m => run.arrays[m.array] === a));
    run.arrays.forEach((a, n) => {
        for (const s of isRead(a) ? run.steps : [])
            for (const m of s.moves || [])
                if (m.array === n)
                    cells[n].set(m.cell, m.before);
    });
    return {
        step: -1, threads, counts: {}, at: null, banks: null,
        cells, touched: [], lines: new Map(),
        atBarrier: new Set(), ended: new Uint8Array(run.info.threads)
    };
}

function apply(run, v, i) {
    const s = run.steps[i], first = s.warp * LANES;
    v.step = i;
    v.touched = [];
    v.banks = null;
    if (s.line) {
        v.at = { file: s.file, line: s.line };
        v.lines.set(s.file + " " + s.line, (v.lines.get(s.file + " " + s.line) || 0) + 1);
    }
    for (const name in s.counts)
        v.counts[name] = (v.counts[name] || 0) + s.counts[name];

    v.atBarrier.delete(s.warp);
    for (const lane of s.lanes)
        if (s.kind === "end")
            v.ended[first + lane] = 1;
    if (s.kind === "barrier")
        v.atBarrier.add(s.warp);
    for (let t = 0; t < run.info.threads; t++) {
        const lane = t - first, thread = v.threads[t];
        thread.moved = "";
        thread.sum = null;
        if (s.active >>> lane & 1 && lane >= 0 && lane < LANES)
            thread.got = null;
        if (lane < 0 || lane >= LANES)
            thread.state = v.ended[t] ? "ended" : v.atBarrier.has(Math.floor(t / LANES)) ? "barrier" : "other";
        else if (v.ended[t])
            thread.state = "ended";
        else if (s.active >>> lane & 1)
            thread.state = s.kind === "barrier" || s.kind === "wait" ? "barrier" : (s.conflicts || 0) >>> lane & 1 ? "conflict" : "active";
        else
            thread.state = (s.waiting || 0) >>> lane & 1 ? "barrier" : "idle";
    }
    if (s.opens)
        v.atBarrier.clear();

    if (isAccess(s)) {
        for (const m of s.moves) {
            const a = run.arrays[m.array], bits = s.kind === "load" ? m.before : m.after;
            v.cells[m.array].set(m.cell, bits);
            v.touched.push({ array: m.array, cell: m.cell, thread: first + m.lane, how: s.kind, conflict: !!((s.conflicts || 0) >>> m.lane & 1), before: m.before });
            const thread = v.threads[first + m.lane];
            thread.bits = bits;
            thread.size = a.element;
            thread.type = a.type;
            thread.number = null;
            thread.sum = s.sums.get(m.lane) || null;
            thread.moved = a.name + "[" + m.cell + "]";
        }
        v.banks = banksOf(run, s);
    } else if (s.before) {
        s.lanes.forEach((lane, k) => {
            const thread = v.threads[first + lane];
            thread.size = run.given.element;
            thread.type = run.given.type;
            thread.bits = s.before[k].slice(-2 * thread.size);
            thread.got = s.after[k].slice(-2 * thread.size);
            thread.sum = s.sums.get(lane) || null;
            thread.number = isSum(thread.sum) ? thread.sum.result : null;
            thread.moved = s.operation;
        });
    }
    return v;
}

/* What a thread's cell shows: its value; after a shuffle whose value it adds, the sum. */
function faceOf(t, wanted) { return t.number !== null && !wanted ? numberText(t.number) : shown(t.bits, t.size, wanted || t.type); }

/* How many words of each bank the lanes want; of wide accesses, in the worst group that proceeds together. */
function banksOf(run, s) {
    const words = new Map(), most = new Array(LANES).fill(0);
    if (run.arrays[s.array[0]].memory === "global")
        return null;
    s.lanes.forEach((lane, k) => {
        const size = s.before[k].length / 2, a = run.arrays[s.array[k]], start = a.at + s.from[k];
        const group = Math.floor(lane / (size <= 4 ? LANES : LANES * 4 / size));
        for (let word = Math.floor(start / 4); word <= Math.floor((start + size - 1) / 4); word++) {
            const key = group * LANES + (word % LANES + LANES) % LANES;
            if (!words.has(key))
                words.set(key, new Set());
            words.get(key).add(word);
        }
    });
    for (const [key, set] of words)
        most[key % LANES] = Math.max(most[key % LANES], set.size);
    return most;
}

/* The block after step i. Keeps the last one: the next is made from it. */
function view(run, i) {
    let v = run.last && run.last.step <= i ? run.last : begin(run);
    while (v.step < i)
        v = apply(run, v, v.step + 1);
    run.last = v;
    v.text = caption(run, v);
    v.costs = costs(run, v);
    v.arrows = arrowsOf(run, run.steps[i]);
    v.race = raceAt(run, i);
    return v;
}

/* The race that stops the player, once it has happened: both accesses. */
function raceAt(run, i) {
    const f = run.stop;
    return f && i >= f.at.step ? f : null;
}
