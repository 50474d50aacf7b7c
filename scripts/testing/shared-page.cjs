// @ts-check
// Before jsdom, which reads its style sheet when it is loaded.
require('./plain-styles.cjs');
const { default: JSDOMEnvironment } = require('jest-environment-jsdom');
const { shared } = require('./shared-environment.cjs');

/** This many turns of the event loop are enough for React's deferred work. */
const TURNS = 3;

/**
 * Returns all objects that specs are known to patch: the globals, and the members of built-in
 * classes.
 * @param {any} window
 * @returns {object[]}
 */
function patchable(window) {
  const names = Object.getOwnPropertyNames(window);
  const classes = names
    .filter((name) => /^[A-Z]/.test(name) && typeof window[name] === 'function')
    .flatMap((name) => [window[name], window[name].prototype]);
  const { document, navigator, performance, screen, history, console } = window;
  return [window, document, navigator, performance, screen, history, console, ...classes].filter(
    (it) => it !== null && (typeof it === 'object' || typeof it === 'function'),
  );
}

/**
 * @param {object} object
 * @param {PropertyDescriptorMap} before
 */
function restore(object, before) {
  for (const key of Reflect.ownKeys(object)) {
    if (!Object.hasOwn(before, key)) {
      Reflect.deleteProperty(object, key);
    }
  }
  for (const key of Reflect.ownKeys(before)) {
    const now = Object.getOwnPropertyDescriptor(object, key);
    const was = /** @type {PropertyDescriptor} */ (before[/** @type {string} */ (key)]);
    if (was.configurable && (now?.value !== was.value || now?.get !== was.get)) {
      Object.defineProperty(object, key, was);
    } else if (was.writable && now?.value !== was.value) {
      Reflect.set(object, key, was.value);
    }
  }
}

/**
 * Records the listeners added to the page.
 * @param {any} window
 * @returns {() => void} removes them
 */
function noteListeners(window) {
  /** @type {[target: EventTarget, ...Parameters<EventTarget['removeEventListener']>][]} */
  const listening = [];
  for (const target of [window, window.document]) {
    const add = target.addEventListener;
    target.addEventListener = function (/** @type {any[]} */ ...given) {
      const [type, listener, options] = given;
      listening.push([target, type, listener, options]);
      return add.apply(target, given);
    };
  }
  return () => {
    for (const [target, ...given] of listening.splice(0)) {
      target.removeEventListener(...given);
    }
  };
}

/** @param {any} window */
function keepPage(window) {
  const endListeners = noteListeners(window);
  const url = window.location.href;
  const { document } = window;
  const [setTimeout, clearTimeout] = [window.setTimeout, window.clearTimeout];
  const before = patchable(window).map(
    (it) => /** @type {const} */ ([it, Object.getOwnPropertyDescriptors(it)]),
  );
  return async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await new Promise((resolve) => setTimeout.call(window, resolve, 0));
    }
    // Timer ids increase, so this clears every timer that the last spec left.
    const last = setTimeout.call(window, () => undefined, 0);
    for (let id = 1; id <= last; id += 1) {
      clearTimeout.call(window, id);
    }
    endListeners();
    before.forEach(([it, descriptors]) => restore(it, descriptors));
    // Links inherit it. A mock that a spec left here would make the clicks of later specs do nothing.
    Reflect.deleteProperty(window.HTMLAnchorElement.prototype, 'click');
    for (const element of [document.documentElement, document.head, document.body]) {
      element
        .getAttributeNames()
        .forEach((/** @type {string} */ name) => element.removeAttribute(name));
    }
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const cookie of document.cookie.split('; ')) {
      document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
    }
    window.localStorage.clear();
    window.sessionStorage.clear();
    window.history.replaceState(null, '', url);
  };
}

module.exports = shared(JSDOMEnvironment, keepPage);
