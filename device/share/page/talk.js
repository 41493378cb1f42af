// Listens to the table: a live stream that comes back by itself, and the words in a language.
(function () {
  "use strict";

  var SILENT = 12000; // ms without a sign of life (one comes every 5 s): the line is dead
  var WORRIED = 7500; // ms after which people are told
  var AGAIN = 1500; // ms between two tries

  var words = {};

  function say(key, values) {
    var text = words[key] || "";
    Object.keys(values || {}).forEach(function (name) {
      text = text.split("{" + name + "}").join(values[name]);
    });
    return text;
  }

  function chosen() {
    var asked = /[?&]language=([a-z]{2})/.exec(window.location.search);
    try {
      return (asked && asked[1]) || window.localStorage.getItem("language") || "";
    } catch (no) {
      return asked ? asked[1] : "";
    }
  }

  function choose(language) {
    try { window.localStorage.setItem("language", language); } catch (no) { /* private window */ }
    if (window.location.search) window.location.search = "?language=" + language;
    else window.location.reload();
  }

  function get(name) {
    var language = chosen();
    return window.fetch(name + (language ? "?language=" + language : "")).then(function (answer) {
      if (!answer.ok) throw new Error(name + ": " + answer.status);
      return answer.json();
    });
  }

  // Tells `take` whatever the table says, and `worry` whether it has been silent for too long
  function listen(take, worry) {
    var source = null, heard = Date.now(), tried = 0, version = null;

    function alive() {
      heard = Date.now();
      worry(false);
    }

    function connect() {
      var language = chosen();
      tried = Date.now();
      if (source) source.close();
      source = new window.EventSource("live" + (language ? "?language=" + language : ""));
      source.addEventListener("beat", alive);
      source.onmessage = function (event) {
        alive();
        var view = JSON.parse(event.data);
        if (version && view.page !== version) window.location.reload(); // the page is a newer one now
        version = view.page;
        take(view);
      };
    }

    function watch() {
      var now = Date.now(), isDead = now - heard > SILENT || source.readyState === 2;
      if (now - heard > WORRIED || (source.readyState !== 1 && now - heard > AGAIN)) worry(true);
      if (isDead && now - tried > AGAIN) connect();
    }

    connect();
    window.setInterval(watch, 500);
    document.addEventListener("visibilitychange", function () {
      if (!document.hidden && (source.readyState !== 1 || Date.now() - heard > WORRIED)) connect();
    });
    window.addEventListener("online", connect);
  }

  // Loads the words, fills the choice of languages, and then begins
  function start(begin) {
    get("words.json").then(function (all) {
      words = all;
      document.documentElement.lang = all.language;
      var choice = document.getElementById("language");
      Object.keys(all.languages).forEach(function (code) {
        var option = document.createElement("option");
        option.value = code;
        option.textContent = all.languages[code];
        option.selected = code === all.language;
        choice.appendChild(option);
      });
      choice.setAttribute("aria-label", say("page.language"));
      choice.onchange = function () { choose(choice.value); };
      begin();
    }).catch(function () { window.setTimeout(function () { start(begin); }, AGAIN); });
  }

  window.Talk = { say: say, get: get, listen: listen, start: start };
}());
