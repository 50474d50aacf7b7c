import { keepPageFacts, pageFacts } from './page-facts.js';

const LINK = 'https://a.example/1';
const FACTS = { by: 'Show', chapters: [{ title: 'One', start: 0 }] };

beforeEach(() => window.sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

/** A fresh module, as after a reload: only stored facts are left. */
async function reloaded(): Promise<typeof pageFacts> {
  let again = pageFacts;
  await jest.isolateModulesAsync(async () => {
    again = (await import('./page-facts.js')).pageFacts;
  });
  return again;
}

it('keeps the facts of a search, even after a reload', async () => {
  keepPageFacts(LINK, FACTS);
  expect(pageFacts(LINK)).toMatchObject(FACTS);
  expect((await reloaded())(LINK)).toMatchObject(FACTS);
  expect(pageFacts('https://a.example/2')).toBeNull();
});

it('keeps the facts in memory when storage is full', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepPageFacts('https://a.example/3', FACTS);
  expect(pageFacts('https://a.example/3')).toMatchObject(FACTS);
});

it('limits the size of the facts', () => {
  const chapters = Array.from({ length: 5000 }, (_, start) => ({ title: 'x'.repeat(999), start }));
  keepPageFacts(LINK, { by: 'y'.repeat(9999), chapters });
  expect(JSON.stringify(pageFacts(LINK)).length).toBeLessThan(100_000);
});

it.each(['{', 'null', '[{"link":"https://a.example/1","by":7,"chapters":[]}]', '[[]]'])(
  'ignores invalid stored data: %s',
  async (text) => {
    window.sessionStorage.setItem('page-facts', text);
    expect((await reloaded())(LINK)).toBeNull();
  },
);
