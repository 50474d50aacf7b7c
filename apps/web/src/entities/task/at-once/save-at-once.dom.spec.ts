import { keepSavesAtOnce, noteSave, savesAtOnce, wantsSave } from './save-at-once.js';

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

it('saving at once is off on a device until the visitor turns it on', () => {
  expect(savesAtOnce()).toBe(false);
  keepSavesAtOnce(true);
  expect(savesAtOnce()).toBe(true);
});

it('does not save a file again after a reload, but saves the next one', () => {
  const entry = { key: 'one', state: { saveWhenReady: true } };
  expect(wantsSave(entry)).toBe(true);
  noteSave(entry);
  expect(wantsSave(entry)).toBe(false);
  expect(wantsSave({ ...entry, key: 'two' })).toBe(true);
});

const entryOf = (n: number) => ({ key: `k${n}`, state: { saveWhenReady: true } });

it('does not save an older file again when the visitor goes back to it', () => {
  noteSave(entryOf(1));
  noteSave(entryOf(2));
  expect([1, 2, 3].map((n) => wantsSave(entryOf(n)))).toEqual([false, false, true]);
});

it('remembers the last fifty files', () => {
  for (let n = 0; n <= 50; n += 1) {
    noteSave(entryOf(n));
  }
  expect([0, 1, 50].map((n) => wantsSave(entryOf(n)))).toEqual([true, false, false]);
});

it.each(['k1', '{', '7', '[7]', '{"0":"k1"}'])('ignores invalid stored data: %s', (text) => {
  window.sessionStorage.setItem('saved-at-once', text);
  expect(wantsSave(entryOf(1))).toBe(true);
  noteSave(entryOf(1));
  expect(wantsSave(entryOf(1))).toBe(false);
});

it.each([null, undefined, {}, 'saveWhenReady'])('saves nothing for the state %j', (state) => {
  expect(wantsSave({ key: 'one', state })).toBe(false);
});
