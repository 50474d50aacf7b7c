// @ts-check
const { TestEnvironment } = require('jest-environment-jsdom');
const { shared } = require('./shared-environment.cjs');

/** The page as it was before the first spec. @param {Window & typeof globalThis} window */
function resetPage({ document, history, localStorage, navigator, sessionStorage }) {
  for (const element of [document.documentElement, document.head, document.body]) {
    element.getAttributeNames().forEach((name) => element.removeAttribute(name));
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`;
  }
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  // A stub of user-event's; jsdom has none.
  Reflect.deleteProperty(navigator, 'clipboard');
}

module.exports = shared(TestEnvironment, resetPage);
