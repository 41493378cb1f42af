// The page of a club night: all tables, one of them large if chosen, and the standings.
(function () {
  "use strict";

  var say = window.Talk.say, Draw = window.Draw, html = Draw.html;
  var live = null, chosen = null, span = "tonight";
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
    if (table.game && table.game.state === "over") return say("state.over");
    return table.state === "playing" ? (table.game ? say("page.turn", { turn: table.game.turn }) : "") : say("state." + table.state);
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
    var place = id("standings");
    place.textContent = "";
    Object.keys(live[span]).forEach(function (kind) {
      var lines = live[span][kind];
      if (!lines.length && kind !== "sepmosa") return;
      var table = html("table"), head = html("tr");
      table.appendChild(html("caption", "", say("club.standings") + (kind === "sepmosa" ? "" : " · MOSAIX")));
      head.appendChild(html("th", "who", say("club.player")));
      ["games", "wins", "points"].forEach(function (each) { head.appendChild(html("th", "", say("club." + each))); });
      table.appendChild(head);
      lines.forEach(function (line) {
        var row = html("tr"), who = html("td", "who", line.name), at = playingAt(line.name);
        if (at.length) who.appendChild(html("div", "at", at.join(", ")));
        row.appendChild(who);
        row.appendChild(html("td", "games", line.games));
        row.appendChild(html("td", "wins", line.wins));
        row.appendChild(html("td", "points", number(line.points)));
        table.appendChild(row);
      });
      place.appendChild(table);
    });
  }

  function render() {
    if (!live) return;
    tables();
    standings();
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
    id("standings-csv").textContent = say("club.export") + ": " + say("club.standings");
    id("games-csv").textContent = say("club.export") + ": " + say("club.games");
    ["tonight", "all"].forEach(function (each) {
      id(each).onclick = function () { span = each; render(); };
    });
    window.Talk.listen(function (view) {
      live = view;
      render();
      worry(false);
    }, worry);

    function worry(isLost) {
      var isAway = live && live.broker !== "connected";
      id("lost").textContent = say(isLost ? "club.lost" : "club.broker");
      id("lost").hidden = !isLost && !isAway;
      document.body.classList.toggle("lost", Boolean(isLost || isAway));
    }
  });
}());
