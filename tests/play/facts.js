/* facts.js PAGE.html: what a player's page holds, worked out without a browser, a line each:
 *   steps N; threads N; count NAME N; loaded ARRAY SUM (of the values loaded from it, each element once);
 *   range ARRAY LEAST MOST; at LINE, for each step; sum STEP LANE OF-TERMS RESULT; arrow STEP FROM -> TO;
 *   stored ARRAY[I] VALUE (the last store to global memory); step N LINE SENTENCE; cell STEP ARRAY[I] VALUE (of shared
 *   memory after that step); thread STEP T STATE VALUE; race STEP TEXT, a line for each access; found KIND TEXT */
"use strict";
const fs = require("fs"), vm = require("vm");
for (const name of ["steps", "names", "sums", "words"]) /* as in the page: one script after another */
    vm.runInThisContext(fs.readFileSync("plots/play/" + name + ".js", "utf8"), name + ".js");

const page = fs.readFileSync(process.argv[2], "utf8");
const run = read(JSON.parse(page.match(/<script type="application\/json" id="run">([^]*?)<\/script>/)[1]));
const say = (...words) => console.log(words.join(" "));

const placeOf = place => "thread" in place ? "thread " + place.thread : cellName(run.arrays[place.array], place.cell);

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
    if (seen.size) {
        say("loaded", a.name, [...seen.values()].reduce((x, y) => x + y));
        say("range", a.name, Math.min(...seen.values()), Math.max(...seen.values()));
    }
});
const last = run.steps.filter(s => s.kind === "store" && run.arrays[s.array[0]].memory === "global").pop();
if (last)
    for (const m of last.moves)
        say("stored", cellName(run.arrays[m.array], m.cell), shown(m.after, run.arrays[m.array].element, run.arrays[m.array].type));
for (let i = 0; i < run.steps.length; i++) {
    const v = view(run, i);
    say("step", i + 1, v.at ? v.at.line : "-", v.text + (v.costs ? " " + v.costs + "." : ""));
    if (run.steps[i].line)
        say("at", run.steps[i].line);
    for (const [lane, sum] of run.steps[i].sums)
        if (isSum(sum))
            say("sum", i + 1, lane, sum.terms.reduce((x, t) => x + t.x, 0), sum.result);
    for (const { from, to } of v.arrows)
        say("arrow", i + 1, placeOf(from), "->", placeOf(to));
    run.arrays.forEach((a, n) => {
        if (a.memory === "shared")
            for (const [cell, bits] of v.cells[n])
                say("cell", i + 1, cellName(a, cell), shown(bits, a.element, a.type));
    });
    v.threads.forEach((t, n) => say("thread", i + 1, n, t.state, faceOf(t, "")));
}
if (run.stop)
    for (const side of [run.stop.before, run.stop.at])
        say("race", run.stop.at.step + 1, accessText(run, side));
for (const f of run.found)
    say("found", f.found, f.text);
