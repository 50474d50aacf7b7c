import cards from '../content/en/posts.json';
import { changeDates } from './change-dates.js';

it('returns dates only for texts that state one', async () => {
  const days = await changeDates();
  const dated = cards.filter(({ checked }) => checked !== undefined);
  expect(dated.length).toBeGreaterThan(0);
  for (const { id, checked } of cards) {
    expect(days.get(`/blog/${id}`)).toBe(checked);
  }
  for (const path of ['/privacy-policy', '/terms-of-service', '/dmca-policy', '/cookie-settings']) {
    expect(days.get(path)).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  expect(['/', '/blog', '/youtube-downloader'].filter((path) => days.has(path))).toEqual([]);
});
