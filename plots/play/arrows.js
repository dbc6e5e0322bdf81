/* arrows.js: draws the arrows of a step over the block. elementOf says which element shows a place, if one does. */

function makeArrows(box) {
    box.insertAdjacentHTML("beforeend", "<svg id=\"arrows\" aria-hidden=\"true\"></svg>");
    return box.lastElementChild;
}

/* From edge to edge, and between cells of one row in an arc above it. Each arrives from straight above or below. */
function arrowOf(a, b, air) {
    const x1 = (a.left + a.right) / 2, x2 = (b.left + b.right) / 2, isArc = Math.abs(a.top - b.top) < a.height / 2, isDown = isArc || b.top > a.top;
    const y1 = isArc ? a.top + 3 : isDown ? a.bottom - 3 : a.top + 3, y2 = isDown ? b.top + 3 : b.bottom - 3;
    const bend = isArc ? a.top - Math.min(air + 10, 6 + Math.abs(x2 - x1) / 5) : (y1 + y2) / 2, tail = y2 + (isDown ? -6 : 6);
    return `<path d="M${x1} ${y1}C${x1} ${bend} ${x2} ${bend} ${x2} ${tail}"/><path class="head" d="M${x2 - 3.5} ${tail}H${x2 + 3.5}L${x2} ${y2}z"/>`;
}

function drawArrows(all, box, arrows, elementOf) {
    const frame = box.getBoundingClientRect(), air = parseFloat(getComputedStyle(box).getPropertyValue("--air")); /* above the cells */
    const right = box.scrollLeft - frame.left - box.clientLeft, down = box.scrollTop - frame.top - box.clientTop;
    const place = e => {
        const r = e.getBoundingClientRect();
        return { left: r.left + right, right: r.right + right, top: r.top + down, bottom: r.bottom + down, height: r.height };
    };
    all.setAttribute("height", 1); /* it does not count for the height of the box */
    all.setAttribute("width", box.clientWidth);
    all.setAttribute("height", box.scrollHeight);
    all.innerHTML = `<g class="${arrows.length > 8 ? "many" : "few"}">` + arrows.map(({ from, to }) => [elementOf(from), elementOf(to)])
        .filter(([from, to]) => from && to).map(([from, to]) => arrowOf(place(from), place(to), air)).join("") + "</g>";
}
