import { keepSavesAtOnce } from '../../entities/task/at-once/save-at-once.js';
import { AT_ONCE_KEY } from '../../entities/task/kept/kept-tasks-key.js';
import { MARK_AT_ONCE } from './kept-choice.js';

function isMarked(): boolean {
  delete document.documentElement.dataset['atOnce'];
  const script = document.createElement('script');
  script.textContent = MARK_AT_ONCE;
  document.head.append(script);
  script.remove();
  return 'atOnce' in document.documentElement.dataset;
}

beforeEach(() => window.localStorage.clear());

it.each([true, false])('reserves space for the setting only if it is on: %s', (on) => {
  expect(isMarked()).toBe(false);
  keepSavesAtOnce(on);
  expect(isMarked()).toBe(on);
});

it.each(['', '{', 'null', '"true"', '1'])('reserves no space for the value %j', (text) => {
  window.localStorage.setItem(AT_ONCE_KEY, text);
  expect(isMarked()).toBe(false);
});
