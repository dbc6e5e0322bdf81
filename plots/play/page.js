/* page.js: draws what steps.js works out, and listens to keys, buttons and the slider. */
const ROW = 32; /* cells of a row: as many as a warp has lanes, and shared memory banks */
const READABLE = 64; /* threads whose sums fit on a screen */
const FEW = 4; /* cells of arrays that stand side by side */
const MANY = 512; /* cells of an array: of more, only those that a step uses are shown */
const STATES = {
    active: "works in this step", conflict: "works, with a bank conflict", idle: "idle, though its warp works", barrier: "waits",
    other: "its warp has no turn", ended: "has ended", race: "race"
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
            const line = make("li", null, list), all = run.lines.get(source.source + " " + (n + 1));
            make("b", n + 1, line);
            line.heat = make("i", null, line, "heat");
            line.heat.all = all || 0;
            if (all)
                line.heat.style.setProperty("--all", all / Math.max(...run.lines.values()));
            make("code", text, line);
            return line;
        });
    }
    if (!lines.length)
        make("p", "The source is not there any more.", get("source"));
}

function makeCell(list, label) {
    const cell = make("li", null, list, "cell");
    cell.label = make("small", label, cell);
    cell.shows = make("span", "", cell);
    cell.index = label;
    return cell;
}

function makeThreads() {
    get("threads").className = run.info.threads > READABLE ? "many" : "";
    for (let first = 0; first < run.info.threads; first += LANES) {
        const last = Math.min(first + LANES, run.info.threads) - 1;
        const isMany = run.info.threads > READABLE, name = make("p", "threads " + first + " to " + (isMany ? run.info.threads - 1 : last) + " ", get("threads"), "name");
        make("small", isMany ? "a warp in each row" : "warp " + first / LANES, name);
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

function makeBanks(box) {
    const list = make("ol", null, box, "banks");
    list.setAttribute("aria-label", "banks of shared memory");
    list.title = "the 32 banks of shared memory, and how many words of each this step wants";
    for (let b = 0; b < LANES; b++)
        banks.push(make("li", "", list));
}

function makeArray(a, n) {
    const box = make("div", null, get(a.memory === "global" ? "global" : "shared")), shownHere = shownCells(a), isLarge = shownHere.length > MANY;
    const name = make("p", a.name + " ", box, "name");
    const hasBanks = a.memory === "shared" && !banks.length && shownHere.length >= LANES;
    const used = shownHere.filter(cell => cell !== null), isSmall = used.length <= FEW;
    box.className = isSmall ? "few" : "";
    make("small", MEMORY[a.memory] + (isLarge ? ", as far as this step uses it" : ""), name);
    if (hasBanks)
        make("small", "; below it its 32 banks", name, "banked");
    const list = make("ol", null, box, "cells");
    list.setAttribute("aria-label", a.name);
    if (hasBanks)
        makeBanks(box);
    if (isLarge) {
        large.set(n, list);
        return;
    }
    for (const cell of isSmall ? used : shownHere) {
        const e = makeCell(list, cell === null ? "" : cell);
        if (cell === null) {
            e.className = "cell unused";
            e.setAttribute("aria-hidden", "true");
        } else {
            cells[n].set(cell, e);
        }
    }
}

function makeMemory() {
    run.arrays.map((a, n) => [a, n]).filter(([a]) => a.cells.size)
        .sort(([x, m], [y, n]) => (x.memory === "remote") - (y.memory === "remote") || m - n).forEach(([a, n]) => makeArray(a, n));
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
    make("li", "\u2192 where a value goes in this step", get("key"));
}

function makeNotes() {
    const info = run.info, blocks = info.grid[0] * info.grid[1] * info.grid[2], notes = [];
    const about = run.sources.map(source => ((source.text || [""])[0] || "").match(/^\/\* *((?:Lesson|Exercise) [^*]*[^* ])/)).find(m => m), kernel = info.kernel + ", " + plural(info.threads, "thread");
    get("title").textContent = about ? about[1] : kernel;
    document.title = (about ? about[1] + ": " : "") + kernel + " (" + info.program + ")";
    get("subtitle").title = get("subtitle").textContent = (about ? kernel + "; " : "") + (blocks > 1 ? "the first of " + blocks + " blocks; " : "") + "from " + info.from + " (CPU device)";
    notes.push("A thread's cell shows what it last read, stored or added. Each step is one instruction of a warp of 32 threads, in the "
               + "order in which the inspector saw them: it follows a warp until that waits, then the next. A GPU mixes the warps; only "
               + "barriers order them. A row of shared memory is as wide as its 32 banks. Point at a cell, or tap it, to see its exact value. "
               + "Beside each line of the source: how many steps it had so far.");
    if (info.cut)
        notes.push("Only the first " + info.steps + " steps are here: the run is longer.");
    if (info.threads > READABLE)
        notes.push("Of " + info.threads + " threads only the values fit on a screen; point at one, or tap it, to see more.");
    for (const f of run.found.filter(f => !f.at || (f.isRace && !f.before)))
        notes.push("Found elsewhere in the run: " + f.found + " in " + f.kernel + (f.line ? ", line " + f.line : "")
                   + (f.block ? ", block " + f.block : "") + ": " + f.text + ".");
    get("notes").textContent = notes.join(" ");
}

/* ---- What each step changes ---------------------------------------------------------------- */

function setCell(e, name, text, told, above) {
    e.className = "cell " + name + (above ? " sum" : "");
    e.style.setProperty("--n", text.length);
    e.shows.textContent = text;
    e.setAttribute("aria-label", told);
    e.title = told;
    if (e.terms)
        e.terms.remove();
    e.terms = null;
    if (above) {
        e.terms = make("i", above, e);
        e.terms.style.setProperty("--m", Math.max(...above.split("\n").map(term => term.length)));
        e.insertBefore(e.terms, e.shows);
    }
}

/* As in an addition on paper: 13, +8, and the sum below them. Of more terms only how many. */
function termsOf(sum) {
    const signed = x => (x < 0 ? "\u2212" : "+") + numberText(Math.abs(x));
    return sum.terms.length > 2 ? "sum of\n" + sum.terms.length
        : numberText(sum.terms[0].x) + "\n" + signed(sum.terms[1].x);
}

function drawThreads(v, race) {
    v.threads.forEach((t, n) => {
        const text = faceOf(t, wanted), isRace = race && race.some(side => side.thread === n), isAdding = isSum(t.sum) && !wanted;
        setCell(threads[n], t.state + (isRace ? " race" : ""), text,
                "thread " + n + ": " + STATES[t.state] + (isRace ? ", race" : "") + (isAdding ? ", " + sumText(t.sum) : "")
                + (text && !isAdding ? ", " + exact(t.bits, t.size, t.type) : "")
                + (t.got ? ", got " + exact(t.got, t.size, t.type) : "") + (t.moved ? " (" + t.moved + ")" : ""),
                isAdding ? termsOf(t.sum) : t.got && !wanted ? "\u2190" + value(t.got, t.size, t.type) : "");
    });
}

function drawMemory(v, race) {
    const touched = new Map(), sources = new Set(v.arrows.filter(({ from }) => "array" in from).map(({ from }) => from.array + " " + from.cell));
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
            setCell(e, (m ? m.how + (m.conflict ? " conflict" : "") : sources.has(n + " " + cell) ? "source" : "") + (isRace ? " race" : ""), text,
                    cellName(a, cell) + bank + ": " + (text ? exact(bits, a.element, a.type) : "not used yet")
                    + (!m ? "" : m.how === "load" ? ", read by thread " + m.by.join(", ")
                       : ", was " + (exact(m.before, a.element, a.type) || "not used") + ", written by thread " + m.by.join(", "))
                    + (isRace ? ", race" : ""));
        }
    });
    banks.forEach((e, b) => {
        const words = v.banks ? v.banks[b] : 0;
        e.className = words > 1 ? "more" : words ? "one" : "";
        e.textContent = words > 1 ? words + "\u00d7" : "";
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
    lines.forEach((file, number) => file.forEach((line, n) => {
        line.removeAttribute("aria-current");
        line.classList.remove("race");
        if (!line.heat.all)
            return;
        const soFar = v.lines.get(number + " " + (n + 1)) || 0;
        line.heat.textContent = soFar || "";
        line.heat.style.setProperty("--part", soFar / line.heat.all);
        line.heat.title = plural(soFar, "step") + " so far, " + line.heat.all + " at the end";
    }));
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
    get("where").textContent = "Step " + (now + 1) + " of " + run.steps.length + (v.at ? ", line " + v.at.line + (lines.filter(file => file).length > 1 ? " of " + nameOf(v.at.file) : "") : "") + ".";
    get("caption").textContent = v.text + (race ? " Race!" : "");
    get("costs").textContent = v.costs ? v.costs + "." : "";
    const text = get("where").textContent + " " + get("caption").textContent;
    drawArrows(arrows, get("block"), v.arrows, place => "thread" in place ? threads[place.thread] : cells[place.array].get(place.cell));
    get("slider").value = now + 1;
    get("slider").setAttribute("aria-valuetext", text);
}

/* ---- The size of the window ---------------------------------------------------------------- */

/* Lower cells, until all of the block is in sight. */
function fit() {
    const box = get("block");
    for (let density = 0; density <= 4; density++) {
        box.dataset.density = density;
        if (box.scrollHeight <= box.clientHeight)
            break;
    }
    draw();
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

get("counting").onclick = () => {
    const isHidden = document.body.classList.toggle("uncounted");
    get("counting").setAttribute("aria-pressed", String(!isHidden));
    fit();
};
get("block").addEventListener("click", event => {
    const cell = event.target.closest(".cell[title]");
    get("detail").textContent = cell ? cell.title : "";
});
window.addEventListener("resize", fit);

makeSource();
makeThreads();
makeMemory();
makeKey();
makeNotes();
const arrows = makeArrows(get("block"));
document.body.classList.toggle("uncounted", matchMedia("(max-width: 760px)").matches);
get("counting").setAttribute("aria-pressed", String(!document.body.classList.contains("uncounted")));
/* A link may name a step: play05.html#12 */
const asked = Number(location.hash.slice(1));
go(asked > 0 ? Math.floor(asked) - 1 : 0);
fit();
