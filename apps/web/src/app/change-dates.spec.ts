/** @jest-environment node */
import cards from '../content/en/posts.json';
import { changeDates } from './change-dates.js';

it('knows the day of each post, of their list, and of texts that say one', async () => {
  const days = await changeDates();
  for (const { id, date } of cards) {
    expect(days.get(`/blog/${id}`)).toBe(date);
  }
  expect(days.get('/blog')).toBe(cards[0]?.date);
  for (const path of ['/privacy-policy', '/terms-of-service', '/dmca-policy', '/cookie-settings']) {
    expect(days.get(path)).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  expect(days.has('/')).toBe(false);
  expect(days.has('/youtube-downloader')).toBe(false);
});
