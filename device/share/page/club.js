// The page of a club night: all tables, one of them large if chosen, and the standings.
(function () {
  "use strict";

  var say = window.Talk.say, Draw = window.Draw, html = Draw.html;
  var live = null, chosen = null, span = "tonight";
  var SHAPE = 1.25; // of a card, width to height
  var DENSE = 270; // px of height below which names stand beside the board, not under it
  var LOWEST = 1 / 48, HIGHEST = 1 / 9; // a line of the standings, of the window's height and their width
  var drawn = {}; // table → the board on the screen, so that only what changes is drawn again

  function id(name) { return document.getElementById(name); }
  function number(value) { return value < 0 ? "−" + -value : String(value); }
  function signed(value) { return value < 0 ? "−" + -value : "+" + value; }

  function name(game, who) { return game.names[who] || say("page.player", { count: who + 1 }); }

  function board(game) {
    if (!game) return Draw.mosaic({ mosaic: {}, floating: [], last: [] }, []);
    if (game.mosaic) return Draw.mosaic(game, []);
    var boards = html("div", "boards");
    game.boards.forEach(function (text) { if (text) boards.appendChild(Draw.board(text, {})); });
    return boards;
  }

  function stateOf(table) {
    if (!table.online) return say("club.away");
    if (table.game && table.game.state === "over") return say("club.state-over");
    if (table.state === "idle") return say(table.game && table.game.open ? "club.state-paused" : "club.state-idle");
    return table.state === "playing" ? (table.game ? say("page.turn", { turn: table.game.turn }) : "") : say("club.state-" + table.state);
  }

  function card(table) {
    var game = table.game, isOver = game && game.state === "over";
    var kind = table.online ? (isOver ? "over" : table.state) : "away";
    var made = html("button", "table " + kind + (table.table === chosen ? " large" : ""));
    made.type = "button";
    made.dataset.table = table.table;
    made.dataset.turn = game ? game.id + "/" + game.turn : "";
    var head = html("span", "head"), players = html("span", "players"), felt = html("span", "felt");
    head.appendChild(html("span", "title", table.name));
    head.appendChild(html("span", "state", stateOf(table)));
    felt.appendChild(board(game));
    (game ? game.names : []).forEach(function (_, who) {
      var won = game.winners.indexOf(who) >= 0 ? " won" : "";
      players.appendChild(html("span", "name" + (game.player === who && table.state !== "idle" ? " now" : "") + won, name(game, who)));
      players.appendChild(html("span", "score" + won, number(game.scores[who])));
    });
    var last = game && game.moves.length ? game.moves[game.moves.length - 1] : null;
    made.appendChild(head);
    made.appendChild(felt);
    made.appendChild(players);
    made.appendChild(html("span", "last", last ? last.text + (last.points === undefined ? "" : " " + signed(last.points)) : ""));
    made.onclick = function () {
      chosen = chosen === table.table ? null : table.table;
      render();
      window.scrollTo(0, 0);
    };
    return made;
  }

  function tables() {
    var place = id("tables"), known = {};
    if (!live.tables.length) place.textContent = "";
    if (!live.tables.length) place.appendChild(html("p", "", say("club.waiting")));
    else if (place.firstChild && place.firstChild.nodeName === "P") place.textContent = "";
    live.tables.forEach(function (table, at) {
      var text = JSON.stringify([table, table.table === chosen, at]), before = drawn[table.table];
      if (!before || before.text !== text) {
        var fresh = card(table);
        if (before) place.replaceChild(fresh, before.node);
        else place.appendChild(fresh);
        drawn[table.table] = { text: text, node: fresh };
      }
      if (place.children[at] !== drawn[table.table].node) place.insertBefore(drawn[table.table].node, place.children[at] || null);
      known[table.table] = true;
    });
    Object.keys(drawn).forEach(function (table) {
      if (known[table]) return;
      place.removeChild(drawn[table].node);
      delete drawn[table];
    });
  }

  function playingAt(player) {
    return live.tables.filter(function (table) {
      return table.online && table.game && table.game.open && table.game.names.some(function (each) { return each.toLowerCase() === player.toLowerCase(); });
    }).map(function (table) { return table.name; });
  }

  function standings() {
    var place = id("lists");
    place.textContent = "";
    Object.keys(live[span]).forEach(function (kind) {
      var lines = live[span][kind], rank = 0, before = "";
      if (!lines.length && kind !== "sepmosa") return;
      var table = html("table"), head = html("tr");
      table.appendChild(html("caption", "", say("club.standings") + (kind === "sepmosa" ? "" : " · MOSAIX")));
      head.appendChild(html("th", "rank", ""));
      head.appendChild(html("th", "who", say("club.player")));
      ["games", "wins", "points"].forEach(function (each) { head.appendChild(html("th", "", say("club." + each))); });
      table.appendChild(head);
      lines.forEach(function (line, at) {
        var row = html("tr"), who = html("td", "who", line.name), seats = playingAt(line.name);
        var own = [line.wins, line.points, line.games].join();
        if (own !== before) rank = at + 1; // equal ones share a place
        before = own;
        if (seats.length) who.appendChild(html("span", "at", " · " + seats.join(", ")));
        row.appendChild(html("td", "rank", rank));
        row.appendChild(who);
        row.appendChild(html("td", "games", line.games));
        row.appendChild(html("td", "wins", line.wins));
        row.appendChild(html("td", "points", number(line.points)));
        table.appendChild(row);
      });
      place.appendChild(table);
    });
  }

  // Where tables and standings stand side by side, all of both is to be seen: so many columns that the
  // cards come closest to the shape of a board with its names, and lines as high as they can be
  function fit() {
    var place = id("tables"), count = Math.max(1, live.tables.length), best = 1, worst = Infinity;
    for (var columns = 1; columns <= count; columns += 1) {
      var wide = place.clientWidth / columns, high = place.clientHeight / Math.ceil(count / columns);
      var off = Math.abs(Math.log(wide / high / SHAPE));
      if (off < worst) { worst = off; best = columns; }
    }
    place.style.setProperty("--columns", best);
    place.className = place.clientHeight / Math.ceil(count / best) < DENSE ? "dense" : "";
    var lists = id("lists"), lines = lists.querySelectorAll("tr, caption").length + 1;
    var room = lists.clientHeight - lists.querySelectorAll("table").length * 30;
    var row = Math.max(LOWEST * window.innerHeight, Math.min(HIGHEST * lists.clientWidth, room / lines));
    lists.style.setProperty("--row", Math.floor(row) + "px");
  }

  // On a phone one of the two is to be seen
  function show(part) {
    document.body.dataset.part = part;
    ["tables", "standings"].forEach(function (each) { id("to-" + each).className = "part" + (each === part ? " on" : ""); });
  }

  function render() {
    if (!live) return;
    tables();
    standings();
    fit();
    ["tonight", "all"].forEach(function (each) {
      id(each).className = each === span ? "on" : "";
      id(each).textContent = say("club." + each);
    });
    id("standings-csv").href = span === "all" ? "standings-all.csv" : "standings.csv";
    id("games-csv").href = span === "all" ? "games-all.csv" : "games.csv";
    document.body.dataset.tables = live.tables.length;
    window.requestAnimationFrame(function () { document.body.dataset.shown = Date.now(); });
  }

  window.Talk.start(function () {
    document.title = say("club.title");
    id("title").textContent = say("club.title");
    id("standings-csv").textContent = say("club.export-standings");
    id("games-csv").textContent = say("club.export-games");
    ["tonight", "all"].forEach(function (each) {
      id(each).onclick = function () { span = each; render(); };
    });
    ["tables", "standings"].forEach(function (each) {
      id("to-" + each).textContent = say("club." + each);
      id("to-" + each).onclick = function () { show(each); };
    });
    show("tables");
    window.addEventListener("resize", function () { if (live) fit(); });
    window.Talk.listen(function (view) {
      live = view;
      render();
      worry("");
    }, worry);

    function worry(wrong) {
      var isAway = live && live.broker !== "connected";
      window.Talk.warn(wrong ? say("club." + wrong) : isAway ? say("club.broker") : "");
    }
  });
}());
