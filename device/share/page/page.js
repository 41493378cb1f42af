// The page of one table: the game under way, past games, and any of them replayed.
(function () {
  "use strict";

  var say = window.Talk.say, Draw = window.Draw, html = Draw.html;
  var live = null; // what the table said last
  var shown = null; // the view on the screen, to see what is new
  var replay = null; // {game, at, timer} while a past game is looked at
  var PACE = 1400; // ms from turn to turn

  function id(name) { return document.getElementById(name); }

  function empty(node) {
    while (node.firstChild) node.removeChild(node.firstChild);
    return node;
  }

  function fill(node) {
    empty(node);
    for (var at = 1; at < arguments.length; at += 1) if (arguments[at]) node.appendChild(arguments[at]);
    return node;
  }

  function number(value) { return value < 0 ? "−" + -value : String(value); }
  function signed(value) { return value < 0 ? "−" + -value : "+" + value; }

  // Players

  function seat(view, who, isSmall, isIdle) {
    var isNow = view.player === who && !isIdle, isWinner = view.winners.indexOf(who) >= 0;
    var made = html("section", "seat" + (isNow ? " now" : "") + (isWinner ? " won" : ""));
    made.appendChild(html("span", "name", view.names[who]));
    var score = html("span", "score", number(view.scores[who]));
    score.id = "score-" + who;
    made.appendChild(score);
    if (view.target) {
      made.appendChild(html("span", "of", say("page.of", { target: view.target })));
      var way = html("span", "way"), gone = html("i");
      gone.style.width = Math.max(0, Math.min(100, 100 * view.scores[who] / view.target)) + "%";
      way.appendChild(gone);
      made.appendChild(way);
    }
    made.appendChild(html("span", "pill", isNow ? say("page.to-play") : lastPoints(view, who)));
    var counts = who === 0 && view.stock !== undefined ? say("page.stock", { count: view.stock })
      : who === 1 && view.played ? say("page.actions", { count: view.played.length }) : "";
    if (view.waiting && view.waiting.indexOf(who) >= 0) counts = say("page.waiting");
    if (!isSmall || counts) made.appendChild(html("span", "counts", counts));
    return made;
  }

  function lastPoints(view, who) {
    for (var at = view.moves.length - 1; at >= 0; at -= 1) {
      var move = view.moves[at];
      if (move.player === who && move.points !== undefined) return say("page.last", { points: signed(move.points) });
    }
    return "";
  }

  // Left, right, left, right: across a phone they read in the order of play
  function seats(view, isIdle) {
    var count = view.names.length, isSmall = count > 2, sides = [empty(id("seats-left")), empty(id("seats-right"))];
    document.body.classList.toggle("small", isSmall);
    document.body.classList.toggle("alone", count === 1);
    for (var who = 0; who < count; who += 1) sides[who % 2].appendChild(seat(view, who, isSmall, isIdle));
    if (count > 1 && count % 2) sides[1].appendChild(html("section", "seat"));
  }

  function fly(before, view) {
    if (!before || before.id !== view.id) return;
    view.scores.forEach(function (score, who) {
      var gain = score - before.scores[who];
      if (!gain) return;
      var panel = id("score-" + who).parentNode;
      panel.appendChild(html("span", "fly", signed(gain)));
    });
  }

  // The table

  function freshCells(before, view) {
    if (!before || before.id !== view.id || !view.mosaic) return [];
    return Object.keys(view.mosaic).filter(function (cell) { return before.mosaic[cell] !== view.mosaic[cell]; });
  }

  function board(view, before) {
    var place = empty(id("board"));
    if (view.mosaic) {
      place.appendChild(Draw.mosaic(view, freshCells(before, view), spoken(view), view.room));
      return;
    }
    var match = html("div", "match"), boards = html("div", "boards boards-" + view.boards.length);
    if (view.state !== "over") {
      var dice = html("div", "dice");
      if (view.figure) dice.appendChild(Draw.figure(view.figure));
      match.appendChild(dice);
    }
    view.boards.forEach(function (text, who) {
      var last = lastEntered(view, who), isNew = before && before.id === view.id && before.boards[who] !== text;
      boards.appendChild(text
        ? Draw.board(text, { last: last, fresh: isNew ? last : [], zones: view.zones && view.zones[who], name: view.names[who], seat: who })
        : html("p", "seat-" + who, view.names[who] + ": " + say("page.board-on-table")));
    });
    match.appendChild(boards);
    place.appendChild(match);
  }

  function lastEntered(view, who) {
    for (var at = view.moves.length - 1; at >= 0; at -= 1) {
      var move = view.moves[at];
      if (move.player === who && move.entered) return Object.keys(move.entered);
    }
    return [];
  }

  function spoken(view) {
    var last = view.moves[view.moves.length - 1];
    return view.names.map(function (name, who) { return name + " " + view.scores[who]; }).join(", ") + (last ? ". " + last.text : "");
  }

  // What happened

  function tileOf(move) {
    var played = /^([KRBO][0-9]+)/.exec(move.move || "");
    var holder = html("span", "tile");
    if (played) holder.appendChild(Draw.one(played[1]));
    else if (/^[OTX.\/]+$/.test(move.move || "")) holder.appendChild(Draw.figure(move.move));
    return holder;
  }

  function bar(view) {
    var place = empty(id("bar")), last = view.moves[view.moves.length - 1];
    if (!last) {
      place.appendChild(html("span", "said text", say("page.turn", { turn: 1 })));
      return;
    }
    var said = html("span", "said");
    said.appendChild(html("div", "text", last.text));
    var who = last.player === undefined ? "" : view.names[last.player];
    var turn = replay ? say("page.turn-of", { turn: view.turn, count: replay.game.turn }) : last.turn ? say("page.turn", { turn: last.turn }) : "";
    said.appendChild(html("div", "who", [who, turn].filter(Boolean).join(" · ")));
    place.appendChild(view.figure ? tileOf({ move: view.figure }) : tileOf(last));
    place.appendChild(said);
    if (last.points !== undefined) place.appendChild(html("span", "points", signed(last.points)));
  }

  function moves(view) {
    var list = empty(id("moves"));
    view.moves.slice(0, -1).reverse().slice(0, 7).forEach(function (move) {
      var row = html("li"), said = html("span", "said");
      row.appendChild(html("span", "number", move.turn || ""));
      row.appendChild(tileOf(move));
      said.appendChild(html("div", "", move.text));
      var scores = move.scores.map(number).join(" : ");
      if (move.player !== undefined) said.appendChild(html("div", "who seat-" + move.player, view.names[move.player] + " · " + scores));
      row.appendChild(said);
      row.appendChild(html("span", "points", move.points === undefined ? "" : signed(move.points)));
      row.appendChild(html("span", "scores", scores));
      list.appendChild(row);
    });
    list.parentNode.hidden = view.moves.length < 2;
  }

  function curve(view, at) {
    var place = empty(id("curve"));
    place.parentNode.hidden = view.curve.length < 2;
    id("curve-title").textContent = view.target ? say("page.curve", { target: view.target }) : say("page.curve-plain");
    var legend = empty(id("legend"));
    view.names.forEach(function (name, who) { legend.appendChild(html("span", "seat-" + who, name)); });
    var wide = place.clientWidth || 300, high = place.clientHeight || 170;
    var letters = 0.8 * parseFloat(window.getComputedStyle(document.documentElement).fontSize);
    if (view.curve.length > 1) place.appendChild(Draw.curve(view.curve, view.target, wide, high, letters, at));
  }

  function banner(view, state) {
    var place = id("banner"), text = "", kind = "";
    if (view && view.state === "over") {
      var names = view.winners.map(function (who) { return view.names[who]; }).join(" & ");
      text = view.winners.length > 1 ? say("over.share", { name: names }) : view.winners.length ? say("over.wins", { name: names }) : say("over.lost");
      kind = "win";
    } else if (state === "idle") {
      text = say(view && view.open ? "state.paused" : "state.idle");
    } else if (state === "question" || state === "reset") {
      text = say("state." + state);
      kind = state === "question" ? "ask" : "";
    }
    place.textContent = text;
    place.className = "banner " + kind;
    place.hidden = !text;
  }

  function render(view, state, at) {
    document.body.dataset.game = view ? view.game : "none";
    banner(view, state);
    if (!view) {
      [id("seats-left"), id("seats-right"), id("bar"), id("moves"), id("curve")].forEach(empty);
      fill(id("board"), Draw.mosaic({ mosaic: {}, floating: [], last: [] }, []));
      id("more").hidden = true;
      shown = null;
      return;
    }
    seats(view, state === "idle");
    fly(shown, view);
    board(view, shown);
    bar(view);
    moves(view);
    curve(view, at);
    id("more").hidden = id("moves").parentNode.hidden && id("curve").parentNode.hidden;
    shown = view;
  }

  // Live

  function renderLive() {
    if (!live) return;
    var view = live.game, dot = " · ";
    render(view, live.state);
    id("to-record").hidden = !view;
    document.title = view ? view.scores.map(number).join(" : ") + dot + view.names.join(" – ") : live.table;
    document.body.dataset.state = live.state;
    document.body.dataset.turn = view ? view.id + "/" + view.turn + "/" + view.moves.length : "";
    window.requestAnimationFrame(function () { document.body.dataset.shown = Date.now(); });
  }

  // Past games

  function gameOf(view) { return view && view.game ? view.game.id + "/" + view.game.open : ""; }

  function day(begun) {
    var parts = /^(\d+)-(\d+)-(\d+)(?:T(\d+:\d+))?/.exec(begun);
    if (!parts) return "";
    var date = new Date(parts[1], parts[2] - 1, parts[3]);
    return date.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short", year: "numeric" }) + (parts[4] ? ", " + parts[4] : "");
  }

  function openGames() {
    window.Talk.get("games.json").then(function (all) {
      var list = empty(id("games-list"));
      var past = all.games.filter(function (game) { return game.id !== all.live; });
      if (!past.length) list.appendChild(html("li", "", say("page.no-games")));
      past.forEach(function (game) {
        var row = html("li"), link = html("a"), names = html("span", "names", game.names.join(" – ")), cup = html("span", "cup");
        link.href = "#game-" + game.id;
        if (game.winners.length) cup.appendChild(Draw.cup());
        var how = game.over ? say("page.turns", { count: game.turns }) : say("page.unfinished");
        var when = day(game.begun) + " · " + how;
        names.appendChild(html("div", "when", (game.game === "mosaix" ? "MOSAIX · " : "") + when));
        link.appendChild(cup);
        link.appendChild(names);
        (game.scores || []).forEach(function (score, who) {
          link.appendChild(html("span", "score" + (game.winners.indexOf(who) >= 0 ? " won" : ""), number(score)));
        });
        row.appendChild(link);
        list.appendChild(row);
      });
    }).catch(function () { if (document.body.dataset.view === "games") window.setTimeout(openGames, 2000); });
  }

  // The game as it was after so many moves
  function then(game, count) {
    var done = game.moves.slice(0, count), last = done[done.length - 1], turns = 0;
    var view = Object.assign({}, game, { moves: done, player: null, winners: [], state: "playing" });
    if (count === game.moves.length) { view.winners = game.winners; view.state = game.state; } else { view.zones = null; }
    done.forEach(function (move) { turns = move.turn || turns; });
    view.turn = turns;
    view.at = Math.min(turns, game.curve.length - 1);
    view.scores = last ? last.scores : game.scores.map(function (_, who) { return game.curve.length ? game.curve[0][who] : 0; });
    if (game.mosaic) {
      view.mosaic = {};
      done.forEach(function (move) {
        (move.gone || []).forEach(function (cell) { delete view.mosaic[cell]; });
        Object.assign(view.mosaic, move.laid);
      });
      view.floating = last ? last.floating || [] : [];
      view.last = last && last.laid ? Object.keys(last.laid).concat(last.gone) : [];
      view.line = last ? last.line || [] : [];
      view.room = room(game.moves, count);
      if (count < game.moves.length) { delete view.stock; delete view.played; }
    } else {
      view.boards = game.start.map(function (text) { return text; });
      view.waiting = [];
      view.figure = null;
      done.forEach(function (move) {
        if (/^[OTX.\/]+$/.test(move.move)) view.figure = move.move;
        if (move.entered && view.boards[move.player]) view.boards[move.player] = entered(view.boards[move.player], move.entered);
      });
      if (count === game.moves.length) view.boards = game.boards;
    }
    return view;
  }

  // All cells that the mosaic takes from the reset before that move to the one after it: so much room
  // is kept for it, and tiles keep their size
  function room(moves, count) {
    var cells = [];
    for (var at = 0; at < moves.length; at += 1) {
      if (moves[at].move === "reset") {
        if (at >= count) break;
        cells = [];
      }
      cells = cells.concat(Object.keys(moves[at].laid || {}));
    }
    return cells;
  }

  function entered(text, cells) {
    var parts = text.split("+"), rows = parts[0].split("/").map(function (row) { return row.split(""); });
    Object.keys(cells).forEach(function (cell) { rows[cell[1] - 1]["abcdefg".indexOf(cell[0])] = cells[cell]; });
    if (parts.length > 1) parts[1] = Math.max(0, parts[1] - 4 + Object.keys(cells).length);
    return [rows.map(function (row) { return row.join(""); }).join("/")].concat(parts.slice(1)).join("+");
  }

  function step(to) {
    replay.at = Math.max(0, Math.min(replay.game.moves.length, to));
    id("slider").value = replay.at;
    var view = then(replay.game, replay.at);
    render(view, "playing", view.at);
    if (replay.at === replay.game.moves.length) pause();
  }

  function pause() {
    if (replay && replay.timer) window.clearInterval(replay.timer);
    if (replay) replay.timer = null;
    id("play").textContent = say("page.play");
  }

  function togglePlay() {
    if (replay.timer) { pause(); return; }
    if (replay.at === replay.game.moves.length) step(0);
    replay.timer = window.setInterval(function () { step(replay.at + 1); }, PACE);
    id("play").textContent = say("page.pause");
  }

  function openReplay(number) {
    window.Talk.get("game/" + number + ".json").then(function (game) {
      if (window.location.hash !== "#game-" + number) return; // gone elsewhere meanwhile
      replay = { game: game, at: game.moves.length, timer: null };
      shown = null;
      id("replay").hidden = false;
      id("slider").max = game.moves.length;
      id("to-record").href = "game/" + number + ".txt";
      id("to-record").hidden = false;
      document.title = game.names.join(" – ");
      step(game.moves.length);
    }).catch(function () { window.location.hash = "#games"; });
  }

  // Which of the three is on the screen

  function route() {
    var place = window.location.hash, game = /^#game-([0-9]+)$/.exec(place);
    pause();
    replay = null;
    shown = null;
    var view = game ? "replay" : place === "#games" ? "games" : "live";
    document.body.dataset.view = view;
    id("games").hidden = view !== "games";
    id("replay").hidden = true; // until the game is there
    id("to-live").hidden = view === "live";
    id("to-games").hidden = view === "games";
    id("to-record").hidden = view === "games" || !live;
    id("to-record").href = "live.txt";
    window.scrollTo(0, 0);
    if (view === "games") openGames();
    else if (game) openReplay(game[1]);
    else renderLive();
  }

  window.Talk.start(function () {
    var names = { "moves-title": "moves", "games-title": "games", "to-games": "games", "to-live": "live-now", "to-record": "record", "read-only": "read-only", play: "play" };
    Object.keys(names).forEach(function (name) { id(name).textContent = say("page." + names[name]); });
    var spoken = { first: "first", before: "previous", after: "next", slider: "moves" };
    Object.keys(spoken).forEach(function (name) { id(name).setAttribute("aria-label", say("page." + spoken[name])); });
    id("first").onclick = function () { step(0); };
    id("before").onclick = function () { pause(); step(replay.at - 1); };
    id("after").onclick = function () { pause(); step(replay.at + 1); };
    id("slider").oninput = function () { pause(); step(parseInt(id("slider").value, 10)); };
    id("play").onclick = togglePlay;
    document.addEventListener("keydown", function (event) {
      if (!replay || event.target === id("slider")) return;
      if (event.key === "ArrowLeft") step(replay.at - 1);
      if (event.key === "ArrowRight") step(replay.at + 1);
    });
    window.addEventListener("hashchange", route);
    window.addEventListener("resize", function () { if (shown) curve(shown, shown.at); });
    window.Talk.listen(function (view) {
      var isOther = gameOf(live) !== gameOf(view);
      live = view;
      id("table").textContent = live.table;
      if (document.body.dataset.view === "live") renderLive();
      if (document.body.dataset.view === "games" && isOther) openGames();
    }, function (wrong) { window.Talk.warn(wrong && say("page." + wrong)); });
    route();
  });
}());
