// Draws what lies on a table: tiles and mosaic, MOSAIX boards and dice, and the curve of scores.
// Everything is SVG made of elements; no text from elsewhere is ever read as markup.
(function () {
  "use strict";

  var SVG = "http://www.w3.org/2000/svg";
  var INK = { K: "rgb(34,35,38)", R: "rgb(200,34,46)", B: "rgb(24,100,194)", O: "rgb(208,100,0)" };
  var STONE_INK = { K: "rgb(46,46,48)", R: "rgb(137,46,52)", B: "rgb(40,82,134)", O: "rgb(141,82,27)" };
  var SIGN = { O: "rgb(20,88,176)", T: "rgb(182,78,0)", X: "rgb(38,40,44)" };
  var WIDE = 0.8; // of a tile's height

  function el(name, attributes) {
    var made = document.createElementNS(SVG, name);
    Object.keys(attributes || {}).forEach(function (key) {
      made.setAttribute(key, attributes[key]);
    });
    for (var at = 2; at < arguments.length; at += 1) {
      if (arguments[at]) made.appendChild(arguments[at]);
    }
    return made;
  }

  function html(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function box(x, y, width, height, fill, radius, more) {
    var all = { x: x, y: y, width: width, height: height, rx: radius, fill: fill };
    Object.keys(more || {}).forEach(function (key) { all[key] = more[key]; });
    return el("rect", all);
  }

  var count = 0;

  function gradients(svg) {
    // each picture brings its own: one that is hidden would take them away from all others
    count += 1;
    var ivory = "ivory" + count, stone = "stone" + count, glow = "glow" + count;
    svg.appendChild(el("defs", {},
      el("linearGradient", { id: ivory, x1: 0, y1: 0, x2: 0, y2: 1 },
        el("stop", { offset: 0.25, "stop-color": "rgb(253,250,242)" }),
        el("stop", { offset: 1, "stop-color": "rgb(240,231,211)" })),
      el("linearGradient", { id: stone, x1: 0, y1: 0, x2: 0, y2: 1 },
        el("stop", { offset: 0.25, "stop-color": "rgb(186,187,183)" }),
        el("stop", { offset: 1, "stop-color": "rgb(166,167,163)" })),
      el("filter", { id: glow, x: "-60%", y: "-60%", width: "220%", height: "220%" },
        el("feGaussianBlur", { stdDeviation: 0.09 }))));
    return { ivory: "url(#" + ivory + ")", stone: "url(#" + stone + ")", glow: "url(#" + glow + ")" };
  }

  function mark(colour, x, y, side, ink) {
    var half = side / 2;
    if (colour === "K") return el("circle", { cx: x, cy: y, r: half * 0.84, fill: ink });
    if (colour === "B") return box(x - half * 0.8, y - half * 0.8, side * 0.8, side * 0.8, ink, 0);
    var points = colour === "R"
      ? [[x, y - half], [x + half, y + half * 0.84], [x - half, y + half * 0.84]]
      : [[x, y - half], [x + half, y], [x, y + half], [x - half, y]];
    return el("polygon", { points: points.map(function (p) { return p.join(","); }).join(" "), fill: ink });
  }

  // A tile in a box of WIDE by 1 with its left upper corner at x, y; `name` is R7, or * for the joker
  function tile(fills, name, x, y, look) {
    var gap = 0.03, wide = WIDE - 2 * gap, high = 1 - 2 * gap, deep = 0.055, round = wide * 0.12;
    var left = x + gap, top = y + gap, face = high - deep, middle = left + wide / 2;
    var isStone = look.floating, group = el("g", look.fresh ? { class: "new" } : {});
    group.appendChild(box(left - 0.012, top + 0.03, wide + 0.024, high + 0.012, "rgba(4,12,9,0.5)", round));
    if (look.gold) {
      group.appendChild(box(left - 0.04, top - 0.04, wide + 0.08, high + 0.08, "rgb(246,190,66)", round + 0.04,
        look.strong ? { filter: fills.glow } : {}));
      group.appendChild(box(left - 0.035, top - 0.035, wide + 0.07, high + 0.07, "rgb(246,190,66)", round + 0.035));
    }
    group.appendChild(box(left, top + deep, wide, high - deep, isStone ? "rgb(110,112,109)" : "rgb(201,187,155)", round));
    group.appendChild(box(left, top, wide, face, isStone ? fills.stone : fills.ivory, round));
    if (isStone) {
      group.appendChild(box(left + 0.04, top + 0.04, wide - 0.08, face - 0.08, "none", round * 0.7,
        { stroke: "rgb(92,94,92)", "stroke-width": 0.02, "stroke-dasharray": "0.08 0.08" }));
    }
    if (name === "*") {
      var radius = wide * 0.36, centre = top + face / 2, red = "rgb(196,40,60)";
      group.appendChild(el("circle", { cx: middle, cy: centre, r: radius * 0.93, fill: "none", stroke: red, "stroke-width": radius * 0.13 }));
      [-1, 1].forEach(function (side) {
        group.appendChild(el("circle", { cx: middle + side * radius * 0.36, cy: centre - radius * 0.22, r: radius * 0.12, fill: red }));
      });
      var mouth = radius * 0.55, lip = centre + radius * 0.16;
      group.appendChild(el("path", { d: "M" + (middle - mouth) + " " + lip + "a" + mouth + " " + mouth + " 0 0 0 " + 2 * mouth + " 0z", fill: red }));
      return group;
    }
    var colour = name[0], ink = (isStone ? STONE_INK : INK)[colour], value = name.slice(1);
    var size = value.length > 1 ? 0.5 : 0.56;
    var digit = el("text", { class: "digit", x: middle, y: top + face * 0.42 + size * 0.36, "font-size": size, fill: ink });
    if (value.length > 1) digit.setAttribute("letter-spacing", -0.02);
    digit.textContent = value;
    group.appendChild(digit);
    group.appendChild(mark(colour, middle, top + face * 0.83, 0.16, ink));
    return group;
  }

  function cellOf(name) {
    return { row: parseInt(name[0], 10), column: parseInt(name.slice(1), 10) };
  }

  // The mosaic of a view; `fresh` are cells whose tile has just come, `room` cells to be kept in sight
  function mosaic(view, fresh, spoken, room) {
    var cells = Object.keys(view.mosaic), shown = cells.concat(view.last || [], room || []).map(cellOf);
    shown.push({ row: 3, column: -2 }, { row: 5, column: 2 });
    var rows = shown.map(function (c) { return c.row; }), columns = shown.map(function (c) { return c.column; });
    var top = Math.min.apply(null, rows), left = Math.min.apply(null, columns);
    var high = Math.max.apply(null, rows) - top + 1, wide = Math.max.apply(null, columns) - left + 1;
    var svg = el("svg", {
      viewBox: [-0.1, -0.1, wide * WIDE + 0.2, high + 0.2].join(" "), role: "img", "aria-label": spoken || "",
    });
    var fills = gradients(svg), last = view.last || [], line = view.line || [];
    function at(cell) { return [(cell.column - left) * WIDE, cell.row - top]; }
    last.forEach(function (name) {
      if (name in view.mosaic) return;
      var place = at(cellOf(name));
      svg.appendChild(box(place[0] + 0.04, place[1] + 0.04, WIDE - 0.08, 0.92, "rgba(0,0,0,0.25)", 0.09,
        { stroke: "rgb(246,190,66)", "stroke-opacity": 0.7, "stroke-width": 0.025, "stroke-dasharray": "0.09 0.07" }));
    });
    var joker = at({ row: 4, column: 0 });
    svg.appendChild(tile(fills, "*", joker[0], joker[1], {}));
    // what is marked comes last, so that its light falls on its neighbours
    cells.sort(function (one, two) { return rank(one) - rank(two); });
    function rank(name) { return last.indexOf(name) >= 0 ? 2 : line.indexOf(name) >= 0 ? 1 : 0; }
    cells.forEach(function (name) {
      var place = at(cellOf(name)), isLast = last.indexOf(name) >= 0;
      svg.appendChild(tile(fills, view.mosaic[name], place[0], place[1], {
        floating: (view.floating || []).indexOf(name) >= 0,
        gold: isLast || line.indexOf(name) >= 0,
        strong: isLast,
        fresh: (fresh || []).indexOf(name) >= 0,
      }));
    });
    return svg;
  }

  function one(name) {
    var svg = el("svg", { viewBox: "0 0 " + WIDE + " 1", "aria-hidden": "true" });
    svg.appendChild(tile(gradients(svg), name, 0, 0, {}));
    return svg;
  }

  // MOSAIX

  function sign(symbol, x, y, side, faint) {
    var ink = SIGN[symbol], more = { fill: "none", stroke: ink, "stroke-linecap": "round", "stroke-linejoin": "round" };
    if (faint) more.opacity = 0.32;
    function scaled(px, py) { return (x + px * side) + " " + (y + py * side); }
    if (symbol === "O") {
      more["stroke-width"] = 0.16 * side;
      return el("circle", Object.assign(more, { cx: x + side / 2, cy: y + side / 2, r: 0.34 * side }));
    }
    more["stroke-width"] = (symbol === "T" ? 0.14 : 0.17) * side;
    more.d = symbol === "T"
      ? "M" + scaled(0.5, 0.16) + "L" + scaled(0.88, 0.8) + "L" + scaled(0.12, 0.8) + "z"
      : "M" + scaled(0.2, 0.2) + "L" + scaled(0.8, 0.8) + "M" + scaled(0.8, 0.2) + "L" + scaled(0.2, 0.8);
    return el("path", more);
  }

  function cellName(row, column) { return "abcdefg"[column] + (row + 1); }

  // A board such as `.OT…/…+8`; `look` has last, fresh and zones, lists of cells, and whose it is
  function board(text, look) {
    var parts = text.split("+"), rows = parts[0].split("/"), isGrey = parts.length > 1, above = look.name ? 1.1 : 0.25;
    var svg = el("svg", { viewBox: [-0.25, -above, 7.5, above + (isGrey ? 8.25 : 7.25)].join(" "), role: "img", "aria-label": look.name || "" });
    if (look.name) {
      var title = el("text", { x: 3.5, y: -0.42, "font-size": 0.6, "text-anchor": "middle", fill: "var(--line-" + look.seat + ")" });
      title.textContent = look.name.length > 20 ? look.name.slice(0, 19) + "…" : look.name;
      svg.appendChild(title);
    }
    var paper = isGrey ? "rgb(216,216,212)" : "rgb(250,245,233)", edge = isGrey ? "rgb(152,148,138)" : "rgb(201,187,155)";
    svg.appendChild(box(-0.14, -0.14, 7.28, 7.28, paper, 0.16, { stroke: edge, "stroke-width": 0.05 }));
    var zones = look.zones;
    rows.forEach(function (row, r) {
      row.split("").forEach(function (symbol, c) {
        var name = cellName(r, c), isLast = (look.last || []).indexOf(name) >= 0;
        var counts = !zones || zones.indexOf(name) >= 0;
        var fill = isLast ? "rgb(248,215,141)" : "none";
        svg.appendChild(box(c, r, 1, 1, fill, 0, { stroke: isGrey ? "rgb(152,148,138)" : "rgb(196,184,156)", "stroke-width": 0.025 }));
        if (symbol === ".") return;
        var drawn = sign(symbol, c + 0.125, r + 0.125, 0.75, !counts);
        if ((look.fresh || []).indexOf(name) >= 0) drawn.setAttribute("class", "new");
        svg.appendChild(drawn);
        if (r === 3 && c === 3) svg.appendChild(el("circle", { cx: c + 0.87, cy: r + 0.14, r: 0.055, fill: "rgb(94,91,80)" }));
      });
    });
    if (isGrey) {
      for (var at = 0; at < 8; at += 1) {
        var isFree = at >= 8 - parseInt(parts[1], 10);
        svg.appendChild(box(at * 0.88 + 0.02, 7.35, 0.75, 0.75, isFree ? "rgb(250,245,233)" : "rgb(186,187,183)", 0.08, { stroke: "rgb(110,112,109)", "stroke-width": 0.03 }));
        if (!isFree) svg.appendChild(sign("X", at * 0.88 + 0.07, 7.4, 0.65));
      }
    }
    return svg;
  }

  // A figure of dice such as `OT./.XO`
  function figure(text) {
    var rows = text.split("/"), wide = rows[0].length, high = rows.length;
    var svg = el("svg", { viewBox: [-0.1, -0.1, wide + 0.2, high + 0.2].join(" "), "aria-hidden": "true" });
    rows.forEach(function (row, r) {
      row.split("").forEach(function (symbol, c) {
        if (symbol === ".") return;
        svg.appendChild(box(c + 0.03, r + 0.08, 0.94, 0.92, "rgb(201,187,155)", 0.13));
        svg.appendChild(box(c + 0.03, r + 0.03, 0.94, 0.91, "rgb(253,250,242)", 0.13));
        svg.appendChild(sign(symbol, c + 0.17, r + 0.15, 0.66));
      });
    });
    return svg;
  }

  // The scores over the turns, in a picture of width by height with letters of some size, all in pixels

  function curve(scores, target, width, height, letters, at) {
    var svg = el("svg", { viewBox: "0 0 " + width + " " + height, "aria-hidden": "true" });
    if (!scores.length) return svg;
    var all = [].concat.apply([target || 0, 0], scores);
    var low = Math.min.apply(null, all), high = Math.max.apply(null, all.concat(1));
    var left = letters * 2.2, bottom = height - letters * 0.8, top = letters * 0.8, right = width - letters * 0.6;
    function x(turn) { return left + (right - left) * turn / Math.max(1, scores.length - 1); }
    function y(score) { return bottom - (bottom - top) * (score - low) / Math.max(1, high - low); }
    [0, target].forEach(function (score) {
      if (score === null || score === undefined) return;
      svg.appendChild(el("line", {
        x1: left, x2: right, y1: y(score), y2: y(score), stroke: score ? "rgb(246,190,66)" : "rgb(51,76,69)",
        "stroke-dasharray": score ? "3 5" : "none", "stroke-width": 1.5,
      }));
      var label = el("text", { x: left - 8, y: y(score) + letters * 0.36, "text-anchor": "end", "font-size": letters, fill: score ? "rgb(246,190,66)" : "rgb(166,184,174)" });
      label.textContent = score;
      svg.appendChild(label);
    });
    if (at !== undefined && at !== null) {
      svg.appendChild(el("line", { x1: x(at), x2: x(at), y1: top, y2: bottom, stroke: "rgb(51,76,69)", "stroke-width": 2 }));
    }
    for (var who = scores[0].length - 1; who >= 0; who -= 1) {
      var points = scores.map(function (each, turn) { return x(turn) + "," + y(each[who]); });
      var ink = "var(--line-" + who + ")", end = at === undefined || at === null ? scores.length - 1 : at;
      svg.appendChild(el("polyline", { points: points.join(" "), fill: "none", stroke: ink, "stroke-width": letters / 5, "stroke-linejoin": "round" }));
      svg.appendChild(el("circle", { cx: x(end), cy: y(scores[end][who]), r: letters * 0.38, fill: ink, stroke: "rgb(246,240,227)", "stroke-width": 1.5 }));
    }
    return svg;
  }

  function cup() {
    return el("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" },
      el("path", { d: "M.3 .16H.7L.66 .46 .56 .58H.44L.34 .46z", fill: "currentColor" }),
      el("path", { d: "M.32 .2C.12 .18 .16 .44 .36 .42M.68 .2C.88 .18 .84 .44 .64 .42M.5 .55V.76M.34 .82H.66", fill: "none", stroke: "currentColor", "stroke-width": 0.07, "stroke-linecap": "round" }));
  }

  window.Draw = { html: html, mosaic: mosaic, one: one, board: board, figure: figure, curve: curve, cup: cup };
}());
