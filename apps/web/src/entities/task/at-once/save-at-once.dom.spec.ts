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

it.each([null, undefined, {}, 'saveWhenReady'])('saves nothing for the state %j', (state) => {
  expect(wantsSave({ key: 'one', state })).toBe(false);
});
