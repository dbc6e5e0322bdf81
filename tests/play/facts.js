/* facts.js PAGE.html: what a player's page holds, worked out without a browser, a line each:
 *   steps N; threads N; count NAME N; loaded ARRAY SUM (of the values loaded from it, each element once);
 *   stored ARRAY[I] VALUE (the last store to global memory); step N LINE SENTENCE; cell STEP ARRAY[I] VALUE (of shared
 *   memory after that step); thread STEP T STATE VALUE; race STEP TEXT, a line for each access; found KIND TEXT */
"use strict";
const fs = require("fs"), path = require("path");
const { read, view, shown, numberOf, accessText } = require(path.resolve("plots/play/steps.js"));

const page = fs.readFileSync(process.argv[2], "utf8");
const run = read(JSON.parse(page.match(/<script type="application\/json" id="run">([^]*?)<\/script>/)[1]));
const say = (...words) => console.log(words.join(" "));

say("steps", run.steps.length);
say("threads", run.info.threads);
for (const name in run.totals)
    say("count", name, run.totals[name]);
run.arrays.forEach((a, n) => {
    const seen = new Map();
    for (const s of run.steps)
        for (const m of s.kind === "load" ? s.moves : [])
            if (m.array === n)
                seen.set(m.cell, Number(numberOf(m.before, a.element, a.type)));
    if (seen.size)
        say("loaded", a.name, [...seen.values()].reduce((x, y) => x + y));
});
const last = run.steps.filter(s => s.kind === "store" && run.arrays[s.array[0]].memory === "global").pop();
if (last)
    for (const m of last.moves)
        say("stored", run.arrays[m.array].name + "[" + m.cell + "]", shown(m.after, run.arrays[m.array].element, run.arrays[m.array].type));
for (let i = 0; i < run.steps.length; i++) {
    const v = view(run, i);
    say("step", i + 1, v.at ? v.at.line : "-", v.text);
    run.arrays.forEach((a, n) => {
        if (a.memory === "shared")
            for (const [cell, bits] of v.cells[n])
                say("cell", i + 1, a.name + "[" + cell + "]", shown(bits, a.element, a.type));
    });
    v.threads.forEach((t, n) => say("thread", i + 1, n, t.state, shown(t.bits, t.size, t.type)));
}
if (run.stop)
    for (const side of [run.stop.before, run.stop.at])
        say("race", run.stop.at.step + 1, accessText(run, side));
for (const f of run.found)
    say("found", f.found, f.text);
