import { leaveEntryTitles, leftEntryTitles } from './entry-titles.js';

const KEY = 'entry-titles';

beforeEach(() => window.sessionStorage.clear());

it('hands the titles of a zip over to its own page only', () => {
  leaveEntryTitles('zip', { e1: 'First', e2: 'Second' });
  expect(leftEntryTitles('zip')).toEqual({ e1: 'First', e2: 'Second' });
  expect(leftEntryTitles('other')).toEqual({});
});

it.each(['{', 'null', '{"taskId":"zip"}', '{"taskId":"zip","titles":{"e1":5}}'])(
  'ignores a stored value that is not valid: %s',
  (text) => {
    window.sessionStorage.setItem(KEY, text);
    expect(leftEntryTitles('zip')).toEqual({});
  },
);
