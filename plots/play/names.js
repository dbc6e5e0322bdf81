/* names.js: what the source calls the arrays in global memory. Memory itself has no names; but each access has a line of
 * the source, and on it stands `in[i]` or `*result`.
 *
 *   nameArrays(run)            gives the arrays of a run their names; what no line names keeps what the trace calls it */
"use strict";

/* The parameters of a kernel that are pointers: as a learner knows the arrays. */
function pointersOf(run) {
    const name = run.info.kernel.replace(/<.*/, "").replace(/.*::/, "").replace(/[^A-Za-z0-9_]/g, "");
    for (const source of run.sources) {
        const text = (source.text || []).join("\n"), at = text.search(new RegExp("\\b" + name + "\\s*\\([^()]*\\*"));
        if (name && at >= 0)
            return text.slice(at).replace(/^[^(]*\(/, "").replace(/\)[^]*/, "").split(",").filter(p => p.includes("*"))
                .map(p => (p.match(/(\w+)\s*$/) || [])[1]).filter(p => p);
    }
    return [];
}

/* What a line may call the array that a step uses: of a store what stands before the =, of a load what stands behind it. */
function namesOn(line, kind, pointers, taken) {
    const code = line.replace(/"[^"]*"/g, "").replace(/\/\/.*|\/\*.*?(\*\/|$)/g, "");
    const [, left, compound, right] = code.match(/^(.*?[^=!<>+\-*/&|^%])\s*([+\-*/&|^%]?|<<|>>)=(?!=)(.*)$/) || [null, "", "", code];
    const part = kind === "store" && left ? left : kind === "load" && !compound ? right : left + " " + right;
    const words = part.match(/\w+/g) || [], known = pointers.filter(p => words.includes(p));
    const indexed = [...part.matchAll(/(\w+(?:(?:\.|->)\w+)*)\)?\s*\[/g), ...part.matchAll(/(?<!&\s*)&\s*(?!&)(\w+)/g), ...part.matchAll(/(?:^|[(,=;?:]|&&)\s*\*\s*(?:\w+(?:\.|->))*(\w+)/g)].map(m => m[1]);
    return [...new Set(known.length ? known : indexed)].filter(name => !taken.has(name) && !/^\d/.test(name));
}

/* `const int4 *fours = (const int4 *)in;`: what in is called there. */
function aliasesOf(run) {
    const aliases = new Map();
    for (const source of run.sources)
        for (const line of source.text || []) {
            const m = line.match(/\*\s*(?:const\s+)?(\w+)\s*=\s*(?:\([^()]*\*\s*\)|reinterpret_cast<[^;]*>\()\s*(\w+)\)?;/);
            if (m)
                aliases.set(m[1], m[2]);
        }
    return aliases;
}

function lineOf(run, s) {
    const source = run.sources.find(from => from.source === s.file);
    return (source && source.text && source.text[s.line - 1]) || "";
}

function nameArrays(run) {
    const pointers = pointersOf(run), aliases = aliasesOf(run);
    const ofShared = new Set(run.arrays.filter(a => a.memory !== "global").map(a => a.name)), used = new Map(), turns = new Map();
    const votes = run.arrays.map(() => new Map());
    for (const s of run.steps) {
        /* Of a[i] + b[i], the first load of the warp is of a. */
        const here = [s.file, s.line, s.kind].join(" "), before = turns.get(s.warp), turn = before && before.here === here ? before.turn + 1 : 0;
        const line = s.array && lineOf(run, s);
        turns.set(s.warp, { here, turn });
        for (const n of line ? new Set(s.array) : []) {
            const names = namesOn(line, s.kind, pointers, ofShared).map(name => aliases.get(name) || name);
            names.forEach((name, k) => votes[n].set(name, (votes[n].get(name) || 0) + (k === turn ? 2 : 1) / names.length ** 2));
        }
    }
    let unnamed = 0;
    run.arrays.forEach((a, n) => {
        const order = [...votes[n]].sort((x, y) => y[1] - x[1]).map(([name]) => name), best = order.find(name => !used.has(name)) || order[0];
        a.name = (a.memory === "global" && best) || a.name || (a.memory === "global" ? "array " + ++unnamed : a.memory);
        used.set(a.name, (used.get(a.name) || 0) + 1);
        if (used.get(a.name) > 1) /* one name, two arrays: they change places */
            a.name += " (" + used.get(a.name) + ")";
    });
}
