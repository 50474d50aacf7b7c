import { leaveEntryTitles, leaveFacts, leftEntryTitles, leftFacts } from './page-facts.js';

const LINK = 'https://a.example/1';
const FACTS = { by: 'Show', chapters: [{ title: 'One', start: 0 }] };

beforeEach(() => window.sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

/** Loads a fresh module, as after a reload: only stored facts survive. */
async function reloaded(): Promise<typeof leftFacts> {
  let again = leftFacts;
  await jest.isolateModulesAsync(async () => {
    again = (await import('./page-facts.js')).leftFacts;
  });
  return again;
}

it('keeps the facts of a search, even after a reload', async () => {
  leaveFacts(LINK, FACTS);
  expect(leftFacts(LINK)).toMatchObject(FACTS);
  expect((await reloaded())(LINK)).toMatchObject(FACTS);
  expect(leftFacts('https://a.example/2')).toBeNull();
});

it('keeps the facts in memory when storage is full', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  leaveFacts('https://a.example/3', FACTS);
  expect(leftFacts('https://a.example/3')).toMatchObject(FACTS);
});

it('limits the size of the facts', () => {
  const chapters = Array.from({ length: 5000 }, (_, start) => ({ title: 'x'.repeat(999), start }));
  leaveFacts(LINK, { by: 'y'.repeat(9999), chapters });
  expect(JSON.stringify(leftFacts(LINK)).length).toBeLessThan(100_000);
});

it.each(['{', 'null', '[{"link":"https://a.example/1","by":7,"chapters":[]}]', '[[]]'])(
  'ignores invalid stored data: %s',
  async (text) => {
    window.sessionStorage.setItem('page-facts', text);
    expect((await reloaded())(LINK)).toBeNull();
  },
);

it('hands the titles of a zip over to its own page only', () => {
  leaveEntryTitles('zip', { e1: 'First', e2: 'Second' });
  expect(leftEntryTitles('zip')).toEqual({ e1: 'First', e2: 'Second' });
  expect(leftEntryTitles('other')).toEqual({});
});

it.each(['{', 'null', '{"taskId":"zip"}', '{"taskId":"zip","titles":{"e1":5}}'])(
  'ignores a stored value that is not valid: %s',
  (text) => {
    window.sessionStorage.setItem('entry-titles', text);
    expect(leftEntryTitles('zip')).toEqual({});
  },
);
