/* page.js: draws what steps.js works out, and listens to keys, buttons and the slider. */
const ROW = 16; /* cells of a row */
const READABLE = 64; /* threads whose values fit on a screen */
const MANY = 512; /* cells of an array: of more, only those that a step uses are shown */
const STATES = {
    active: "active", conflict: "active, bank conflict", idle: "idle lane of an active warp", barrier: "waits at a barrier",
    other: "its warp does not run in this step", ended: "thread ended", race: "race"
};
const COUNTS = [
    ["global loads", "global_load"], ["global stores", "global_store"], ["shared loads", "shared_load"],
    ["shared stores", "shared_store"], ["remote loads", "remote_load"], ["remote stores", "remote_store"],
    ["global atomics", "global_atomic"], ["shared atomics", "shared_atomic"], ["remote atomics", "remote_atomic"]
];
const SINGLE = [["barriers", "barriers"], ["warp syncs", "warp_syncs"], ["shuffles", "shuffles"],
                ["divergent ifs", "divergent_ifs"], ["bulk copies", "bulk_copies"]];

const run = read(JSON.parse(document.getElementById("run").textContent));
const get = id => document.getElementById(id);
let now = 0, timer = 0, wanted = "";

function make(tag, text, parent, name) {
    const e = document.createElement(tag);
    if (text !== null)
        e.textContent = text;
    if (name)
        e.className = name;
    if (parent)
        parent.append(e);
    return e;
}

function value(bits, size, type) { return shown(bits, size, wanted || type); }
function exact(bits, size, type) { return shown(bits, size, wanted || type, size === 8 ? 15 : 8); }

/* ---- What is made once --------------------------------------------------------------------- */

const lines = [], threads = [], cells = run.arrays.map(() => new Map()), banks = [], large = new Map();

function makeSource() {
    for (const source of run.sources) {
        const used = run.steps.some(s => s.line && s.file === source.source);
        if (!used || !source.text)
            continue;
        make("h2", source.name, get("source"));
        const list = make("ol", null, get("source"));
        lines[source.source] = source.text.map((text, n) => {
            const line = make("li", null, list);
            make("b", n + 1, line);
            make("code", text, line);
            return line;
        });
    }
    if (!lines.length)
        make("p", "The source is not there any more.", get("source"));
}

function makeCell(list, label) {
    const cell = make("li", null, list, "cell");
    make("small", label, cell);
    cell.shows = make("span", "", cell);
    return cell;
}

function makeThreads() {
    get("threads").className = run.info.threads > READABLE ? "many"
        : run.steps.some(s => s.kind === "meeting" && s.before) ? "tall" : "";
    for (let first = 0; first < run.info.threads; first += LANES) {
        const last = Math.min(first + LANES, run.info.threads) - 1;
        const name = make("p", "warp " + first / LANES, get("threads"), "name");
        const list = make("ol", null, get("threads"), "cells");
        name.id = "warp" + first / LANES;
        list.setAttribute("aria-labelledby", name.id);
        for (let t = first; t <= last; t++)
            threads.push(makeCell(list, t));
    }
}

/* Which cells to show: all of a small shared array, otherwise the rows that the block uses. */
function shownCells(a) {
    const all = a.bytes / a.element, rows = new Set();
    if (a.memory !== "global" && all <= 1024)
        return Array.from({ length: Math.ceil(all) }, (_, n) => n);
    for (const cell of a.cells)
        rows.add(Math.floor(cell / ROW));
    return [...rows].sort((x, y) => x - y).flatMap(row => Array.from({ length: ROW }, (_, n) => row * ROW + n)
        .map(cell => cell < all && (a.cells.has(cell) || all <= 64) ? cell : null));
}

function makeMemory() {
    const order = ["shared", "remote", "global"];
    const arrays = run.arrays.map((a, n) => n).filter(n => run.arrays[n].cells.size)
        .sort((x, y) => order.indexOf(run.arrays[x].memory) - order.indexOf(run.arrays[y].memory) || x - y);
    if (arrays.some(n => run.arrays[n].memory !== "global")) {
        const title = make("h2", "Banks ", get("memory"));
        make("small", "how many words of each bank this step wants: a wavefront for each", title);
        const list = make("ol", null, get("memory"), "banks");
        list.setAttribute("aria-label", "banks of shared memory");
        for (let b = 0; b < LANES; b++)
            banks.push(make("li", b, list));
    }
    let memory = "";
    for (const n of arrays) {
        const a = run.arrays[n];
        if (a.memory !== memory) {
            const title = make("h2", MEMORY[a.memory][0].toUpperCase() + MEMORY[a.memory].slice(1) + " ", get("memory"));
            if (a.memory === "shared" && a.element === 4)
                make("small", "word i of it is in bank i % 32", title);
            memory = a.memory;
        }
        const shownHere = shownCells(a), box = make("div", null, get("memory"), shownHere.length > 2 * READABLE ? "compact" : "");
        const isLarge = shownHere.length > MANY;
        make("p", a.name + (isLarge ? ", as far as this step uses it" : a.memory === "global" ? ", as far as this block uses it" : "")
             + (box.className && !isLarge ? "; " + ROW + " in a row" : ""), box, "name");
        const list = make("ol", null, box, "cells");
        list.setAttribute("aria-label", a.name);
        if (isLarge) {
            box.className = "";
            large.set(n, list);
            continue;
        }
        for (const cell of shownHere) {
            const e = makeCell(list, cell === null ? "" : cell);
            if (cell === null) {
                e.className = "cell unused";
                e.setAttribute("aria-hidden", "true");
            } else {
                cells[n].set(cell, e);
            }
        }
    }
}

function makeKey() {
    const used = new Set(["active"]);
    for (let i = 0; i < run.steps.length; i++)
        for (const t of view(run, i).threads)
            used.add(t.state);
    if (run.stop)
        used.add("race");
    for (const state in STATES)
        if (used.has(state)) {
            const item = make("li", null, get("key"));
            make("span", "", item, "cell " + state).setAttribute("aria-hidden", "true");
            item.append(STATES[state]);
        }
}

function makeNotes() {
    const info = run.info, blocks = info.grid[0] * info.grid[1] * info.grid[2], notes = [];
    get("title").textContent = info.kernel + ", block of " + plural(info.threads, "thread");
    document.title = get("title").textContent + " (" + info.program + ")";
    get("subtitle").title = get("subtitle").textContent = "from " + info.from + " (CPU device)" + (blocks > 1 ? "; the first of " + blocks + " blocks" : "");
    notes.push("A step is an instruction of a warp, in the order in which the inspector saw them: it follows a warp until that "
               + "waits, then the next. A GPU mixes the warps; only barriers order them.");
    if (info.cut)
        notes.push("Only the first " + info.steps + " steps are here: the run is longer.");
    if (info.threads > READABLE)
        notes.push("The values of " + READABLE + " threads fit on a screen; of this block's " + info.threads + " point at one to see its value.");
    for (const f of run.found.filter(f => !f.at || (f.isRace && !f.before)))
        notes.push("Found elsewhere in the run: " + f.found + " in " + f.kernel + (f.line ? ", line " + f.line : "")
                   + (f.block ? ", block " + f.block : "") + ": " + f.text + ".");
    if (get("threads").className === "many")
        get("legend").textContent = "";
    else if (get("threads").className === "tall")
        get("legend").textContent = "and what each last loaded, stored or gave to the warp; \u2190 what it got";
    get("notes").textContent = notes.join(" ");
}

/* ---- What each step changes ---------------------------------------------------------------- */

function setCell(e, name, text, told) {
    e.className = "cell " + name;
    e.style.setProperty("--n", text.length);
    e.shows.textContent = text;
    if (e.lastChild !== e.shows)
        e.lastChild.remove();
    e.setAttribute("aria-label", told);
    e.title = told;
}

function drawThreads(v, race) {
    v.threads.forEach((t, n) => {
        const text = value(t.bits, t.size, t.type), got = t.got ? value(t.got, t.size, t.type) : "";
        const isRace = race && race.some(side => side.thread === n);
        setCell(threads[n], t.state + (isRace ? " race" : ""), text,
                "thread " + n + ": " + STATES[t.state] + (isRace ? ", race" : "") + (text ? ", " + exact(t.bits, t.size, t.type) : "")
                + (got ? ", got " + exact(t.got, t.size, t.type) : "") + (t.moved ? " (" + t.moved + ")" : ""));
        if (got)
            make("i", "\u2190" + got, threads[n]).style.setProperty("--m", got.length + 1);
    });
}

function drawMemory(v, race) {
    const touched = new Map();
    for (const m of v.touched) {
        const key = m.array + " " + m.cell, before = touched.get(key);
        touched.set(key, { how: m.how, conflict: m.conflict || (before && before.conflict), before: before ? before.before : m.before,
                           by: (before ? before.by : []).concat(m.thread) });
    }
    for (const [n, list] of large) {
        list.textContent = "";
        cells[n].clear();
        for (const cell of [...new Set(v.touched.filter(m => m.array === n).map(m => m.cell))].sort((x, y) => x - y))
            cells[n].set(cell, makeCell(list, cell));
    }
    run.arrays.forEach((a, n) => {
        for (const [cell, e] of cells[n]) {
            const bits = v.cells[n].get(cell), m = touched.get(n + " " + cell);
            const text = bits === undefined ? "" : value(bits, a.element, a.type);
            const isRace = race && race.some(side => side.array === n && side.cell === cell);
            const bank = a.memory === "global" ? "" : ", bank " + Math.floor((a.at + cell * a.element) / 4) % LANES;
            setCell(e, (m ? m.how + (m.conflict ? " conflict" : "") : "") + (isRace ? " race" : ""), text,
                    a.name + "[" + cell + "]" + bank + ": " + (text ? exact(bits, a.element, a.type) : "not used yet")
                    + (!m ? "" : m.how === "load" ? ", read by thread " + m.by.join(", ")
                       : ", was " + (exact(m.before, a.element, a.type) || "not used") + ", written by thread " + m.by.join(", "))
                    + (isRace ? ", race" : ""));
        }
    });
    banks.forEach((e, b) => {
        const words = v.banks ? v.banks[b] : 0;
        e.className = words > 1 ? "more" : words ? "one" : "";
        e.textContent = words > 1 ? words + "\u00d7" : b;
        e.setAttribute("aria-label", "bank " + b + ": " + plural(words, "word"));
    });
}

function ratio(v, name) {
    return run.totals[name] === undefined ? "" : (v.counts[name] || 0) + " [" + run.totals[name] + "]";
}

function drawCounts(v) {
    const table = get("counts");
    table.textContent = "";
    const head = make("tr", null, make("thead", null, table)), body = make("tbody", null, table);
    const columns = ["requests", "sectors", "wavefronts", "excess", "lanes"]
        .filter(column => COUNTS.some(([, name]) => run.totals[name + "_" + column]));
    for (const name of ["", ...columns])
        make("th", name, head).scope = "col";
    for (const [label, name] of COUNTS) {
        if (!run.totals[name + "_requests"])
            continue;
        const row = make("tr", null, body);
        make("th", label, row).scope = "row";
        for (const column of columns)
            make("td", ratio(v, name + "_" + column), row);
    }
    for (const [label, name] of SINGLE) {
        if (!run.totals[name])
            continue;
        const row = make("tr", null, body);
        make("th", label, row).scope = "row";
        make("td", ratio(v, name), row);
    }
}

function drawSource(v, race) {
    for (const file of lines)
        for (const line of file || []) {
            line.removeAttribute("aria-current");
            line.classList.remove("race");
        }
    const line = v.at && lines[v.at.file] && lines[v.at.file][v.at.line - 1];
    if (line) {
        line.setAttribute("aria-current", "step");
        const box = get("source"), place = line.offsetTop - box.offsetTop;
        if (place < box.scrollTop + 40 || place > box.scrollTop + box.clientHeight - 80)
            box.scrollTop = place - box.clientHeight / 2;
    }
    for (const side of race || []) {
        const s = run.steps[side.step], at = lines[s.file] && lines[s.file][s.line - 1];
        if (at)
            at.classList.add("race");
    }
}

/* The two accesses of the race, as steps.js says where they are. */
function sidesOf(f) {
    return [f.before, f.at].map(side => {
        const s = run.steps[side.step], m = s.moves.find(move => move.lane === side.thread % LANES);
        return { step: side.step, thread: side.thread, array: m.array, cell: m.cell };
    });
}

function drawFound(v) {
    const box = get("found"), here = run.found.filter(f => f.at && !f.isRace && v.step >= f.at.step);
    const shownNow = (v.race ? "race" : "") + here.length;
    if (box.shownNow === shownNow)
        return;
    box.shownNow = shownNow;
    box.textContent = "";
    box.hidden = !v.race && !here.length;
    if (v.race) {
        const p = make("p", null, box);
        make("strong", "Race: ", p);
        p.append(v.race.text + ". ");
        for (const side of [v.race.before, v.race.at]) {
            const button = make("button", accessText(run, side), p);
            button.type = "button";
            button.onclick = () => go(side.step);
        }
        const more = run.found.filter(f => f.before && f.at.step >= v.race.at.step).length - 1;
        if (more)
            make("small", more + " more like it", p);
        make("p", v.race.fix + " What follows in this run need not happen in another.", box);
    }
    for (const f of here) {
        const p = make("p", null, box);
        make("strong", f.found + ": ", p);
        p.append(f.text + " (line " + f.line + "). " + f.fix);
    }
}

function nameOf(file) { return run.sources.find(source => source.source === file).name.replace(/.*\//, ""); }

function draw() {
    const v = view(run, now), race = v.race && now === run.stop.at.step ? sidesOf(v.race) : null;
    drawThreads(v, race);
    drawMemory(v, race);
    drawCounts(v);
    drawSource(v, v.race ? sidesOf(v.race) : null);
    drawFound(v);
    const text = "Step " + (now + 1) + " of " + run.steps.length + (v.at ? ", line " + v.at.line + (lines.filter(file => file).length > 1 ? " of " + nameOf(v.at.file) : "") : "") + ". " + v.text
                 + (race ? " Race!" : "");
    get("step").textContent = text;
    get("slider").value = now + 1;
    get("slider").setAttribute("aria-valuetext", text);
}

/* ---- Moving -------------------------------------------------------------------------------- */

function go(to) {
    now = Math.max(0, Math.min(run.steps.length - 1, to));
    draw();
}

/* The last step; but a race stops on the way to it. */
function goal() { return run.stop && now < run.stop.at.step ? run.stop.at.step : run.steps.length - 1; }

function stop() {
    clearInterval(timer);
    timer = 0;
    get("play").textContent = "\u25B6 play";
    get("play").setAttribute("aria-label", "play (space)");
}

function play() {
    if (timer) {
        stop();
        return;
    }
    if (now === run.steps.length - 1)
        go(0);
    const end = goal();
    timer = setInterval(() => {
        go(now + 1);
        if (now >= end)
            stop();
    }, Number(get("speed").value));
    get("play").textContent = "\u2016 pause";
    get("play").setAttribute("aria-label", "pause (space)");
}

const KEYS = {
    ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(goal()), " ": play
};

document.addEventListener("keydown", event => {
    const at = event.target.tagName;
    if (event.ctrlKey || event.altKey || event.metaKey || at === "SELECT" || (event.key === " " && at === "BUTTON") || !KEYS[event.key])
        return;
    event.preventDefault();
    if (event.key !== " ")
        stop();
    KEYS[event.key]();
});
for (const [id, does] of [["first", "Home"], ["back", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"]])
    get(id).onclick = () => { stop(); KEYS[does](); };
get("play").onclick = play;
get("slider").max = run.steps.length;
get("slider").oninput = () => { stop(); go(Number(get("slider").value) - 1); };
get("speed").onchange = () => { if (timer) { stop(); play(); } };
get("type").onchange = () => { wanted = get("type").value; draw(); };

const dark = window.matchMedia("(prefers-color-scheme: dark)");
document.documentElement.classList.toggle("dark", dark.matches);
get("theme").onclick = () => document.documentElement.classList.toggle("dark");

makeSource();
makeThreads();
makeMemory();
makeKey();
makeNotes();
/* A link may name a step: play05.html#12 */
const asked = Number(location.hash.slice(1));
go(asked > 0 ? Math.floor(asked) - 1 : 0);
