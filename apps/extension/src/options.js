import { serverOrigin } from './addresses.js';
import { readServer, writeServer } from './server-store.js';

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) {
    throw new Error(`options.html has no #${id}`);
  }
  return found;
}

document.documentElement.lang = chrome.i18n.getUILanguage();
document.documentElement.dir = chrome.i18n.getMessage('@@bidi_dir');
for (const one of document.querySelectorAll('[data-text]')) {
  one.textContent = chrome.i18n.getMessage(one.getAttribute('data-text') ?? '');
}

const form = element('form', HTMLFormElement);
const field = element('server', HTMLInputElement);
const news = element('news', HTMLParagraphElement);

/**
 * @param {string} text
 * @param {boolean} isFault
 */
function say(text, isFault) {
  news.textContent = text;
  news.className = isFault ? 'fault' : '';
  field.setAttribute('aria-invalid', String(isFault));
}

async function save() {
  const origin = serverOrigin(field.value);
  if (origin === null) {
    say(chrome.i18n.getMessage('invalid'), true);
    field.focus();
    return;
  }
  await writeServer(origin);
  field.value = origin;
  say(chrome.i18n.getMessage('saved', [new URL(origin).host]), false);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  save().catch((/** @type {unknown} */ error) => say(String(error), true));
});
field.value = (await readServer()) ?? '';
field.focus();
