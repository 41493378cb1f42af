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

  // A warning on top of the page, which makes room for it; none for an empty text
  function warn(text) {
    var place = document.getElementById("lost");
    if (place.textContent === text && place.hidden === !text) return;
    place.textContent = text;
    place.hidden = !text;
    document.body.classList.toggle("lost", Boolean(text));
    document.documentElement.style.setProperty("--strip", place.offsetHeight + "px");
    window.dispatchEvent(new Event("resize"));
  }

  // Tells `take` whatever the table says, and `worry` in a word what is wrong: "lost" where it has been
  // silent for too long, "gone" where the link holds no longer, nothing where all is well. A browser
  // keeps few lines to one table: a page that nobody sees gives its own back.
  function listen(take, worry) {
    var source = null, heard = 0, tried = 0, version = null, isGone = false;

    function alive() {
      heard = Date.now();
      isGone = false;
      worry("");
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
      source.onerror = function () {
        if (this.readyState !== 2) return;
        window.fetch("words.json").then(function (answer) { isGone = answer.status === 404; }, function () {});
      };
    }

    function leave() {
      if (source) source.close();
      source = null;
    }

    function come() {
      if (document.hidden || source) return;
      heard = Date.now();
      connect();
    }

    function watch() {
      if (!source) return;
      var now = Date.now(), isDead = now - heard > SILENT || source.readyState === 2;
      if (now - heard > WORRIED || (source.readyState !== 1 && now - heard > AGAIN)) worry(isGone ? "gone" : "lost");
      if (isDead && now - tried > (isGone ? SILENT : AGAIN)) connect();
    }

    come();
    window.setInterval(watch, 500);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", come);
    document.addEventListener("visibilitychange", function () {
      if (document.hidden) leave();
      else come();
    });
    window.addEventListener("online", function () { if (source) connect(); });
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

  window.Talk = { say: say, get: get, listen: listen, start: start, warn: warn };
}());
